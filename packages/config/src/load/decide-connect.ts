import { decideProjectServer, type Grants } from '../approve/decide-project-server.ts';
import type { Trust } from '../approve/trust.ts';
import type { ConnectVerdict, LaunchChange, SetAsideStatus } from '../contract.ts';
import { findPolicyRefusal, type PolicySubject } from '../policy/decide-policy.ts';
import type { Policy } from '../policy/read-policy.ts';

export type Decision = ConnectVerdict & { readonly changes?: readonly LaunchChange[] };

const codes = {
  pending: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
  rejected: 'TOOLPOOL_SERVER_REJECTED',
} as const;

/** What decides about a server, as it is now. */
export interface DecideContext {
  readonly trust: Trust;
  readonly grants: Grants;
  readonly policy: Policy;
  readonly env: NodeJS.ProcessEnv;
}

/** The one decision whether a server may run, for loading and for the gate alike; the policy comes last. */
export function decideConnect(server: PolicySubject, context: DecideContext): Decision {
  const { trust, grants, policy, env } = context;
  const switchedOff = findSwitch(server, trust);
  if (switchedOff !== undefined) {
    return refuse('disabled', switchedOff, 'TOOLPOOL_SERVER_DISABLED');
  }
  if (server.scope === 'project') {
    const decision = decideProjectServer(server, trust, grants);
    if (decision.status !== 'approved') {
      const { status, ...rest } = decision;
      const shown = status === 'pending' ? 'pending-approval' : status;
      return { allowed: false, status: shown, code: codes[status], ...rest };
    }
  }
  const refusal = findPolicyRefusal(server, policy, env);
  if (refusal === undefined) return { allowed: true };
  return refuse('blocked', refusal, 'TOOLPOOL_SERVER_BLOCKED');
}

/** What the user says about this project wins over what the entry says. */
function findSwitch({ name, config }: PolicySubject, { switches }: Trust): string | undefined {
  if (switches === undefined) {
    return 'What you disabled in this project cannot be read, so that no server runs.';
  }
  if (switches.disabled.includes(name)) return 'You disabled it in this project.';
  if (config.disabled !== true || switches.enabled.includes(name)) return undefined;
  return 'Its entry has "disabled": true.';
}

function refuse(
  status: SetAsideStatus,
  reason: string,
  code: 'TOOLPOOL_SERVER_DISABLED' | 'TOOLPOOL_SERVER_BLOCKED',
): Decision {
  return { allowed: false, status, reason, code };
}
