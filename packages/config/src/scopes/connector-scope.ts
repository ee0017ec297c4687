import { ToolpoolError } from '@toolpool/foundation/errors';
import { withTimeout } from '@toolpool/foundation/timing';
import type { ConnectorDirectory, Diagnostic } from '../contract.ts';
import { findMember, findPosition, nodeValue } from '../read/node-value.ts';
import type { JsoncDocument } from '../read/parse-jsonc.ts';
import { readConfigFile, toDiagnostic } from '../read/read-config-file.ts';
import type { Candidate, ScopeContext, ScopeReading, ScopeSource } from './scope-source.ts';

/** Connectors of the user's account: those of the user's file, then those a host asked for. */
export const readConnectorScope: ScopeSource = async (context) => {
  const readings = await Promise.all([readFile(context), askDirectory(context)]);
  return {
    candidates: readings.flatMap(({ candidates }) => candidates),
    diagnostics: readings.flatMap(({ diagnostics }) => diagnostics),
  };
};

const nothing: ScopeReading = { candidates: [], diagnostics: [] };

async function readFile(context: ScopeContext): Promise<ScopeReading> {
  const file = context.paths.connectors;
  try {
    const document = await readConfigFile(file);
    return document === undefined ? nothing : readDocument(document, file, context);
  } catch (error) {
    return { candidates: [], diagnostics: [toDiagnostic(error, file)] };
  }
}

function readDocument({ root }: JsoncDocument, file: string, context: ScopeContext): ScopeReading {
  const list = root.type === 'Object' ? findMember(root, 'connectors')?.value : undefined;
  if (list === undefined && root.type === 'Object' && findMember(root, 'endpoint')) return nothing;
  if (list?.type !== 'Array') {
    const message = `${file} must hold {"connectors": [{"name", "url", "id"}]}, or {"endpoint": {"url", "headers"}}.`;
    const diagnostic: Diagnostic = { ...unreadable, message, file, ...findPosition(root, []) };
    return { candidates: [], diagnostics: [diagnostic] };
  }
  const candidates = list.elements.map((element, index) => {
    const locate: Candidate['locate'] = (path) => findPosition(element.value, path);
    const candidate = toCandidate(nodeValue(element.value), { index, label: file }, context);
    return { ...candidate, source: { label: file, file, ...locate([]) }, locate };
  });
  return { candidates, diagnostics: [] };
}

const MAX_WAIT_MS = 10_000;

async function askDirectory(context: ScopeContext): Promise<ScopeReading> {
  if (context.connectors === undefined) return nothing;
  const { label } = context.connectors;
  let why: string | undefined;
  const listed: unknown = await ask(context.connectors).catch((error: unknown) => {
    // What else was thrown may quote anything, the credential too.
    if (ToolpoolError.isInstance(error)) why = error.message;
  });
  if (!Array.isArray(listed)) {
    const message = `The connectors of ${label} could not be listed.${why ? ` ${why}` : ''}`;
    return { candidates: [], diagnostics: [{ ...unreadable, message }] };
  }
  const candidates = listed.map((connector: unknown, index) =>
    toCandidate(connector, { index, label }, context),
  );
  return { candidates, diagnostics: [] };
}

const unreadable = { severity: 'error', code: 'TOOLPOOL_CONFIG_INVALID' } as const;

async function ask({ label, list }: ConnectorDirectory): Promise<unknown> {
  const controller = new AbortController();
  const onTimeout = (): Error => {
    controller.abort();
    const message = `The connectors of ${label} took longer than ${MAX_WAIT_MS / 1000} s.`;
    return new ToolpoolError(message, { code: 'TOOLPOOL_CONFIG_INVALID' });
  };
  return withTimeout(list(controller.signal), MAX_WAIT_MS, onTimeout);
}

/** An item that is no connector becomes an entry that is invalid, so that it is listed like any other. */
function toCandidate(
  connector: unknown,
  { index, label }: { readonly index: number; readonly label: string },
  { project: { root } }: ScopeContext,
): Candidate {
  const fields: { name?: unknown; url?: unknown; id?: unknown } = Object(connector);
  const { name, url, id } = fields;
  return {
    name: typeof name === 'string' ? name : `connectors[${index}]`,
    scope: 'claudeai',
    source: { label },
    directory: root,
    workingDirectory: root,
    entry: { type: 'claudeai-proxy', url, id },
    locate: () => undefined,
  };
}
