import * as z from 'zod/mini';
import type { PluginContext } from '../contract/plugin-definition.ts';

const NAME = /^[a-z0-9][a-z0-9._-]*$/i;

const text = () => z.string('must be text.');

/** It becomes part of server names, where `:` separates. */
const name = text().check(
  z.regex(
    NAME,
    'must consist of letters, digits, ".", "_" and "-", and begin with a letter or digit.',
  ),
);

const value = z.union(
  [z.string(), z.number(), z.boolean()],
  'must be text, a number or a boolean.',
);

const OptionSchema = z
  .looseObject(
    {
      type: z.enum(
        ['string', 'number', 'boolean', 'file', 'directory'],
        'must be "string", "number", "boolean", "file" or "directory".',
      ),
      title: text(),
      description: z.exactOptional(text()),
      required: z.exactOptional(z.boolean('must be true or false.')),
      default: z.exactOptional(value),
      sensitive: z.exactOptional(z.boolean('must be true or false.')),
    },
    'must be an object.',
  )
  .check(
    z.refine(
      (option) =>
        option.default === undefined || typeof option.default === primitiveOf(option.type),
      { path: ['default'], error: 'must have the type that the option has.' },
    ),
  );

function primitiveOf(type: string): string {
  return type === 'number' || type === 'boolean' ? type : 'string';
}

const shared = {
  name,
  description: z.exactOptional(text()),
  userConfig: z.exactOptional(
    z.record(
      z.string().check(z.regex(/^[\w-]+$/, 'must consist of letters, digits, "_" and "-".')),
      OptionSchema,
      'must be an object.',
    ),
  ),
};

/** Server entries; each is checked where all entries are, so that a bad one costs itself only. */
const entries = z.record(z.string(), z.unknown(), 'must be an object of server entries.');

/** A file of server entries. */
export const PluginEntriesSchema = z.looseObject(
  { $schema: z.exactOptional(z.unknown()), mcpServers: z.exactOptional(entries) },
  'must hold an object.',
);

/** `plugin.json`. Keys it does not know stay. */
export const PluginManifestSchema = z.looseObject(
  {
    ...shared,
    version: z._default(text(), '0.0.0'),
    mcpServers: z.exactOptional(
      z.union(
        [z.array(z.string()), z.string(), entries],
        'must be an object of server entries, the path of a file with them, or a list of such paths.',
      ),
    ),
  },
  'must hold an object.',
);

/** The default export of a plugin module. */
export const PluginDefinitionSchema = z.looseObject(
  {
    ...shared,
    version: text(),
    mcpServers: z.exactOptional(entries),
    createServers: z.exactOptional(
      z.custom<(context: PluginContext) => unknown>(
        (input) => typeof input === 'function',
        'must be a function.',
      ),
    ),
  },
  'must be what definePlugin returns.',
);
