import * as z from 'zod/mini';
import { normalizeEntry } from './normalize-entry.ts';
import { transportSchemas } from './transport-schemas.ts';

/** The fields that a schema names; the ones it does not know stay in the object, untyped. */
type Known<T> = {
  readonly [Key in keyof T as string extends Key ? never : Key]: T[Key];
};

type ConfigOf<Type extends keyof typeof transportSchemas> = Known<
  z.output<(typeof transportSchemas)[Type]>
>;

export type StdioServerConfig = ConfigOf<'stdio'>;
export type HttpServerConfig = ConfigOf<'http'>;
export type SseServerConfig = ConfigOf<'sse'>;
export type WsServerConfig = ConfigOf<'ws'>;
export type SseIdeServerConfig = ConfigOf<'sse-ide'>;
export type WsIdeServerConfig = ConfigOf<'ws-ide'>;
export type SdkServerConfig = ConfigOf<'sdk'>;
export type ClaudeAiProxyServerConfig = ConfigOf<'claudeai-proxy'>;

/** How to reach one server, and how to treat it; one member per transport. */
export type ServerConfig =
  | StdioServerConfig
  | HttpServerConfig
  | SseServerConfig
  | WsServerConfig
  | SseIdeServerConfig
  | WsIdeServerConfig
  | SdkServerConfig
  | ClaudeAiProxyServerConfig;

/**
 * One entry of `mcpServers`. Fills in the `type` an entry left out and resolves its aliases first, so
 * that an issue is about the one transport that is meant. Keys it does not know stay.
 */
export const ServerConfigSchema = z.pipe(
  z.transform(normalizeEntry),
  z.discriminatedUnion('type', [
    transportSchemas.stdio,
    transportSchemas.http,
    transportSchemas.sse,
    transportSchemas.ws,
    transportSchemas['sse-ide'],
    transportSchemas['ws-ide'],
    transportSchemas.sdk,
    transportSchemas['claudeai-proxy'],
  ]),
);
