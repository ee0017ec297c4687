import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** Calls a handler of a transport; one that throws is reported, and stops nothing. */
export function callGuarded({ onerror }: Transport, handler: () => void): void {
  try {
    handler();
  } catch (error) {
    onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}
