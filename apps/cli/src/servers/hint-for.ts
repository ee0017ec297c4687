import type { ToolpoolErrorCode } from '@toolpool/foundation/errors';

/** What to do about a server that does not run, for the reasons that lie in the configuration. */
export function hintFor(server: string, code: ToolpoolErrorCode): string {
  switch (code) {
    case 'TOOLPOOL_SERVER_PENDING_APPROVAL':
      return `Run toolpool approve ${server}.`;
    case 'TOOLPOOL_SERVER_REJECTED':
      return `Run toolpool approve ${server} if it may run after all.`;
    case 'TOOLPOOL_SERVER_DISABLED':
      return `Run toolpool enable ${server}.`;
    case 'TOOLPOOL_SERVER_BLOCKED':
      return 'Ask the administrator of this system.';
    case 'TOOLPOOL_CONFIG_VARIABLE_MISSING':
      return 'Set the variable, or give its reference a default: ${NAME:-default}.';
    default:
      return `See toolpool get ${server} --offline, and toolpool doctor.`;
  }
}
