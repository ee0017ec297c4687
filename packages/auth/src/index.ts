export {
  type AuthFailure,
  type AuthFailureEvidence,
  classifyAuthFailure,
  hasAuthorizationHeader,
} from './classify-auth-failure.ts';
export { type AuthCache, type AuthCacheOptions, createAuthCache } from './create-auth-cache.ts';
