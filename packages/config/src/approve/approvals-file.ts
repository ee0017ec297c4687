import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile } from '@toolpool/foundation/files';
import * as z from 'zod/mini';
import { parseJson } from '../read/parse-json.ts';

const RecordSchema = z.looseObject({
  /** As configured; compared in its normalised form. */
  name: z.string(),
  decision: z.enum(['approved', 'rejected']),
  /** Of `hashServerConfig`. */
  hash: z.string(),
  decidedAt: z.string(),
  /** The launch as it was shown, for telling what has changed: no literal of `env` or `headers`. */
  fields: z.record(z.string(), z.object({ shown: z.string(), digest: z.string() })),
});

const FileSchema = z.looseObject({
  version: z.literal(1),
  /** By the real path of the project. */
  projects: z.record(z.string(), z.array(RecordSchema)),
});

export type ApprovalRecord = z.output<typeof RecordSchema>;
export type Approvals = z.output<typeof FileSchema>;

/** @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_CONFIG_INVALID` */
export async function readApprovals(file: string): Promise<Approvals> {
  return parseApprovals(await readTextFile(file), file);
}

export function recordsOf({ projects }: Approvals, projectRoot: string): ApprovalRecord[] {
  return (Object.hasOwn(projects, projectRoot) && projects[projectRoot]) || [];
}

/** @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` for a text that is not whole */
export function parseApprovals(text: string | undefined, file: string): Approvals {
  if (text === undefined) return { version: 1, projects: {} };
  const parsed = FileSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ToolpoolError(`The file of approvals ${file} is damaged; it approves nothing.`, {
    code: 'TOOLPOOL_CONFIG_INVALID',
    hint: 'Delete the file and approve the servers again.',
  });
}

export function formatApprovals(approvals: Approvals): string {
  return `${JSON.stringify(approvals, undefined, 2)}\n`;
}
