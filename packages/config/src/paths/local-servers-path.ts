/** Keys that lead to the servers of one project in the state file of the `local` scope. */
export function localServersPath(projectRoot: string): readonly string[] {
  return ['projects', projectRoot];
}
