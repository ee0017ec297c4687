import type { Emit } from './host-events.ts';
import type { HostedServer } from './hosted-server.ts';
import type { ListName, ServerLists } from './server-lists.ts';

/** Tells those who begin to see a server that it is connected, and what it offers. */
export function tellStanding({ name: server, connection, lists }: HostedServer, tell: Emit): void {
  if (connection.type !== 'connected') return;
  tell('connected', { server, connection });
  tellLists(server, lists, tell);
}

/** Tells those who see a server no longer, though it stays connected for others. */
export function tellWithdrawn({ name: server, connection, lists }: HostedServer, tell: Emit): void {
  if (connection.type !== 'connected') return;
  tell('disconnected', { server });
  tellLists(server, lists, tell);
}

function tellLists(server: string, lists: ServerLists, tell: Emit): void {
  const { tools, resources, templates, commands } = lists;
  const offered: Readonly<Record<ListName, readonly unknown[]>> = {
    tools: tools ?? [],
    resources: [...(resources ?? []), ...(templates ?? [])],
    prompts: commands ?? [],
  };
  for (const name of ['tools', 'resources', 'prompts'] as const) {
    if (offered[name].length > 0) tell(`${name}-changed`, { server });
  }
}
