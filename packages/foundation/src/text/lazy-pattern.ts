/**
 * Builds a pattern when it is first asked for: those with properties of Unicode take up to a
 * millisecond each, and most programs never meet a text that needs them.
 */
export function lazyPattern(source: () => string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source(), flags);
    return pattern;
  };
}
