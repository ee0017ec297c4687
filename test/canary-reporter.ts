import { findSecretCanaries } from '@toolpool/testing';
import type { Reporter } from 'vitest/node';

/** The last characters of what was printed: a secret may come in two pieces. */
const KEPT = 200;

/** Fails the run when a secret of a fixture is printed, by what is tested or by a failing test. */
export default class CanaryReporter implements Reporter {
  readonly #found = new Set<string>();

  onInit(): void {
    for (const stream of [process.stdout, process.stderr]) this.#watch(stream);
  }

  onTestRunEnd(): void {
    if (this.#found.size === 0) return;
    process.exitCode = 1;
    const kinds = [...this.#found].map((canary) => canary.split('-')[1] ?? 'one in base64');
    process.stderr.write(`The tests printed secrets: ${kinds.join(', ')}\n`);
  }

  /** Everything that the run prints passes its main process. */
  #watch(stream: NodeJS.WriteStream): void {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    let before = '';
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      const text = before + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      for (const canary of findSecretCanaries(text)) this.#found.add(canary);
      before = text.slice(-KEPT);
      return write(chunk, ...rest);
    }) as typeof stream.write;
  }
}
