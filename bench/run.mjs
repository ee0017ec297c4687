// Side-by-side measurements of the built packages: node run.mjs [--only S1,S4] [--json]
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { scenario as f23 } from './f23-burst.mjs';
import { scenario as l8 } from './l8-one-bad-server.mjs';
import { measure, toMarkdown } from './lib.mjs';
import { scenario as s1 } from './s1-in-process-calls.mjs';
import { scenario as s2 } from './s2-sequential-calls.mjs';
import { scenario as s3 } from './s3-calls-in-flight.mjs';
import { scenario as s4 } from './s4-large-result.mjs';
import { scenario as s5 } from './s5-start-of-servers.mjs';
import { scenario as s7 } from './s7-long-list.mjs';
import { scenario as s8 } from './s8-command-start.mjs';
import { scenario as s9 } from './s9-one-shot-call.mjs';
import { scenario as s13 } from './s13-idle-servers.mjs';

const scenarios = [s1, s2, s3, s4, s5, s7, s8, s9, s13, l8, f23];
const results = new URL('results/', import.meta.url);

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean' } } });
const only = values.only?.toUpperCase().split(',');
const chosen = scenarios.filter(({ id }) => !only || only.includes(id));
if (chosen.length === 0 || only?.some((id) => !scenarios.some((each) => each.id === id))) {
  process.stderr.write(`There are ${scenarios.map(({ id }) => id).join(', ')}.\n`);
  process.exit(2);
}

const rows = [];
const rounds = [];
for (const scenario of chosen) {
  for (const parameters of scenario.cases) {
    process.stderr.write(`${scenario.id} ${JSON.stringify(parameters)}\n`);
    try {
      const sides = scenario.sides(parameters);
      const run = (side) => scenario.run(side, parameters);
      const measured = await measure(sides, scenario.rounds, run);
      for (const row of scenario.rows(measured, parameters)) rows.push({ id: scenario.id, ...row });
      rounds.push({ id: scenario.id, parameters, ...measured });
    } catch (error) {
      // What could not be measured costs its own rows only.
      process.stderr.write(`${scenario.id} failed: ${error.message}\n`);
      process.exitCode = 1;
    }
  }
}

const report = { node: process.version, cpus: availableParallelism(), rows, rounds };
const markdown = toMarkdown(rows);
mkdirSync(results, { recursive: true });
writeFileSync(new URL('results.json', results), `${JSON.stringify(report, null, 2)}\n`);
writeFileSync(new URL('results.md', results), `${markdown}\n`);
process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : `${markdown}\n`);
