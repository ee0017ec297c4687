import type { Tool } from '@toolpool/tool-core';

// The calls, not what they resolve to: so that nothing is kept or added per call.
const processingCalls = new WeakSet<Tool['call']>();

/** Marks a call of this host's own whose `data` is always a `ProcessedResult`. */
export function markProcessing(call: Tool['call']): Tool['call'] {
  processingCalls.add(call);
  return call;
}

/** Whether what a tool resolves to needs no more processing; its shape alone proves nothing. */
export function isProcessing({ call }: Tool): boolean {
  return processingCalls.has(call);
}
