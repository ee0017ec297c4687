import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly specifier: string;
  readonly source: string;
}

/** Every entry of every published package, as its manifest's `exports` name it. */
const entries = ['packages', 'plugins']
  .flatMap((group) => readdirSync(group).map((name) => join(group, name)))
  .flatMap((directory): Entry[] => {
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    if (manifest.private) return [];
    return Object.entries<Record<string, string>>(manifest.exports)
      .filter(([, target]) => target['@toolpool/source'] !== undefined)
      .map(([subpath, target]) => ({
        specifier: join(manifest.name, subpath),
        source: join(process.cwd(), directory, target['@toolpool/source'] ?? ''),
      }));
  });

describe('public API', () => {
  it.each(entries)('of $specifier has these names', async ({ specifier, source }) => {
    const names = Object.keys(await import(source)).sort();
    await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(
      `public-api/${specifier.replaceAll('/', '.').replace('@', '')}.txt`,
    );
  });
});
