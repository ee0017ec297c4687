import type { FixtureScript } from './fixture-script.ts';
import { createFixtureSession, type JsonRpcMessage } from './fixture-session.ts';

/** The part of the SDK's `Transport` that a server needs. */
interface FixtureTransport {
  start(): Promise<void>;
  send(message: never): Promise<void>;
  close(): Promise<void>;
}

export interface FixtureServer {
  connect(transport: FixtureTransport): Promise<void>;
  close(): Promise<void>;
}

interface MessageTransport {
  onmessage?: (message: JsonRpcMessage) => void;
  start(): Promise<void>;
  send(message: JsonRpcMessage): Promise<void>;
  close(): Promise<void>;
}

/** A scripted server in this process; `exit` closes its transports. */
export function createFixtureServer(script: FixtureScript): FixtureServer {
  const open = new Set<FixtureTransport>();
  const close = async () => {
    const transports = [...open];
    open.clear();
    await Promise.all(transports.map((transport) => transport.close()));
  };
  return {
    close,
    async connect(given) {
      const transport = given as unknown as MessageTransport;
      const session = createFixtureSession(script, {
        // A client that has gone away needs no answer.
        send: (message) => transport.send(message).catch(() => undefined),
        log: () => undefined,
        exit: () => void close(),
      });
      open.add(given);
      transport.onmessage = (message) => void session.receive(message);
      await transport.start();
    },
  };
}
