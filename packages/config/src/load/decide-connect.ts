import { decideProjectServer, type Grants } from '../approve/decide-project-server.ts';
import type { Trust } from '../approve/trust.ts';
import type { ConfiguredServer, ConnectVerdict, LaunchChange } from '../contract.ts';

type Subject = Pick<ConfiguredServer, 'name' | 'scope' | 'config'>;

export type Decision = ConnectVerdict & { readonly changes?: readonly LaunchChange[] };

const codes = {
  pending: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
  rejected: 'TOOLPOOL_SERVER_REJECTED',
} as const;

/** The one decision whether a server may run, for loading and for the gate alike. */
export function decideConnect(server: Subject, trust: Trust, grants: Grants): Decision {
  if (server.config.disabled === true) {
    return {
      allowed: false,
      status: 'disabled',
      reason: 'Its entry has "disabled": true.',
      code: 'TOOLPOOL_SERVER_DISABLED',
    };
  }
  if (server.scope !== 'project') return { allowed: true };
  const decision = decideProjectServer(server, trust, grants);
  if (decision.status === 'approved') return { allowed: true };
  const { status, ...rest } = decision;
  return {
    allowed: false,
    status: status === 'pending' ? 'pending-approval' : status,
    code: codes[status],
    ...rest,
  };
}
