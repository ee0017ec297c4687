import { hostileEntries } from './hostile-entries.ts';
import { hostileFiles } from './hostile-files.ts';
import type { HostileProject } from './hostile-project.ts';
import { hostileTexts } from './hostile-texts.ts';

/** What is hostile about each project, and how to make it. */
export const hostileProjects: readonly (readonly [string, HostileProject])[] = Object.entries({
  ...hostileEntries,
  ...hostileFiles,
  ...hostileTexts,
});
