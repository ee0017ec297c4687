import type { TextBlock } from '../content/content-block.ts';
import type { ResultReport } from '../model/result-report.ts';

/** Counts the tokens of a text exactly, as one model does. */
export type TokenCounter = (text: string) => number | Promise<number>;

/** How much of a result a model gets. A counter that throws is passed over. */
export interface Budget {
  readonly maxTokens: number;
  /** UTF-16 units of text that pass whatever their tokens; 0 unless the tool declares some. */
  readonly maxTextLength: number;
  readonly countTokens?: TokenCounter | undefined;
}

/** What a viewed image costs, about: model APIs count pixels, and scale larger images down to this. */
export const IMAGE_TOKENS = 1_600;

/** The block that is the JSON text of the structured content, and that content. */
interface StructuredText {
  readonly block: TextBlock;
  readonly value: unknown;
}

/** What fitting one result needs to know. */
export interface FitContext {
  readonly budget: Budget;
  readonly report: ResultReport;
  readonly structured?: StructuredText | undefined;
}
