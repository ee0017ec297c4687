import type { PendingRequest } from './pending-request.ts';

interface Batch {
  readonly sent: Promise<void>;
  readonly requests: PendingRequest[];
}

/** Tells which requests could not be sent. Those that a transport writes together share one promise. */
export class SentTogether {
  readonly #fail: (request: PendingRequest, error: unknown) => void;
  /** What was handed over last, as long as it is on its way. */
  #last: Batch | undefined;

  constructor(fail: (request: PendingRequest, error: unknown) => void) {
    this.#fail = fail;
  }

  add(sent: Promise<void>, request: PendingRequest): void {
    if (this.#last?.sent === sent) this.#last.requests.push(request);
    else this.#watch({ sent, requests: [request] });
  }

  #watch(batch: Batch): void {
    this.#last = batch;
    const settled = () => {
      if (this.#last === batch) this.#last = undefined;
    };
    batch.sent.then(settled, (error: unknown) => {
      settled();
      for (const request of batch.requests) this.#fail(request, error);
    });
  }
}
