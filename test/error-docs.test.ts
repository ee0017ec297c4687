import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../apps/cli/src/exit-codes.ts';

const page = readFileSync('docs/errors.md', 'utf8');
const source = readFileSync('packages/foundation/src/errors.ts', 'utf8');
const union = /type ToolpoolErrorCode =([^;]*);/.exec(source)?.[1] ?? '';
const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code ?? '');
const rows = [...page.matchAll(/^\| \[`(\w+)`\]\(#(\w+)\) *\| (\d+) *\|$/gm)];
const sections = [...page.matchAll(/^### (\w+)\n\n(.+)$/gm)];

describe('docs/errors.md', () => {
  it('has a row and a section for every error code, and no other', () => {
    expect(codes.length).toBeGreaterThan(40);
    expect(rows.map(([, code]) => code)).toEqual(codes);
    expect(sections.map(([, code]) => code)).toEqual(codes);
  });

  it('links each row to its section', () => {
    for (const [, code, anchor] of rows) expect(anchor).toBe(code?.toLowerCase());
  });

  it('says in each section what to do', () => {
    for (const [, , text] of sections) expect(text).toMatch(/\. \*\*What to do:\*\* .+\.$/);
  });

  it('gives every code the exit code that the command line gives it', () => {
    const table = Object.fromEntries(rows.map(([, code, , exitCode]) => [code, Number(exitCode)]));
    expect(table).toEqual(EXIT_CODES);
  });
});
