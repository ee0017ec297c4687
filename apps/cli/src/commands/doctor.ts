import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import type { OpenHost } from '../compose/with-host.ts';
import { checkConfiguration, type Finding } from '../doctor/check-configuration.ts';
import { checkRuntime } from '../doctor/check-runtime.ts';
import type { ExitCode } from '../exit-codes.ts';
import { writeJson } from '../output/json.ts';
import { withPlace, writeNote } from '../output/notes.ts';
import { paintFor } from '../output/paint.ts';
import { safeLine } from '../output/text.ts';

/** `toolpool doctor [--offline]`. */
export async function doctor(
  context: CommandContext,
  { options: { offline = false } }: CommandInput<{ readonly offline?: boolean }>,
): Promise<ExitCode> {
  const configuration = await loadConfiguration(context, { online: !offline });
  const { loaded } = configuration;
  const findings = [
    ...checkRuntime(process.versions.node),
    ...(await checkConfiguration(configuration, context.io.env)),
  ];
  if (offline) {
    print(context, findings);
    return 0;
  }
  const { checkServers, exitCodeOfRequired, withHost } = await import('../chunks/connection.ts');
  const work = async (open: OpenHost): Promise<ExitCode> => {
    // What the files told already, with the place of the field, is not told again.
    const isNew = (finding: Finding) =>
      !findings.some(({ code, server }) => code === finding.code && server === finding.server);
    print(context, [...findings, ...checkServers(open).filter(isNew)]);
    return exitCodeOfRequired(open.host, loaded);
  };
  return withHost(context, configuration, work, { connectTimeoutMs: context.global.timeoutMs });
}

function print(context: CommandContext, findings: readonly Finding[]): void {
  const { io, global } = context;
  if (global.json) {
    writeJson(io.stdout, { findings });
    return;
  }
  const paint = paintFor(io.stdout, io);
  const colours = { error: paint.red, warning: paint.yellow, info: paint.dim };
  for (const { severity, fix, ...finding } of findings) {
    const label = colours[severity](`${severity}:`);
    io.stdout.write(`${label} ${withPlace(finding)}\n`);
    if (fix !== null) io.stdout.write(`  ${paint.dim('fix:')} ${safeLine(fix)}\n`);
  }
  const problems = findings.filter(({ severity }) => severity !== 'info').length;
  if (problems === 0) writeNote(context, paint.green('All is well.'));
}
