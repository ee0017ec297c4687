import type { NotificationHandler } from './session.ts';

/** Who hears which notifications of a server; several may hear the same. */
export class NotificationListeners {
  readonly #handlers = new Map<string, Set<NotificationHandler>>();
  readonly #onError: (error: unknown) => void;

  /** @param onError - hears what a handler throws: it must not stop the reading of messages */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(method: string, handler: NotificationHandler): () => void {
    const handlers = this.#handlers.get(method) ?? new Set();
    // A function of its own: one handler may be added twice.
    const heard: NotificationHandler = (params) => handler(params);
    this.#handlers.set(method, handlers.add(heard));
    return () => {
      if (handlers.delete(heard) && handlers.size === 0) this.#handlers.delete(method);
    };
  }

  /** Tells of a notification; `false` when nobody hears it. */
  tell(method: string, params: unknown): boolean {
    const handlers = this.#handlers.get(method);
    if (!handlers) return false;
    for (const handler of [...handlers]) {
      try {
        handler(params);
      } catch (error) {
        this.#onError(error);
      }
    }
    return true;
  }
}
