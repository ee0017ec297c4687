export type { AuthorizationAnswer, ExpectedAnswer } from './callback/authorization-answer.ts';
export {
  type AuthorizationListener,
  type AuthorizationListenerOptions,
  startAuthorizationListener,
} from './callback/authorization-listener.ts';
export {
  type AuthFailure,
  type AuthFailureEvidence,
  classifyAuthFailure,
  hasAuthorizationHeader,
} from './classify-auth-failure.ts';
export { type AuthCache, type AuthCacheOptions, createAuthCache } from './create-auth-cache.ts';
export {
  createHelperHeaders,
  type HelperHeaders,
  type HelperHeadersOptions,
} from './headers-helper/helper-headers.ts';
export { exportLogin, importLogin } from './logins/portable-login.ts';
export type { LoginKey, StoredLogin } from './logins/stored-login.ts';
export { createTokenStore, type TokenStore, type TokenStoreOptions } from './logins/token-store.ts';
export { findLogin } from './refresh/find-login.ts';
export { createLoginHeaders, type LoginHeaders } from './refresh/login-headers.ts';
export {
  createLoginTokens,
  type LoginTokens,
  type LoginTokensOptions,
} from './refresh/login-tokens.ts';
export {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
} from './urls/guarded-fetch.ts';
export { type OpenUrlOptions, openUrl } from './urls/open-url.ts';
export { presentUrl } from './urls/present-url.ts';
export type { ReachOptions } from './urls/reach.ts';
export { parseServerUrl } from './urls/server-url.ts';
