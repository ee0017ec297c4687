const MIN_SECRET_LENGTH = 8;

/** What every request of one session says of it, and whether the server still knows it. */
export class HttpSession {
  id: string | undefined;
  protocolVersion: string | undefined;
  isExpired = false;

  /** What no message may hold: whoever knows the id can speak in this session. Short ones guard nothing. */
  *secrets(): Iterable<string> {
    if (this.id !== undefined && this.id.length >= MIN_SECRET_LENGTH) yield this.id;
  }

  /** The headers of a request (MCP 2025-11-25, Transports, Session Management and Protocol Version Header). */
  headers(): Headers {
    const headers = new Headers();
    if (this.id !== undefined) headers.set('mcp-session-id', this.id);
    if (this.protocolVersion !== undefined) {
      headers.set('mcp-protocol-version', this.protocolVersion);
    }
    return headers;
  }
}
