import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FixtureScript, fixtureCommand, temporaryDirectory } from '@toolpool/testing';
import { type CliOptions, type CliResult, runCli } from './run-cli.ts';

/** A project and a user's home in a temporary folder, gone with its scope. */
export interface CliProject extends AsyncDisposable {
  /** The project's folder. */
  readonly root: string;
  /** `TOOLPOOL_HOME`. */
  readonly home: string;
  /** Writes a file of the project or, by an absolute path, elsewhere; objects become JSON. */
  write(file: string, content: unknown): string;
  read(file: string): string;
  exists(file: string): boolean;
  cli(argv: readonly string[], options?: Partial<CliOptions>): Promise<CliResult>;
}

export function createProject(files: Readonly<Record<string, unknown>> = {}): CliProject {
  const directory = temporaryDirectory();
  const root = join(directory.path, 'project');
  const home = join(directory.path, 'home');
  mkdirSync(root);
  mkdirSync(home);
  const project: CliProject = {
    root,
    home,
    write(file, content) {
      const path = join(file.startsWith('/') ? '' : root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      return path;
    },
    read: (file) => readFileSync(join(file.startsWith('/') ? '' : root, file), 'utf8'),
    exists: (file) => {
      try {
        project.read(file);
        return true;
      } catch {
        return false;
      }
    },
    cli: (argv, options) =>
      runCli(argv, { cwd: root, ...options, env: { TOOLPOOL_HOME: home, ...options?.env } }),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
  for (const [file, content] of Object.entries(files)) project.write(file, content);
  return project;
}

/** The content of a servers file with scripted servers. */
export function scripted(servers: Readonly<Record<string, FixtureScript>>) {
  return {
    mcpServers: Object.fromEntries(
      Object.entries(servers).map(([name, script]) => [name, fixtureCommand(script)]),
    ),
  };
}
