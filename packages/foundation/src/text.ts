export { cleanLabel, cleanText } from './text/clean.ts';
export { cleanDeep } from './text/clean-deep.ts';
export { quoteForApproval } from './text/quote.ts';
export { maskSecrets, redactUrl } from './text/secrets.ts';
export { cleanForTerminal } from './text/terminal.ts';
export { truncateText } from './text/truncate.ts';
export { type UntrustedText, untrusted } from './text/untrusted.ts';
