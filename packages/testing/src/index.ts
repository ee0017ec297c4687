export { findSecretCanaries, secretCanaries } from './canaries.ts';
export { type ChaosProxy, startChaosProxy } from './chaos/chaos-proxy.ts';
export type { Toxics } from './chaos/toxics.ts';
export { cheapServer, fixtureCommand, fixtureServer } from './fixture-command.ts';
export type { FixtureMessage, FixtureReply, FixtureScript } from './fixture-script.ts';
export { type Canaries, type HostileProject, trustedEntry } from './hostile/hostile-project.ts';
export { hostileProjects } from './hostile/hostile-projects.ts';
export type { FixtureHttpServer, FixtureRequest } from './http-listener.ts';
export { startFixtureHttpServer } from './http-server.ts';
export { createFixtureServer, type FixtureServer } from './in-process-server.ts';
export {
  childrenOf,
  type ProcessStatus,
  processesWithMarker,
  processStatus,
} from './processes.ts';
export { startFixtureSocketServer } from './socket-server.ts';
export { startFixtureSseServer } from './sse-server.ts';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export { waitUntil } from './wait-until.ts';
