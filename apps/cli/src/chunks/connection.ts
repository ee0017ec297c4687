/** What connects to servers, the client and the MCP SDK with it, as one lazily loaded part. */
export { call } from '../commands/call.ts';
export { demo } from '../commands/demo.ts';
export { pins } from '../commands/pins.ts';
export { prompt } from '../commands/prompt.ts';
export { prompts } from '../commands/prompts.ts';
export { read } from '../commands/read.ts';
export { reconnect } from '../commands/reconnect.ts';
export { resources } from '../commands/resources.ts';
export { status } from '../commands/status.ts';
export { tool } from '../commands/tool.ts';
export { withHost } from '../compose/with-host.ts';
export { checkServers } from '../doctor/check-servers.ts';
export {
  connectedRows,
  exitCodeOfListing,
  exitCodeOfRequired,
} from '../host/connected-rows.ts';
export { listProblems } from '../host/list-problems.ts';
export { toToolRow } from '../host/tool-row.ts';
