import { rename } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectSqlite } from './connect-sqlite.ts';
import { sampleDatabase } from './sample-database.ts';

interface Page {
  readonly columns: string[];
  readonly rows: unknown[][];
  readonly nextCursor?: string;
  readonly notes: string[];
}

describe('query', () => {
  it('returns columns, also of one name, and rows', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const sql =
      'SELECT a.id, b.id, a.name FROM authors a JOIN books b ON b.author_id = a.id WHERE b.id = 2';
    await expect(sqlite.call('query', { sql })).resolves.toEqual({
      columns: ['id', 'id', 'name'],
      rows: [[2, 2, 'Grace']],
      notes: [],
    });
  });

  it('summarises bytes and keeps large integers and infinity exact', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const sql = 'SELECT cover, sold, price FROM books WHERE id < 3 ORDER BY id';
    await expect(sqlite.call('query', { sql })).resolves.toMatchObject({
      rows: [
        [{ bytes: 3, base64: 'AQL/' }, '9007199254740993', 1.5],
        [null, 12, 'Infinity'],
      ],
      notes: ['Integers beyond 2^53 are given as text.'],
    });
  });

  it.each([
    { params: ['Ada', true], sql: 'SELECT id FROM authors WHERE name = ? AND ?' },
    { params: { name: 'Ada' }, sql: 'SELECT id FROM authors WHERE name = :name' },
    { params: { $name: 'Ada' }, sql: 'SELECT id FROM authors WHERE name = $name' },
  ])('binds $params', async ({ sql, params }) => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    await expect(sqlite.call('query', { sql, params })).resolves.toMatchObject({ rows: [[1]] });
  });

  it.each([
    'SELECT 1;',
    'SELECT 1; -- done',
    "SELECT 1 AS 'a;b'",
    'SELECT 1 AS "a;b"',
    'SELECT 1 AS [a;b] /* ; */',
    'SELECT 4 / 2 - 1 AS `a;b`',
    'VALUES (1)',
    'WITH x AS (SELECT 1) SELECT * FROM x',
    "SELECT rowid FROM notes WHERE notes MATCH 'find'",
    'PRAGMA table_info(authors)',
    'PRAGMA user_version',
  ])('runs %s', async (sql) => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    await expect(sqlite.call('query', { sql })).resolves.toHaveProperty('rows');
  });

  it.each([
    { sql: "INSERT INTO authors VALUES (9, 'Eve', '')", says: 'only reads' },
    { sql: 'UPDATE authors SET id = 1 RETURNING id', says: 'only reads' },
    { sql: 'DELETE FROM authors', says: 'only reads' },
    { sql: 'CREATE TEMP TABLE t (x)', says: 'only reads' },
    { sql: 'DROP TABLE authors', says: 'only reads' },
    { sql: "ATTACH 'other.db' AS other", says: 'does not run ATTACH' },
    { sql: "VACUUM INTO 'copy.db'", says: 'returns no rows' },
    { sql: 'BEGIN', says: 'does not run a transaction' },
    { sql: 'PRAGMA journal_mode = WAL', says: 'does not run PRAGMA journal_mode with a value' },
    { sql: 'PRAGMA query_only = 0', says: 'does not run PRAGMA query_only' },
    { sql: 'PRAGMA wal_checkpoint', says: 'does not run PRAGMA wal_checkpoint' },
    { sql: "SELECT load_extension('x')", says: 'does not run load_extension' },
    { sql: 'SELECT 1; SELECT 2', says: 'more than one statement' },
    { sql: "SELECT ';'; DELETE FROM authors", says: 'more than one statement' },
    { sql: ' -- nothing', says: 'The SQL is empty' },
    { sql: 'SELECT * FROM nowhere', says: 'no such table: nowhere. See list_tables' },
    { sql: 'SELECT missing FROM authors', says: 'no such column: missing. See describe_table' },
    { sql: 'SELEC 1', says: 'syntax error' },
  ])('refuses $sql', async ({ sql, says }) => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    await expect(sqlite.callWrongly('query', { sql })).resolves.toContain(says);
  });

  it('gives every row once over all pages, whatever their size', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const sql = 'SELECT id FROM books ORDER BY id';
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: 400 }), async (limit) => {
        const ids: unknown[] = [];
        let cursor: string | undefined;
        do {
          const page: Page = await sqlite.call('query', { sql, limit, cursor });
          expect(page.rows.length).toBeLessThanOrEqual(limit);
          ids.push(...page.rows.flat());
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
      }),
      { numRuns: 20 },
    );
  });

  it('ends a page before it grows too large, and cuts long texts', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const sql = `SELECT replace(hex(zeroblob(5000)), '0', 'x') AS text FROM books`;
    const page = await sqlite.call<Page>('query', { sql });
    expect(page.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(page.rows).length).toBeLessThan(50_000);
    expect(page.nextCursor).toEqual(expect.any(String));
    expect(page.rows[0]?.[0]).toMatch(/^x{8000}… \(10000 characters\)$/);
    expect(page.notes).toEqual(['Long texts were cut to 8000 characters; read on with substr().']);
  });

  it('gives a row that is too large for a page alone', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const text = `replace(hex(zeroblob(4000)), '0', 'x')`;
    const sql = `SELECT ${Array(9).fill(text).join()} FROM books LIMIT 2`;
    const page = await sqlite.call<Page>('query', { sql });
    expect(page.rows).toHaveLength(1);
    const next = await sqlite.call<Page>('query', { sql, cursor: page.nextCursor });
    expect(next.rows).toHaveLength(1);
    expect(next.nextCursor).toBeUndefined();
  });

  it('says when the database changed between two pages', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const sql = 'SELECT id FROM books';
    const { nextCursor: cursor } = await sqlite.call<Page>('query', { sql });
    await expect(sqlite.call('query', { sql, cursor })).resolves.toMatchObject({ notes: [] });
    database.write(`INSERT INTO authors (name) VALUES ('${'x'.repeat(9000)}')`);
    const after = await sqlite.call<Page>('query', { sql, cursor });
    expect(after.notes).toEqual([expect.stringContaining('changed since the page before')]);
  });

  it.each(['nonsense', Buffer.from('5.abc.def').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      await using database = await sampleDatabase();
      await using sqlite = await connectSqlite(database.path);
      const args = { sql: 'SELECT 1', cursor };
      await expect(sqlite.callWrongly('query', args)).resolves.toContain('not of this query');
    },
  );

  it('follows a database that is replaced by another file', async () => {
    await using database = await sampleDatabase();
    await using other = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const sql = 'SELECT count(*) FROM authors';
    await expect(sqlite.call('query', { sql })).resolves.toMatchObject({ rows: [[2]] });
    other.write('DELETE FROM authors');
    await rename(other.path, database.path);
    await expect(sqlite.call('query', { sql })).resolves.toMatchObject({ rows: [[0]] });
  });
});
