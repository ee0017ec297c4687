import { isRecord } from '@toolpool/foundation/values';
import { ChunkList } from '../chunk-list.ts';
import { JsonMarks } from './json-marks.ts';
import { OversizedFrame } from './oversized-frame.ts';

const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** How much of a list is parsed at a time: about a millisecond's work. */
const GROUP_BYTES = 65_536;
/** `{"result": {"tools": [`: how deep the lists lie that can be long. */
const LIST_DEPTH = 3;

/**
 * Parses a long frame while its bytes come: the items of `tools`, `content` or any other list that is
 * a member of a member of the message are parsed a group at a time, so that a list of megabytes holds
 * up nothing for longer than one of its items takes. Gives what `JSON.parse` would give.
 */
export class LongFrame {
  /** The two ends of the frame, should it be too long or no message. */
  readonly ends = new OversizedFrame();
  #size = 0;
  /** Everything but the items of lists; each list holds its number instead. */
  #skeleton = new ChunkList();
  #group = new ChunkList();
  readonly #lists: unknown[][] = [];
  readonly #marks = new JsonMarks();
  /** Which brackets are open down to the lists. */
  readonly #open: (number | undefined)[] = [];
  #depth = 0;
  /** The list whose items come. */
  #list: unknown[] | undefined;
  #isBroken = false;

  static from(parts: readonly Buffer[]): LongFrame {
    const frame = new LongFrame();
    for (const part of parts) frame.add(part);
    return frame;
  }

  get size(): number {
    return this.#size;
  }

  add(part: Buffer): void {
    this.#size += part.length;
    this.ends.add(part);
    if (!this.#isBroken) this.#scan(part);
  }

  /** The value of the whole frame; `undefined` when it is no JSON. */
  parse(): unknown {
    if (this.#isBroken || this.#list) return undefined;
    const value = parseOrUndefined(this.#skeleton);
    if (isRecord(value)) for (const member of Object.values(value)) this.#putListsInto(member);
    return value;
  }

  #scan(part: Buffer): void {
    let start = 0;
    for (
      let at = this.#marks.next(part, 0);
      at < part.length;
      at = this.#marks.next(part, at + 1)
    ) {
      start = this.#readMark(part, start, at);
    }
    (this.#list ? this.#group : this.#skeleton).add(part.subarray(start));
  }

  /** Takes in the bytes from `start` to a mark when they end something; where the next ones begin. */
  #readMark(part: Buffer, start: number, at: number): number {
    switch (part[at]) {
      case COMMA:
        return this.#endsGroup(at - start) ? this.#nextGroup(part, start, at) : start;
      case OPEN_LIST:
      case OPEN_OBJECT:
        return this.#opensList(part[at]) ? this.#beginList(part, start, at + 1) : start;
      default:
        this.#depth -= 1;
        return this.#list && this.#depth < LIST_DEPTH ? this.#endList(part, start, at) : start;
    }
  }

  #endsGroup(bytes: number): boolean {
    if (!this.#list || this.#depth !== LIST_DEPTH) return false;
    return this.#group.size + bytes >= GROUP_BYTES;
  }

  /** Goes one level deeper; whether that is into a list whose items are parsed by themselves. */
  #opensList(bracket: number | undefined): boolean {
    this.#depth += 1;
    if (this.#depth > LIST_DEPTH || this.#depth < 1) return false;
    this.#open[this.#depth] = bracket;
    if (this.#depth < LIST_DEPTH || bracket !== OPEN_LIST) return false;
    return this.#open[1] === OPEN_OBJECT && this.#open[2] === OPEN_OBJECT;
  }

  #beginList(part: Buffer, start: number, end: number): number {
    this.#skeleton.add(part.subarray(start, end));
    this.#list = [];
    this.#skeleton.add(Buffer.from(String(this.#lists.push(this.#list) - 1)));
    this.#group.add(BEGIN);
    return end;
  }

  #endList(part: Buffer, start: number, end: number): number {
    this.#group.add(part.subarray(start, end));
    const list = this.#list ?? [];
    this.#endGroup(list, list.length === 0);
    this.#list = undefined;
    return end;
  }

  #nextGroup(part: Buffer, start: number, end: number): number {
    this.#group.add(part.subarray(start, end));
    this.#endGroup(this.#list ?? [], false);
    this.#group.add(BEGIN);
    return end + 1;
  }

  /** Before and after a comma there must be an item; a list without commas may be empty. */
  #endGroup(list: unknown[], mayBeEmpty: boolean): void {
    this.#group.add(END);
    const items = parseOrUndefined(this.#group);
    this.#group = new ChunkList();
    const isGroup = Array.isArray(items) && (mayBeEmpty || items.length > 0);
    if (isGroup) for (const item of items) list.push(item);
    else this.#break();
  }

  /** It is no JSON: nothing of it needs to be kept. */
  #break(): void {
    this.#isBroken = true;
    this.#skeleton = new ChunkList();
    this.#lists.length = 0;
  }

  #putListsInto(member: unknown): void {
    if (!isRecord(member)) return;
    for (const [key, value] of Object.entries(member)) {
      if (Array.isArray(value)) (member as Record<string, unknown>)[key] = this.#lists[value[0]];
    }
  }
}

const BEGIN = Buffer.from('[');
const END = Buffer.from(']');

function parseOrUndefined(chunks: ChunkList): unknown {
  try {
    const text = chunks.join().toString('utf8');
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
