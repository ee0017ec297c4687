import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { temporaryDirectory } from '@toolpool/testing';

export interface SampleDatabase extends AsyncDisposable {
  readonly path: string;
  readonly folder: string;
  /** Changes it, as another program would. */
  write(sql: string): void;
}

const SCHEMA = `
  CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT DEFAULT 'unknown');
  CREATE TABLE books (
    id INTEGER PRIMARY KEY,
    author_id INTEGER NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    title TEXT, cover BLOB, sold INTEGER, price REAL,
    label TEXT GENERATED ALWAYS AS (title || '!') VIRTUAL
  );
  CREATE UNIQUE INDEX books_by_title ON books (title, author_id);
  CREATE INDEX books_priced ON books (price) WHERE price > 0;
  CREATE VIEW titles AS SELECT title FROM books;
  CREATE VIRTUAL TABLE notes USING fts5 (body);
  CREATE TABLE "odd name/é" (x);
  INSERT INTO authors (id, name) VALUES (1, 'Ada'), (2, 'Grace');
  INSERT INTO books (id, author_id, title, cover, sold, price) VALUES
    (1, 1, 'Notes', x'0102ff', 9007199254740993, 1.5),
    (2, 2, 'Compilers', NULL, 12, 9e999);
  INSERT INTO notes VALUES ('find me');
  WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
    INSERT INTO books (id, author_id, title) SELECT i, 1, 'Book ' || i FROM n
`;

/** Makes a database of books in a temporary folder. */
export async function sampleDatabase(): Promise<SampleDatabase> {
  const folder = temporaryDirectory();
  const path = join(folder.path, 'books.db');
  const write = (sql: string) => {
    const database = new DatabaseSync(path);
    // No crash to survive here, so nothing waits for the disk.
    database.exec(`PRAGMA synchronous = OFF; BEGIN; ${sql}; COMMIT`);
    database.close();
  };
  write(SCHEMA);
  return {
    path,
    folder: folder.path,
    write,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
