import type { Grants } from '../approve/decide-project-server.ts';
import { readTrust } from '../approve/trust.ts';
import type { ConnectGate } from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { decideConnect } from './decide-connect.ts';
import { shareReading } from './share-reading.ts';

export interface GateOptions {
  readonly paths: ToolpoolPaths;
  readonly projectRoot: string;
  readonly grants: Grants;
  readonly env: NodeJS.ProcessEnv;
}

/** Makes the gate of one load: it decides about the launch it is given, not about a remembered one. */
export function createConnectGate({ paths, projectRoot, grants, env }: GateOptions): ConnectGate {
  const readRules = shareReading(() =>
    Promise.all([readTrust(paths, projectRoot), readPolicy(paths)]),
  );
  return async (server) => {
    const [trust, policy] = await readRules();
    const decision = decideConnect(server, { trust, grants, policy, env });
    if (decision.allowed) return { allowed: true };
    const { status, reason, code } = decision;
    return { allowed: false, status, reason, code };
  };
}
