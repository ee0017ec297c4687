import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  approveServers,
  describeLaunch,
  parseServerConfig,
  type ServerConfig,
} from '../src/index.ts';
import { createWorkspace } from './workspace.ts';

const pairs = process.env.TOOLPOOL_SOAK === '1' ? 100_000 : 400;
/** Entries that one file holds, and one load decides about. */
const BATCH = 100;

type Entry = Readonly<Record<string, unknown>>;

const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('1', ',', 'A=1', ' ', '\u00e9', 'e\u0301', '__proto__', '["x"]', '\0', '***'),
  )
  // References are a matter of their own: here they would make entries that cannot run.
  .filter((value) => !value.includes('${'));
// The schemas take no key of the name __proto__ over, so that it is no part of a launch.
const key = fc
  .oneof(text, fc.constantFrom('A', 'B', 'constructor', '1'))
  .filter((name) => name !== '__proto__');
const some = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(of, { nil: undefined });
const map = some(fc.dictionary(key, text, { maxKeys: 3 }));
const url = text.map((value) => `https://h.example/${Buffer.from(value).toString('base64url')}`);

const stdio = fc.record({
  command: text.filter((value) => value !== ''),
  args: some(fc.array(text, { maxLength: 3 })),
  env: map,
  cwd: some(text),
  envPassthrough: some(fc.array(text, { maxLength: 2 })),
});
const remote = fc.record({
  type: fc.constantFrom('http', 'sse'),
  url,
  headers: map,
  headersHelper: some(text),
  oauth: some(
    fc.record({ clientId: text, scopes: text, callbackPort: fc.integer({ min: 1, max: 9 }) }),
  ),
  tls: some(fc.record({ ca: text, cert: text, key: text })),
});
const entries: fc.Arbitrary<Entry> = fc.oneof(stdio, remote).map((entry) => {
  return JSON.parse(JSON.stringify(entry));
});

/** One change of one launch field: of what it says, of whether it is there, of its type. */
const changes = fc.record({ at: fc.nat(), how: fc.constantFrom('set', 'drop', 'add'), to: text });
type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never;

/** The paths of every field of an entry that holds no others. */
function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return Object.entries(value).flatMap(([name, item]) => leaves(item, [...path, name]));
}

function changed(entry: Entry, { at, how, to }: Change): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(entry));
  const paths = leaves(copy);
  const path = paths[at % paths.length] ?? [];
  const last = path.at(-1) ?? '';
  const holder: object = path
    .slice(0, -1)
    .reduce((value, name) => Reflect.get(value, name), Object(copy));
  const isMap = path.length > 1 && path[0] !== 'oauth' && path[0] !== 'tls';
  if (how === 'drop' && path.length > 1) drop(holder, last);
  else if (how === 'add' && isMap) add(holder, to);
  else Reflect.set(holder, last, replacement(Reflect.get(holder, last), path.join('.'), to));
  return copy;
}

function drop(holder: object, name: string): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else Reflect.deleteProperty(holder, name);
}

function add(holder: object, to: string): void {
  if (Array.isArray(holder)) holder.push(to);
  else Object.defineProperty(holder, `${to}+new`, { value: to, enumerable: true });
}

function replacement(value: unknown, field: string, to: string): unknown {
  if (field === 'type') return value === 'sse' ? 'http' : 'sse';
  if (field === 'url') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  return value === to || to === '' ? `${value}x` : to;
}

/** The same value with the keys of all its objects in another order. */
function reordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reordered);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, reordered(item)]),
  );
}

function configOf(entry: unknown): ServerConfig {
  const { config } = parseServerConfig(entry);
  if (config === undefined) throw new Error(`The entry is invalid: ${JSON.stringify(entry)}.`);
  return config;
}

function launchOf(entry: unknown): string {
  const fields = describeLaunch(configOf(entry)).map((field) => JSON.stringify(field));
  return fields.sort().join('\n');
}

function namesOf(values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(values.map((value, index) => [`s${index}`, value]));
}

it(`fault 21: of ${pairs} approved entries, each waits again once one field changes, and none for its order`, async () => {
  await using workspace = await createWorkspace();
  const { paths, project: projectRoot } = workspace;
  const load = async (servers: readonly unknown[]) => {
    await workspace.write('project/.mcp.json', { mcpServers: namesOf(servers) });
    return workspace.load();
  };
  const batches = fc.array(fc.tuple(entries, changes), { minLength: BATCH, maxLength: BATCH });
  const decide = async (batch: readonly (readonly [Entry, Change])[]): Promise<void> => {
    const approved = batch.map(([entry]) => entry);
    await approveServers(
      approved.map((entry, index) => ({ name: `s${index}`, config: configOf(entry) })),
      { paths, projectRoot },
    );
    const same = await load(approved.map(reordered));
    expect(same.setAside).toEqual([]);
    const others = batch.map(([entry, change]) => changed(entry, change));
    const differ = batch.map(([entry], index) => launchOf(entry) !== launchOf(others[index]));
    expect(differ).toEqual(new Array(BATCH).fill(true));
    const { servers, setAside } = await load(others);
    expect(servers).toEqual([]);
    expect(setAside.filter(({ status }) => status === 'pending-approval')).toHaveLength(BATCH);
    // What has changed is told, for every one of them.
    expect(setAside.filter((server) => (server.changes ?? []).length === 0)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(batches, decide), {
    numRuns: pairs / BATCH,
    endOnFailure: true,
  });
}, 2_400_000);
