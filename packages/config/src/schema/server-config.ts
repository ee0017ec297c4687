import * as z from 'zod/mini';
import { normalizeEntry } from './normalize-entry.ts';
import {
  ClaudeAiProxySchema,
  HttpSchema,
  SdkSchema,
  SseIdeSchema,
  SseSchema,
  StdioSchema,
  WsIdeSchema,
  WsSchema,
} from './transport-schemas.ts';

/** The fields that a schema names; the ones it does not know stay in the object, untyped. */
type Known<T> = {
  readonly [Key in keyof T as string extends Key ? never : Key]: T[Key];
};

export type StdioServerConfig = Known<z.output<typeof StdioSchema>>;
export type HttpServerConfig = Known<z.output<typeof HttpSchema>>;
export type SseServerConfig = Known<z.output<typeof SseSchema>>;
export type WsServerConfig = Known<z.output<typeof WsSchema>>;
export type SseIdeServerConfig = Known<z.output<typeof SseIdeSchema>>;
export type WsIdeServerConfig = Known<z.output<typeof WsIdeSchema>>;
export type SdkServerConfig = Known<z.output<typeof SdkSchema>>;
export type ClaudeAiProxyServerConfig = Known<z.output<typeof ClaudeAiProxySchema>>;

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
    StdioSchema,
    HttpSchema,
    SseSchema,
    WsSchema,
    SseIdeSchema,
    WsIdeSchema,
    SdkSchema,
    ClaudeAiProxySchema,
  ]),
);
