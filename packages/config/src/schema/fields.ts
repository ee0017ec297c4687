import * as z from 'zod/mini';

/** A delay in milliseconds. */
const milliseconds = z.number().check(z.positive());

export const strings = z.array(z.string());

export const stringMap = z.record(z.string(), z.string());

/** Fields that every kind of server takes. Delays in milliseconds. */
export const commonFields = {
  timeout: z.exactOptional(milliseconds),
  idleTimeout: z.exactOptional(z.number().check(z.nonnegative())),
  connectTimeout: z.exactOptional(milliseconds),
  idleStop: z.exactOptional(milliseconds),
  maxConcurrentCalls: z.exactOptional(z.int().check(z.minimum(1))),
  alwaysLoad: z.exactOptional(z.boolean()),
  disabled: z.exactOptional(z.boolean()),
  required: z.exactOptional(z.boolean()),
  tools: z.exactOptional(
    z.looseObject({ include: z.exactOptional(strings), exclude: z.exactOptional(strings) }),
  ),
  protocol: z.exactOptional(
    z
      .string()
      .check(
        z.regex(
          /^(auto|legacy|\d{4}-\d{2}-\d{2})$/,
          'must be "auto", "legacy" or a revision such as "2025-11-25"',
        ),
      ),
  ),
};

const oauth = z.looseObject({
  clientId: z.exactOptional(z.string()),
  clientSecret: z.exactOptional(z.string()),
  callbackPort: z.exactOptional(z.int().check(z.minimum(1), z.maximum(65_535))),
  authServerMetadataUrl: z.exactOptional(z.string()),
  scopes: z.exactOptional(z.string()),
});

const tls = z.looseObject({
  ca: z.exactOptional(z.string()),
  cert: z.exactOptional(z.string()),
  key: z.exactOptional(z.string()),
});

/** Fields of the transports that reach a server at a URL. */
export const remoteFields = {
  url: z.string(),
  headers: z.exactOptional(stringMap),
  headersHelper: z.exactOptional(z.string()),
  tls: z.exactOptional(tls),
};

/** Fields of the transports that send HTTP requests. */
export const httpFields = { ...remoteFields, oauth: z.exactOptional(oauth) };
