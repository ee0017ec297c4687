const marker = Symbol.for('toolpool.error');

/**
 * Every code this project throws. Codes are permanent: searchable, documented in `docs/errors.md`,
 * never reused.
 */
export type ToolpoolErrorCode =
  // Words on the command line, or arguments of an API call
  | 'TOOLPOOL_USAGE'
  | 'TOOLPOOL_CONSENT_REQUIRED'
  | 'TOOLPOOL_INTERRUPTED'
  | 'TOOLPOOL_INTERNAL'
  // Files
  | 'TOOLPOOL_FILE_UNREADABLE'
  | 'TOOLPOOL_FILE_WRITE_FAILED'
  | 'TOOLPOOL_FILE_LOCKED'
  // Configuration
  | 'TOOLPOOL_CONFIG_SYNTAX'
  | 'TOOLPOOL_CONFIG_INVALID'
  | 'TOOLPOOL_CONFIG_HOME_REFUSED'
  | 'TOOLPOOL_CONFIG_VARIABLE_MISSING'
  | 'TOOLPOOL_CONFIG_REFERENCE_INVALID'
  | 'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE'
  // Which servers there are and which may run
  | 'TOOLPOOL_SERVER_UNKNOWN'
  | 'TOOLPOOL_SERVER_AMBIGUOUS'
  | 'TOOLPOOL_SERVER_EXISTS'
  | 'TOOLPOOL_SERVER_UNSUPPORTED_TYPE'
  | 'TOOLPOOL_SERVER_NOT_CONFIGURED'
  | 'TOOLPOOL_SERVER_PENDING_APPROVAL'
  | 'TOOLPOOL_SERVER_REJECTED'
  | 'TOOLPOOL_SERVER_DISABLED'
  | 'TOOLPOOL_SERVER_BLOCKED'
  | 'TOOLPOOL_SERVER_NEEDS_AUTH'
  // Bytes to and from a server
  | 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND'
  | 'TOOLPOOL_TRANSPORT_CWD_NOT_FOUND'
  | 'TOOLPOOL_TRANSPORT_SPAWN_FAILED'
  | 'TOOLPOOL_TRANSPORT_EXITED'
  | 'TOOLPOOL_TRANSPORT_CLOSED'
  | 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE'
  | 'TOOLPOOL_TRANSPORT_OVERLOADED'
  | 'TOOLPOOL_TRANSPORT_UNREACHABLE'
  | 'TOOLPOOL_TRANSPORT_HTTP_STATUS'
  | 'TOOLPOOL_TRANSPORT_HEADER_INVALID'
  | 'TOOLPOOL_URL_REFUSED'
  | 'TOOLPOOL_HEADERS_HELPER_FAILED'
  | 'TOOLPOOL_LOGIN_FAILED'
  // The conversation with a server
  | 'TOOLPOOL_CONNECT_TIMEOUT'
  | 'TOOLPOOL_CONNECT_FAILED'
  | 'TOOLPOOL_SESSION_EXPIRED'
  | 'TOOLPOOL_CALL_TIMEOUT'
  | 'TOOLPOOL_CALL_CANCELLED'
  | 'TOOLPOOL_CALL_OUTCOME_UNKNOWN'
  | 'TOOLPOOL_REQUEST_REFUSED'
  | 'TOOLPOOL_RESPONSE_INVALID'
  | 'TOOLPOOL_CAPABILITY_MISSING'
  // Tools and prompts
  | 'TOOLPOOL_TOOL_UNKNOWN'
  | 'TOOLPOOL_TOOL_AMBIGUOUS'
  | 'TOOLPOOL_TOOL_ARGUMENTS_INVALID'
  | 'TOOLPOOL_TOOL_DENIED'
  | 'TOOLPOOL_TOOL_CHANGED'
  | 'TOOLPOOL_PROMPT_UNKNOWN'
  | 'TOOLPOOL_PROMPT_AMBIGUOUS'
  // Plugins
  | 'TOOLPOOL_PLUGIN_NOT_FOUND'
  | 'TOOLPOOL_PLUGIN_INVALID';

export interface ToolpoolErrorOptions extends ErrorOptions {
  readonly code: ToolpoolErrorCode;
  /** What the user can do about it, as a full sentence. */
  readonly hint?: string | undefined;
  /** Configured name of the server the error is about. */
  readonly server?: string | undefined;
  /** Details for programs; of a refused request: the JSON-RPC `code` and `data`. */
  readonly data?: unknown;
}

/**
 * The one class of every error this project throws on purpose.
 *
 * Test for one with {@link ToolpoolError.isInstance}: unlike `instanceof` it also holds for an error
 * thrown by a second installed copy of this package. Messages and hints hold no secrets and no raw
 * server text.
 */
export class ToolpoolError extends Error {
  override readonly name = 'ToolpoolError';
  readonly code: ToolpoolErrorCode;
  readonly hint: string | undefined;
  readonly server: string | undefined;
  readonly data: unknown;
  readonly [marker] = true;

  constructor(message: string, { code, hint, server, data, ...options }: ToolpoolErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
    this.server = server;
    this.data = data;
  }

  static isInstance(value: unknown): value is ToolpoolError {
    return typeof value === 'object' && value !== null && Reflect.get(value, marker) === true;
  }
}
