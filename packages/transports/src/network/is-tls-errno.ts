/** Whether what the system called a failure, such as `CERT_HAS_EXPIRED`, says that TLS was not agreed on. */
export function isTlsErrno(errno: string): boolean {
  return /CERT|TLS|SSL|ISSUER/.test(errno);
}
