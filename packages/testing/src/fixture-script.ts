/** What a scripted server says and does. Everything is sent as it stands, valid or not. */
export interface FixtureScript {
  readonly tools?: readonly unknown[];
  readonly resources?: readonly { readonly uri: string; readonly [field: string]: unknown }[];
  readonly resourceTemplates?: readonly unknown[];
  readonly prompts?: readonly { readonly name: string; readonly [field: string]: unknown }[];
  /** Items per page of every list. @default all */
  readonly pages?: number;
  /** Cursors to hand out, page by page; `'endless'`: always one more page. */
  readonly cursors?: readonly string[] | 'endless';
  /** @default what the lists above call for */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly instructions?: unknown;
  readonly serverInfo?: unknown;
  /** @default the client's */
  readonly protocolVersion?: unknown;
  /** What a call of a tool brings. @default the text `ok` */
  readonly replies?: Readonly<Record<string, FixtureReply>>;
  /** What a JSON-RPC method brings, instead of the built-in answer. */
  readonly methods?: Readonly<Record<string, FixtureReply>>;
  readonly hangInitialize?: boolean;
  /** So many bytes on stderr before `tools/list` is answered. */
  readonly stderrBytes?: number;

  // Over stdio only.
  /** Lines on stdout before the protocol. */
  readonly stdout?: readonly string[];
  /** Lines on stdout before every message. */
  readonly stdoutBetween?: readonly string[];
  /** Lines on stderr at the start. */
  readonly stderr?: readonly string[];
  readonly bom?: boolean;
  readonly byteAtATime?: boolean;
  readonly exitAtStart?: number;
  readonly ignoreSignals?: readonly NodeJS.Signals[];
  readonly ignoreEof?: boolean;
  readonly grandchild?: { readonly ignoreTerm?: boolean; readonly inheritPipes?: boolean };
  /** A file that is written at the start, with the process id. */
  readonly touch?: string;
  /** A file with the process id and, on the second line, the grandchild's. */
  readonly pidFile?: string;

  // Over HTTP only.
  /** Answers requests with an event stream. */
  readonly sse?: boolean;
  /** Status for a JSON-RPC method, or for `GET` and `DELETE`. */
  readonly httpStatus?: Readonly<Record<string, number>>;
  /** Headers without which the answer is 401. */
  readonly requireHeader?: Readonly<Record<string, string>>;
}

/** A raw result, or one of these instead of it. */
export type FixtureReply =
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly hang: true }
  /** A text block of so many ASCII characters. */
  | { readonly text: number }
  | { readonly echoArgs: true }
  /** The names in the server's environment, or the values of these. */
  | { readonly env: true | readonly string[] }
  | { readonly cwd: true }
  | { readonly exit: number; readonly stderr?: string }
  | { readonly signal: NodeJS.Signals }
  | { readonly progress: number; readonly everyMs?: number; readonly result?: unknown }
  | { readonly notify: readonly FixtureMessage[]; readonly result?: unknown }
  /** Asks the client; its answer comes back as text. */
  | { readonly request: FixtureMessage }
  /** Changes the list of tools and says so. */
  | { readonly setTools: readonly unknown[] }
  | { readonly delayMs: number; readonly result?: unknown }
  | { readonly [field: string]: unknown };

export interface FixtureMessage {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
