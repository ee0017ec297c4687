import type { ConfiguredServer, ConnectGate, ConnectVerdict } from '@toolpool/config';
import { toFailure } from './connect-failure.ts';
import {
  type ConnectedServer,
  connectionBase,
  type DisabledServer,
  type SettledConnection,
} from './connection.ts';

type Refused = Extract<ConnectVerdict, { readonly allowed: false }>;

/** Ends an attempt to connect that the gate refuses, at whatever point. */
export class GateRefusal extends Error {
  override readonly name = 'GateRefusal';
  readonly verdict: Refused;

  constructor(verdict: Refused) {
    super(verdict.reason);
    this.verdict = verdict;
  }

  /** The state it leaves a server in. */
  toConnection(server: ConfiguredServer): DisabledServer {
    const { status, reason, code } = this.verdict;
    return { ...connectionBase(server), type: 'disabled', status, reason, code };
  }
}

/** Asks the gate. @throws {@link GateRefusal} */
export async function passGate(server: ConfiguredServer, mayConnect: ConnectGate): Promise<void> {
  const verdict = await mayConnect(server);
  if (!verdict.allowed) throw new GateRefusal(verdict);
}

/** The state in which a gate that refuses, or fails, leaves a server. Never rejects. */
export async function refusalOf(
  server: ConfiguredServer,
  mayConnect: ConnectGate,
): Promise<Exclude<SettledConnection, ConnectedServer> | undefined> {
  try {
    await passGate(server, mayConnect);
    return undefined;
  } catch (error) {
    return error instanceof GateRefusal ? error.toConnection(server) : toFailure(server, error);
  }
}
