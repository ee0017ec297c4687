import type { ToolRow } from '../host/tool-row.ts';
import type { Io } from '../io.ts';
import { formatCount } from './format-values.ts';
import { paintFor } from './paint.ts';
import { safeLine, safeText } from './text.ts';
import { flagsOf } from './tool-table.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** One tool: what it is, its arguments, its schemas and a call to copy. */
export function formatTool(tool: ToolRow, io: Io): string {
  const paint = paintFor(io.stdout, io);
  const title = tool.title === null ? '' : `  ${safeLine(tool.title)}`;
  const kind = [flagsOf(tool), ...(tool.openWorld ? ['reaches out'] : [])].join(', ');
  const facts = `${safeLine(tool.server ?? 'built in')}, ${kind}, ${formatCount(tool.tokens, 'token')}`;
  const schemas = [
    `${paint.dim('input')}\n${formatJson(tool.inputSchema)}`,
    ...(tool.outputSchema === null
      ? []
      : [`${paint.dim('output')}\n${formatJson(tool.outputSchema)}`]),
  ];
  return [
    `${paint.bold(safeLine(tool.name))}${title}`,
    paint.dim(facts),
    ...(tool.description ? ['', safeText(tool.description)] : []),
    '',
    ...schemas,
    '',
    paint.dim('call it'),
    `  ${exampleCall(tool)}`,
    '',
  ].join('\n');
}

function formatJson(value: unknown): string {
  return safeText(JSON.stringify(value, undefined, 2));
}

/** A command line with every required argument, its type in the place of its value. */
function exampleCall({ name, server, tool, inputSchema }: ToolRow): string {
  const { properties, required } = asObject(inputSchema);
  const names = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
  const pairs = names.map((key) => `${key}=<${typeOf(asObject(asObject(properties)[key]))}>`);
  const target = server === null ? name : `${server}/${tool}`;
  return safeLine(['toolpool call', ...[target, ...pairs].map(quoteWord)].join(' '));
}

function typeOf({ type, enum: values }: JsonObject): string {
  if (Array.isArray(values)) return values.map(String).join('|');
  return typeof type === 'string' ? type : 'value';
}

function quoteWord(word: string): string {
  return /^[\w./:=@<>|-]+$/.test(word) && !/[<>|]/.test(word)
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}
