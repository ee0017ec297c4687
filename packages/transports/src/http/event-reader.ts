import { LineSplitter } from './line-splitter.ts';

/** One event of a stream; of its fields, those that it has. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string | undefined;
  readonly retryMs: number | undefined;
}

/**
 * Reads events from bytes that may be cut anywhere (WHATWG HTML, Server-sent events, section 9.2).
 * Beyond that section an event need not have data, since an `id` or a `retry` says something too, and
 * the last one need not have its blank line.
 */
export class EventReader {
  readonly #lines = new LineSplitter();
  #event = new EventFields();

  /** The size of the event that has not ended yet. */
  get size(): number {
    return this.#lines.size + this.#event.size;
  }

  /** The events that end in this chunk. */
  read(chunk: Buffer): readonly StreamEvent[] {
    return this.#lines.split(chunk).flatMap((line) => {
      if (line !== '') this.#event.add(line);
      return (line === '' && this.#endEvent()) || [];
    });
  }

  /** The event that the end of the stream has cut off, if there is one. */
  end(): StreamEvent | undefined {
    const line = this.#lines.end();
    if (line) this.#event.add(line);
    return this.#endEvent();
  }

  #endEvent(): StreamEvent | undefined {
    if (this.#event.size === 0) return undefined;
    const event = this.#event.take();
    this.#event = new EventFields();
    return event;
  }
}

class EventFields {
  size = 0;
  readonly #data: string[] = [];
  #type = '';
  #id: string | undefined;
  #retryMs: number | undefined;

  add(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    this.size += line.length;
    this.#set(name, value);
  }

  take(): StreamEvent {
    const data = this.#data.length === 1 ? (this.#data[0] ?? '') : this.#data.join('\n');
    return { type: this.#type, data, id: this.#id, retryMs: this.#retryMs };
  }

  #set(name: string, value: string): void {
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value);
  }
}
