/** What an in-process server needs of its end of the connection; every MCP SDK `Transport` has it. */
export interface InProcessTransport {
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A server that runs inside the host's process, by structure: the MCP SDK's `McpServer` is one. */
export interface InProcessServer {
  connect(transport: InProcessTransport): Promise<void>;
  close(): Promise<void>;
}
