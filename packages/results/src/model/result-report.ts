import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ResultStore, SavedResult } from '../content/result-store.ts';

export interface ResultReportOptions {
  readonly server: string;
  readonly tool: string;
  readonly store?: ResultStore | undefined;
}

/** What happens to one result on its way to the model. */
export interface ResultReport {
  readonly saved: SavedResult[];
  readonly warnings: string[];
  truncated: boolean;
  /** Whether there is a store that has not failed. */
  canSave(): boolean;
  /** Saves a part; `undefined` when there is no store or it failed, which is never tried twice. */
  save(data: string | Uint8Array, mimeType: string): Promise<SavedResult | undefined>;
}

export function createResultReport(
  { server, tool, store }: ResultReportOptions,
  warnings: readonly string[],
): ResultReport {
  let working = store;
  const report: ResultReport = {
    saved: [],
    warnings: [...warnings],
    truncated: false,
    // No getter: in an object literal each one costs a hidden class of its own.
    canSave() {
      return working !== undefined;
    },
    async save(data, mimeType) {
      try {
        const saved = await working?.save({ server, tool, data, mimeType });
        if (saved !== undefined) report.saved.push(saved);
        return saved;
      } catch (error) {
        working = undefined;
        report.warnings.push(`A part of the result could not be saved: ${nameReason(error)}`);
        return undefined;
      }
    },
  };
  return report;
}

function nameReason(error: unknown): string {
  if (ToolpoolError.isInstance(error)) return error.message;
  return `the store failed (${error instanceof Error ? error.message : String(error)}).`;
}
