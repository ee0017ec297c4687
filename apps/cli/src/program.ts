import { ToolpoolError } from '@toolpool/foundation/errors';
import { Command, CommanderError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { COMMANDS, type CommandDeclaration } from './command-table.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Io } from './io.ts';
import { GLOBAL_OPTIONS, readGlobalOptions } from './options/global-options.ts';
import type { OptionDeclaration } from './options/option-declaration.ts';
import { suggest } from './options/suggest.ts';

/**
 * Parses one command line and runs its command.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE` for words that make no command line, and what the
 *   command throws
 */
export async function runProgram(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(argv, io, async (declaration, command) => {
    const dashes = argv.indexOf('--');
    let incomplete: ExitCode = 0;
    const context = {
      io,
      endWith: (code: ExitCode) => {
        incomplete = code;
      },
      global: readGlobalOptions(command.optsWithGlobals(), io),
      ...(dashes === -1 ? {} : { afterDashes: argv.slice(dashes + 1) }),
    };
    const run = await declaration.load();
    const done = await run(context, { args: command.args, options: command.opts() as never });
    exitCode = done || incomplete;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return exitCodeOf(error);
  }
  return exitCode;
}

function createProgram(
  argv: readonly string[],
  io: Io,
  start: (declaration: CommandDeclaration, command: Command) => Promise<void>,
): Command {
  const program = new Command('toolpool')
    .description('Add, approve, inspect, debug and call MCP servers.')
    .usage('[options] <command>')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined, // The error boundary prints it.
      getOutHelpWidth: () => io.stdout.columns || 100,
      getErrHelpWidth: () => io.stderr.columns || 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true, subcommandTerm: termOf });
  for (const option of GLOBAL_OPTIONS) program.addOption(createOption(option));
  for (const declaration of COMMANDS) {
    const { name, group, summary, examples } = declaration;
    const command = program.command(name).description(summary).helpGroup(group);
    // Who is not named cannot run, and to declare the options of all takes its time.
    if (!argv.includes(name)) continue;
    for (const argument of declaration.arguments ?? []) command.argument(argument);
    for (const option of declaration.options ?? []) command.addOption(createOption(option));
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
    command.action(() => start(declaration, command));
  }
  return program;
}

/** A command in the list of all, as it is declared. */
function termOf(command: Command): string {
  const declared = COMMANDS.find(({ name }) => name === command.name());
  return [command.name(), ...(declared ? (declared.arguments ?? []) : ['[command]'])].join(' ');
}

function createOption({ flags, description, repeat, parse, hidden }: OptionDeclaration): Option {
  const option = new Option(flags, description);
  if (repeat) {
    option.argParser((value: string, previous: readonly string[] = []) => [...previous, value]);
  } else if (parse) {
    option.argParser(parse);
  }
  return hidden ? option.hideHelp() : option;
}

/** Help and version are done; every other complaint of the parser is a usage error. */
function exitCodeOf(error: CommanderError): ExitCode {
  if (error.exitCode === 0) return 0;
  if (error.code === 'commander.help') return 2;
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  throw new ToolpoolError(
    `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.?$/, '.')}`,
    {
      code: 'TOOLPOOL_USAGE',
      hint: nearest(message, suggestion) ?? 'See toolpool --help.',
    },
  );
}

/** The parser's suggestions, `(Did you mean one of a, b?)`, without those that are not really near. */
function nearest(message: string, suggestion = ''): string | undefined {
  const [, word] = /'(.*)'/.exec(message) ?? [];
  const [, names] = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(suggestion) ?? [];
  return word !== undefined && names !== undefined ? suggest(word, names.split(', ')) : undefined;
}
