import { compareText } from '@toolpool/foundation/values';
import { type Command, nameCommands } from '../discovery/discover-prompts.ts';
import type { Resource, ResourceTemplate } from '../discovery/discover-resources.ts';
import type { HostedServer } from './hosted-server.ts';
import type { ServerSet } from './server-set.ts';

/** What the servers of a set offer beside tools. */
export class ServerCatalogue {
  readonly #servers: ServerSet;
  #commands: readonly Command[] | undefined;
  /** What the commands were made of. */
  #sources: readonly HostedServer[] | undefined;

  constructor(servers: ServerSet) {
    this.#servers = servers;
  }

  /** Makes the next look at the commands take in what changed. */
  invalidate(): void {
    this.#commands = undefined;
  }

  /** In the order of names. */
  commands(): readonly Command[] {
    const { all } = this.#servers;
    if (!this.#commands || this.#sources !== all) {
      this.#sources = all;
      const commands = nameCommands(all.flatMap(({ lists }) => lists.commands ?? []));
      this.#commands = commands.toSorted((a, b) => compareText(a.name, b.name));
    }
    return this.#commands;
  }

  /** @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN` */
  resources(server?: string): readonly (Resource & { readonly server: string })[] {
    const asked = server === undefined ? this.#servers.all : [this.#servers.get(server)];
    return asked.flatMap(({ name, lists }) =>
      (lists.resources ?? []).map((resource) => ({ ...resource, server: name })),
    );
  }

  resourceTemplates(): readonly (ResourceTemplate & { readonly server: string })[] {
    return this.#servers.all.flatMap(({ name, lists }) =>
      (lists.templates ?? []).map((template) => ({ ...template, server: name })),
    );
  }

  instructions(): readonly { readonly server: string; readonly instructions: string }[] {
    return this.#servers.all.flatMap(({ name, offering }) => {
      const instructions = offering?.instructions;
      return instructions === undefined ? [] : [{ server: name, instructions }];
    });
  }
}
