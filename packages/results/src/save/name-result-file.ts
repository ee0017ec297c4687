import { randomBytes } from 'node:crypto';

const MAX_PART_LENGTH = 40;

export interface ResultFileOrigin {
  readonly server: string;
  readonly tool: string;
}

/** A name that nobody can guess and no server can choose: `mcp-<server>-<tool>-<time>-<id>`. */
export function nameResultFile({ server, tool }: ResultFileOrigin, extension: string): string {
  return `mcp-${toNamePart(server)}-${toNamePart(tool)}-${stampTime()}-${randomId()}.${extension}`;
}

/** A name for the folder of one session. */
export function nameSessionFolder(): string {
  return `session-${stampTime()}-${randomId()}`;
}

function toNamePart(name: string): string {
  return name.slice(0, MAX_PART_LENGTH).replace(/[^A-Za-z0-9_-]/g, '_') || '_';
}

/** ISO 8601 in its basic format, to the second, in UTC. */
function stampTime(): string {
  return `${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function randomId(): string {
  return randomBytes(8).toString('hex');
}
