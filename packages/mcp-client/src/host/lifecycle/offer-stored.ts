import type { ConfiguredServer, ConnectGate } from '@toolpool/config';
import type { CatalogueLists } from '../../catalogue/catalogue-text.ts';
import type { StoredCatalogue } from '../../catalogue/stored-catalogue.ts';
import { allowUnlessProject } from '../../connection/connection-cache.ts';
import { refusalOf } from '../../connection/gate-refusal.ts';
import { comparePins, type DefinitionPins } from '../definition-pins.ts';
import type { FoundLists } from '../server-lists.ts';
import { createToolFilter } from '../tool-filter.ts';
import type { ServerRecord } from './server-record.ts';

export interface OfferStoredOptions {
  readonly record: ServerRecord;
  readonly catalogue?: StoredCatalogue | undefined;
  readonly connect: { readonly mayConnect?: ConnectGate | undefined };
  readonly pins?: DefinitionPins | undefined;
}

/**
 * Enters into the record of a server that stands still what was stored of it, if the gate lets it run:
 * compared with its pins and filtered as if it had listed it now. Tells whether the server offers
 * something. Never rejects.
 */
export async function offerStored(
  server: ConfiguredServer,
  { record, catalogue, connect, pins }: OfferStoredOptions,
): Promise<boolean> {
  const isIdle = () => record.state === 'idle' && record.offering === undefined;
  if (!catalogue || (await refusalOf(server, connect.mayConnect ?? allowUnlessProject)))
    return false;
  if (!isIdle()) return record.offering !== undefined;
  const stored = await catalogue.load(server);
  if (!stored) return false;
  const { tools, ...others } = stored.lists;
  const known = tools && pins ? await comparePins(tools, server, pins) : tools;
  // Somebody may have started it meanwhile.
  if (isIdle())
    record.restore(stored.offering, toFound({ ...others, ...(known && { tools: known }) }, server));
  return true;
}

function toFound(
  { tools, resources, templates, prompts }: CatalogueLists,
  { config }: ConfiguredServer,
): readonly FoundLists[] {
  const isWanted = createToolFilter(config);
  const found: FoundLists[] = [];
  if (tools) {
    const wanted = tools.tools.filter(({ name }) => isWanted(name));
    found.push({ ...tools, tools: wanted, name: 'tools', part: 'tools' });
  }
  if (resources) found.push({ ...resources, name: 'resources', part: 'resources' });
  if (templates) found.push({ ...templates, name: 'resources', part: 'templates' });
  if (prompts) found.push({ ...prompts, name: 'prompts', part: 'commands' });
  return found;
}
