export { fixtureCommand, fixtureServer } from './fixture-command.ts';
export type { FixtureMessage, FixtureReply, FixtureScript } from './fixture-script.ts';
export type { FixtureHttpServer, FixtureRequest } from './http-listener.ts';
export { startFixtureHttpServer } from './http-server.ts';
export { createFixtureServer, type FixtureServer } from './in-process-server.ts';
export { processesWithMarker } from './processes.ts';
export { startFixtureSseServer } from './sse-server.ts';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export { waitUntil } from './wait-until.ts';
