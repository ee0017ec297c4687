import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile } from '@toolpool/foundation/files';
import * as z from 'zod/mini';
import { parseJson } from '../read/parse-json.ts';

const SwitchesSchema = z.looseObject({
  enabled: z.array(z.string()),
  disabled: z.array(z.string()),
});

const FileSchema = z.looseObject({
  version: z.literal(1),
  /** By the real path of the project. */
  projects: z.record(z.string(), SwitchesSchema),
});

/** Names of the servers that the user switched on or off in one project, whatever their scope. */
export type Switches = z.output<typeof SwitchesSchema>;
export type SwitchesFile = z.output<typeof FileSchema>;

const noSwitches: Switches = { enabled: [], disabled: [] };

/** @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_CONFIG_INVALID` */
export async function readSwitches(file: string, projectRoot: string): Promise<Switches> {
  return switchesOf(parseSwitches(await readTextFile(file), file), projectRoot);
}

export function switchesOf({ projects }: SwitchesFile, projectRoot: string): Switches {
  return (Object.hasOwn(projects, projectRoot) && projects[projectRoot]) || noSwitches;
}

/** @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` for a text that is not whole */
export function parseSwitches(text: string | undefined, file: string): SwitchesFile {
  if (text === undefined) return { version: 1, projects: {} };
  const parsed = FileSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ToolpoolError(
    `The file of switches ${file} is damaged; no server runs, since any may be disabled.`,
    {
      code: 'TOOLPOOL_CONFIG_INVALID',
      hint: 'Delete the file and disable again what should not run.',
    },
  );
}
