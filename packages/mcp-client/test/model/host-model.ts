/** Attempts to bring a server back that the hosts under test make in all. */
export const MAX_ATTEMPTS = 4;

/** What is known of one server of a host. */
export interface ServerModel {
  variant: number;
  /** Nothing stands in the way of its being connected once all is quiet. */
  mustConnect: boolean;
  /** It was seen connected: from then on it is brought back. */
  isKnown: boolean;
  /** It was seen connected, and nothing has happened to it since. */
  isSteady: boolean;
  attemptsLeft: number;
}

export interface CallModel {
  readonly id: number;
  readonly server: string;
  readonly isHeld: boolean;
  readonly abort: AbortController;
  /** It must bring its answer, or wait for it: nothing happens to its server. */
  isSafe: boolean;
}

/** What a host must be like, from what was done to it. Where two ends are right it demands neither. */
export class HostModel {
  readonly servers = new Map<string, ServerModel>();
  readonly broken = new Set<string>();
  readonly calls: CallModel[] = [];
  isClosed = false;
  /** Something was done since all was quiet. */
  isBusy = true;

  /** The configuration is this one from now on: names with their variants. */
  configure(entries: ReadonlyMap<string, number>): void {
    this.isBusy = true;
    if (this.isClosed) return;
    for (const name of this.servers.keys()) if (!entries.has(name)) this.#remove(name);
    for (const [name, variant] of entries) {
      if (this.servers.get(name)?.variant === variant) continue;
      this.#remove(name);
      this.servers.set(name, {
        variant,
        mustConnect: !this.broken.has(name),
        isKnown: false,
        isSteady: false,
        attemptsLeft: MAX_ATTEMPTS,
      });
    }
  }

  kill(name: string): void {
    this.isBusy = true;
    this.disturb(name);
    const server = this.servers.get(name);
    if (!server) return;
    const isBack = server.isKnown && server.attemptsLeft > 0 && !this.broken.has(name);
    server.mustConnect &&= isBack;
    server.attemptsLeft = isBack ? server.attemptsLeft - 1 : 0;
  }

  /** One that is being started at this moment may fail or not. */
  setBroken(name: string, isBroken: boolean): void {
    const server = this.servers.get(name);
    if (isBroken && this.isBusy && server) {
      server.mustConnect = false;
      server.attemptsLeft = 0;
    }
    if (isBroken) this.broken.add(name);
    else this.broken.delete(name);
  }

  connect(name: string): void {
    const server = this.servers.get(name);
    // While something goes on, the answer may be the end of another attempt.
    if (server && !this.isBusy && !this.broken.has(name)) server.mustConnect = true;
    this.isBusy = true;
  }

  call(server: string, isHeld: boolean): CallModel {
    const call = {
      id: this.calls.length,
      server,
      isHeld,
      abort: new AbortController(),
      isSafe: this.servers.get(server)?.isSteady ?? false,
    };
    this.calls.push(call);
    return call;
  }

  /** What a server is asked from now on, and was asked before, may fail. */
  disturb(name: string): void {
    const server = this.servers.get(name);
    if (server) server.isSteady = false;
    for (const call of this.calls) if (call.server === name) call.isSafe = false;
  }

  close(): void {
    this.isBusy = true;
    this.isClosed = true;
    for (const name of [...this.servers.keys()]) this.#remove(name);
  }

  /** All is quiet: what a server is seen to be is what it is. */
  see(name: string, isConnected: boolean): void {
    const server = this.servers.get(name);
    if (!server) return;
    server.isSteady = isConnected;
    server.isKnown ||= isConnected;
    server.mustConnect = isConnected;
  }

  #remove(name: string): void {
    this.disturb(name);
    this.servers.delete(name);
  }
}
