import {
  type ConfiguredServer,
  type PinPolicy,
  pinFirst,
  readPin,
  type ServerPin,
} from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { DefinitionPins, PinVerdict } from '@toolpool/mcp-client';
import {
  buildMcpToolName,
  diffTools,
  fingerprintTools,
  type McpToolDefinition,
  type ToolDifference,
  type ToolFingerprint,
} from '@toolpool/tool-core';
import type { Configuration } from '../compose/load-configuration.ts';
import { describeDifferences } from './describe-differences.ts';

/** What one server listed in this run, against its pin. */
export interface PinFinding {
  readonly server: ConfiguredServer;
  readonly present: readonly ToolFingerprint[];
  /** Absent when it cannot be read. */
  readonly pin?: ServerPin;
  readonly differences: readonly ToolDifference[];
  /** For people; absent when nothing differs. */
  readonly problem?: string;
}

/** The pins of one project, kept in the user's own folder: a server's first list is stored unasked. */
export class ProjectPins implements DefinitionPins {
  readonly #configuration: Pick<Configuration, 'paths' | 'projectRoot'>;
  readonly #policy: PinPolicy;
  readonly #findings = new Map<string, PinFinding>();

  constructor({ paths, projectRoot, loaded }: Configuration) {
    this.#configuration = { paths, projectRoot };
    this.#policy = loaded.pinPolicy;
  }

  /** Of the servers that have listed their tools so far, by name. */
  get findings(): ReadonlyMap<string, PinFinding> {
    return this.#findings;
  }

  async check(server: ConfiguredServer, tools: readonly McpToolDefinition[]): Promise<PinVerdict> {
    if (this.#policy === 'off') return { changed: new Set(), block: false, problems: [] };
    const present = fingerprintTools(tools);
    const finding = await this.#compare(server, present);
    this.#findings.set(server.name, finding);
    // Without a pin that can be read, none of the tools is known.
    const changed = finding.pin ? finding.differences : present.map(({ name }) => ({ tool: name }));
    return {
      changed: new Set(changed.map(({ tool }) => tool)),
      block: this.#policy === 'block',
      problems: finding.problem === undefined ? [] : [finding.problem],
    };
  }

  /** The error for a tool that this policy keeps out of the pool, by any name it may be called. */
  findBlocked(name: string): ToolpoolError | undefined {
    if (this.#policy !== 'block') return undefined;
    for (const { server, present, pin, differences } of this.#findings.values()) {
      const own = present.find((tool) => isNamed(name, server.name, tool.name));
      if (!own || (pin && !differences.some(({ tool }) => tool === own.name))) continue;
      return new ToolpoolError(
        `Tool "${own.name}" of server "${server.name}" is blocked: it has changed since it was pinned.`,
        { code: 'TOOLPOOL_TOOL_CHANGED', hint: adviceFor(server.name), server: server.name },
      );
    }
    return undefined;
  }

  /** Whether a problem of a server was told here. */
  isOwn(server: string, problem: string): boolean {
    return this.#findings.get(server)?.problem === problem;
  }

  async #compare(
    server: ConfiguredServer,
    present: readonly ToolFingerprint[],
  ): Promise<PinFinding> {
    try {
      const known = await readPin(server, this.#configuration);
      const pin = known ?? (await pinFirst(server, present, this.#configuration));
      const differences = diffTools(pin.tools, present);
      const problem = describeDifferences(server.name, differences);
      return { server, present, pin, differences, ...(problem !== undefined && { problem }) };
    } catch (error) {
      if (!ToolpoolError.isInstance(error)) throw error;
      return { server, present, differences: [], problem: error.message };
    }
  }
}

/** What to do about tools that have changed. */
export function adviceFor(server: string): string {
  return `See the difference with toolpool pins diff ${server}, then take it with toolpool pins accept ${server}, or remove the server.`;
}

function isNamed(name: string, server: string, tool: string): boolean {
  return name === tool || name === `${server}/${tool}` || name === buildMcpToolName(server, tool);
}
