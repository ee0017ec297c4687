import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectSqlite } from './connect-sqlite.ts';
import { sampleDatabase } from './sample-database.ts';

describe('the sqlite server', () => {
  it('follows the rules for server authors', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const { tools } = await sqlite.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'query',
      'list_tables',
      'describe_table',
      'explain_query',
    ]);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(tool.description?.length).toBeLessThan(120);
      expect(tool._meta?.['anthropic/searchHint']).toEqual(expect.any(String));
      expect(tool.outputSchema).toBeDefined();
    }
    const always = tools.filter((tool) => tool._meta?.['anthropic/alwaysLoad'] === true);
    expect(always.map(({ name }) => name)).toEqual(['query']);
  });

  it.each([
    { name: 'missing', path: 'gone.db', says: 'There is no database file' },
    { name: 'a folder', path: '.', says: 'is no file' },
    { name: 'another file', path: 'text.db', says: 'is no SQLite database' },
  ])('says that the database is $name', async ({ path, says }) => {
    await using database = await sampleDatabase();
    await writeFile(
      join(database.folder, 'text.db'),
      'just some text, long enough for a header'.repeat(9),
    );
    await using sqlite = await connectSqlite(join(database.folder, path));
    await expect(sqlite.callWrongly('list_tables')).resolves.toContain(says);
    await expect(sqlite.client.listResources()).resolves.toMatchObject({
      resources: [{ uri: 'sqlite:///schema' }],
    });
  });
});

describe('list_tables', () => {
  it('lists tables, views and virtual tables without their shadows', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    await expect(sqlite.call('list_tables')).resolves.toEqual({
      tables: [
        { name: 'authors', type: 'table', columns: 3 },
        { name: 'books', type: 'table', columns: 7 },
        { name: 'notes', type: 'virtual', columns: expect.any(Number) },
        { name: 'odd name/é', type: 'table', columns: 1 },
        { name: 'titles', type: 'view', columns: 1 },
      ],
      total: 5,
    });
  });

  it('searches and pages', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const first = await sqlite.call('list_tables', { search: 'O', limit: 2 });
    expect(first).toMatchObject({ tables: [{ name: 'authors' }, { name: 'books' }], total: 4 });
    const rest = await sqlite.call('list_tables', { search: 'O', cursor: first.nextCursor });
    expect(rest).toMatchObject({ tables: [{ name: 'notes' }, { name: 'odd name/é' }] });
    expect(rest).not.toHaveProperty('nextCursor');
  });
});

describe('describe_table', () => {
  it('shows columns, indexes and foreign keys', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const description = await sqlite.call('describe_table', { table: 'BOOKS' });
    expect(description).toMatchObject({
      table: 'books',
      type: 'table',
      indexes: [
        { name: 'books_priced', unique: false, partial: true, columns: ['price'] },
        { name: 'books_by_title', unique: true, partial: false, columns: ['title', 'author_id'] },
      ],
      foreignKeys: [
        { columns: ['author_id'], table: 'authors', references: ['id'], onDelete: 'CASCADE' },
      ],
      sql: expect.stringContaining('CREATE TABLE books'),
    });
    expect(description.columns).toContainEqual({
      name: 'author_id',
      type: 'INTEGER',
      notNull: true,
      primaryKey: false,
      generated: false,
    });
    expect(description.columns).toContainEqual(
      expect.objectContaining({ name: 'label', generated: true }),
    );
    const authors = await sqlite.call('describe_table', { table: 'authors' });
    expect(authors.columns).toContainEqual(
      expect.objectContaining({ name: 'country', default: "'unknown'" }),
    );
  });

  it('names the tables there are when there is no such one', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    await expect(sqlite.callWrongly('describe_table', { table: 'book' })).resolves.toBe(
      'There is no table "book". There are: authors, books, notes, odd name/é, titles.',
    );
  });
});

describe('explain_query', () => {
  it('shows the plan and the tables that are read whole', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const sql = `SELECT b.price FROM authors a JOIN books b ON b.author_id = a.id WHERE a.country = ?`;
    const { plan, fullScans } = await sqlite.call<{ plan: string; fullScans: string[] }>(
      'explain_query',
      { sql, params: ['x'] },
    );
    expect(plan).toContain('SCAN b');
    expect(fullScans).toContain('b');
    const fast = await sqlite.call('explain_query', { sql: 'SELECT * FROM books WHERE id = 1' });
    expect(fast).toMatchObject({ fullScans: [], plan: expect.stringContaining('SEARCH books') });
  });

  it('refuses what the query tool refuses', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const sql = 'DELETE FROM books';
    await expect(sqlite.callWrongly('explain_query', { sql })).resolves.toContain('only reads');
  });
});

describe('resources', () => {
  it('list the schema and each table, readable by their URIs', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const { client } = sqlite;
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'sqlite:///schema',
      'sqlite:///tables/authors',
      'sqlite:///tables/books',
      'sqlite:///tables/notes',
      'sqlite:///tables/odd%20name%2F%C3%A9',
      'sqlite:///tables/titles',
    ]);
    for (const { uri, mimeType } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, mimeType, text: expect.stringMatching(/./) }]);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'sqlite:///tables/{table}' }]);
  });

  it('give the schema without what SQLite made itself', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const { client } = sqlite;
    const { contents } = await client.readResource({ uri: 'sqlite:///schema' });
    const [{ text } = { text: '' }] = contents as { text: string }[];
    expect(text).toContain('CREATE VIRTUAL TABLE notes');
    expect(text).not.toContain('notes_content');
    expect(text.indexOf('CREATE TABLE books')).toBeLessThan(text.indexOf('INDEX books_by_title'));
  });

  it('complete the names of tables', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const { client } = sqlite;
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'sqlite:///tables/{table}' },
      argument: { name: 'table', value: 'B' },
    });
    expect(completion.values).toEqual(['books']);
  });
});

describe('the prompt explain', () => {
  it('carries the query, its plan and the schema', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const { client } = sqlite;
    const query = 'SELECT * FROM books WHERE price = 3';
    const { messages } = await client.getPrompt({ name: 'explain', arguments: { query } });
    const text = JSON.stringify(messages);
    expect(messages).toHaveLength(1);
    for (const part of [query, 'SCAN books', 'CREATE TABLE books']) expect(text).toContain(part);
  });

  it('carries the description of a table, and completes its name', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const { client } = sqlite;
    const { messages } = await client.getPrompt({
      name: 'explain',
      arguments: { table: 'authors' },
    });
    expect(JSON.stringify(messages)).toContain('table \\"authors\\"');
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'explain' },
      argument: { name: 'table', value: 't' },
    });
    expect(completion.values).toEqual(['titles']);
  });

  it('wants a query or a table', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await connectSqlite(database.path);
    const { client } = sqlite;
    await expect(client.getPrompt({ name: 'explain', arguments: {} })).rejects.toThrow(
      'Give a query or the name of a table.',
    );
  });
});
