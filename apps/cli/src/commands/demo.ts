import { mkdtempSync, rmSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import { DEMO_CALLS } from '../demo/demo-calls.ts';
import { followServers, writeIntroduction, writeNextSteps, writePool } from '../demo/demo-text.ts';
import { findDemoProject } from '../demo/find-demo-project.ts';
import { runDemoCall } from '../demo/run-demo-call.ts';
import type { ExitCode } from '../exit-codes.ts';

/** `toolpool demo`: the demo project, connected, listed and called. */
export async function demo(context: CommandContext): Promise<ExitCode> {
  const { project, plugin } = findDemoProject();
  await refuseOthers(context.global.project, project);
  const demoContext = { ...context, global: { ...context.global, project, plugins: [plugin] } };
  const configuration = await loadConfiguration(demoContext, { approveProject: true });
  const { servers } = configuration.loaded;
  const resultsDirectory = mkdtempSync(join(tmpdir(), 'toolpool-demo-'));
  const removeResults = () => rmSync(resultsDirectory, { recursive: true, force: true });
  // The second Ctrl-C ends the process at once.
  process.once('exit', removeResults);
  const { io } = context;
  writeIntroduction(project, io);
  const work = async (open: OpenHost): Promise<ExitCode> => {
    writePool(open.host, io);
    let exitCode: ExitCode = 0;
    for (const call of DEMO_CALLS) {
      const code = await runDemoCall(demoContext, open.host, call);
      exitCode = exitCode === 0 ? code : exitCode;
    }
    writeNextSteps(project, io);
    return exitCode;
  };
  try {
    return await withHost(demoContext, configuration, work, {
      // Not the user's own servers, which the demo has no business with.
      servers: servers.filter(({ scope }) => scope === 'project' || scope === 'plugin'),
      resultsDirectory,
      pinTools: false,
      onOpen: ({ host }) => followServers(host, io),
    });
  } finally {
    process.off('exit', removeResults);
    removeResults();
  }
}

/** What the demo finds it lets run, so it runs on its own project only. */
async function refuseOthers(named: string | undefined, project: string): Promise<void> {
  if (named === undefined) return;
  const folders = await Promise.all(
    [named, project].map((path) => realpath(path).catch(() => path)),
  );
  if (folders[0] === folders[1]) return;
  throw new ToolpoolError('The demo runs on its own project only.', {
    code: 'TOOLPOOL_USAGE',
    hint: `Leave out --project, or see what "${named}" has with toolpool list.`,
  });
}
