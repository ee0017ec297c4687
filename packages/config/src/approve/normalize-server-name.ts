/** The form in which names of project servers are compared, as they would be in the names of tools. */
export function normalizeServerName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
