import { ToolpoolError } from '@toolpool/foundation/errors';
import {
  decidePermission,
  type PermissionContext,
  type PermissionDecision,
  type PermissionResult,
  type RuleBehavior,
  type Tool,
} from '@toolpool/tool-core';
import { orAborted } from '../session/abort-listeners.ts';
import type { CallOptions, HostOptions } from './host.ts';

type Arguments = Readonly<Record<string, unknown>>;

const STRICTNESS: Readonly<Record<RuleBehavior, number>> = { allow: 0, ask: 1, deny: 2 };

/** Lets calls pass that the permissions allow, asks where they say so, and denies the others. */
export class PermissionGuard {
  readonly #contexts: readonly PermissionContext[];
  readonly #ask: HostOptions['onPermissionRequest'];
  // What is decided about a server's tool does not depend on the call.
  readonly #decisions = new WeakMap<Tool, PermissionDecision>();

  /** Every one of the contexts must let a call pass: the strictest decides. */
  constructor(contexts: readonly PermissionContext[], ask: HostOptions['onPermissionRequest']) {
    this.#contexts = contexts;
    this.#ask = ask;
  }

  /**
   * Returns nothing when the call may go ahead at once, else a promise for the answer.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_TOOL_DENIED`, `TOOLPOOL_CALL_CANCELLED`
   */
  check(tool: Tool, args: Arguments, options: CallOptions): Promise<void> | undefined {
    if (!tool.isMcp) return this.#checkBuiltIn(tool, args, options);
    let decision = this.#decisions.get(tool);
    if (!decision) {
      decision = this.#decide(tool);
      this.#decisions.set(tool, decision);
    }
    if (decision.behavior === 'allow') return undefined;
    return this.#settle(tool, args, { decision, options });
  }

  #decide(tool: Tool, own?: PermissionResult): PermissionDecision {
    const decisions = this.#contexts.map((context) => decidePermission(tool, context, own));
    const [strictest] = decisions.sort((a, b) => STRICTNESS[b.behavior] - STRICTNESS[a.behavior]);
    if (!strictest) throw new TypeError('Permissions take at least one context');
    return strictest;
  }

  async #checkBuiltIn(tool: Tool, args: Arguments, options: CallOptions): Promise<void> {
    const own = await tool.checkPermissions(args, options);
    const decision = this.#decide(tool, own);
    if (decision.behavior !== 'allow') await this.#settle(tool, args, { decision, options });
  }

  async #settle(
    tool: Tool,
    args: Arguments,
    { decision, options }: { decision: PermissionDecision; options: CallOptions },
  ): Promise<void> {
    const { behavior, message } = decision;
    if (behavior === 'deny' || !this.#ask) throw denied(tool, decision);
    const { signal } = options;
    if (signal?.aborted) throw cancelled(tool);
    const answer = this.#ask({ tool, args, message, ...(signal && { signal }) });
    const isAllowed = await orAborted(Promise.resolve(answer), signal, () => cancelled(tool));
    if (!isAllowed) throw denied(tool, decision);
  }
}

function denied(tool: Tool, { message, rule }: PermissionDecision): ToolpoolError {
  const server = tool.mcpInfo?.serverName;
  return new ToolpoolError(`Tool "${tool.name}" was not called. ${message}`, {
    code: 'TOOLPOOL_TOOL_DENIED',
    hint: `Add the rule "${tool.name}" to permissions.allow to let it run.`,
    server,
    data: { tool: tool.name, ...(rule && { rule: rule.text }) },
  });
}

function cancelled(tool: Tool): ToolpoolError {
  return new ToolpoolError(`The call of tool "${tool.name}" was cancelled.`, {
    code: 'TOOLPOOL_CALL_CANCELLED',
    server: tool.mcpInfo?.serverName,
  });
}
