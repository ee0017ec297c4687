import { ToolpoolError } from '@toolpool/foundation/errors';

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP into an aborted signal, so that the command can cancel
 * its call and close its servers. A second SIGINT exits at once; what is registered on the process'
 * `exit` event still kills the children.
 */
export function listenForInterrupts(): AbortSignal {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => {
    if (controller.signal.aborted && name === 'SIGINT') process.exit(130);
    controller.abort(new ToolpoolError('Interrupted.', { code: 'TOOLPOOL_INTERRUPTED' }));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt);
  return controller.signal;
}
