/**
 * Real path of the nearest folder upwards from `cwd` that has `.mcp.json` or `.git`, else of `cwd`
 * itself. The home folder ends the search: it is never a project.
 */
export async function findProjectRoot(cwd: string): Promise<string> {
  throw new Error(`not built ${cwd}`);
}
