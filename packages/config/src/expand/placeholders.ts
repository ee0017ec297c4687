/** Values that only the entries of plugins may use, whatever the environment says. */
const placeholderName =
  /^(?:(?:TOOLPOOL|CLAUDE)_(?:PLUGIN_ROOT|PLUGIN_DATA|PROJECT_DIR)|user_config\..*)$/;

export function isPlaceholder(name: string): boolean {
  return placeholderName.test(name);
}
