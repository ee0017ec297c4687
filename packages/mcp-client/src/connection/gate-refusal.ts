import type { ConfiguredServer, ConnectGate, ConnectVerdict } from '@toolpool/config';

type Refused = Extract<ConnectVerdict, { readonly allowed: false }>;

/** Ends an attempt to connect that the gate refuses, at whatever point. */
export class GateRefusal extends Error {
  override readonly name = 'GateRefusal';
  readonly verdict: Refused;

  constructor(verdict: Refused) {
    super(verdict.reason);
    this.verdict = verdict;
  }
}

/** Asks the gate. @throws {@link GateRefusal} */
export async function passGate(server: ConfiguredServer, mayConnect: ConnectGate): Promise<void> {
  const verdict = await mayConnect(server);
  if (!verdict.allowed) throw new GateRefusal(verdict);
}
