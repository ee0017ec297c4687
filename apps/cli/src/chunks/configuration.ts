/**
 * The commands that need nothing but configuration, as one lazily loaded part of the bundle: many
 * small parts take longer to start than a few. Those that may connect load the other part then.
 */

export { add } from '../commands/add.ts';
export { addJson } from '../commands/add-json.ts';
export { approve } from '../commands/approve.ts';
export { auth } from '../commands/auth.ts';
export { disable } from '../commands/disable.ts';
export { doctor } from '../commands/doctor.ts';
export { enable } from '../commands/enable.ts';
export { get } from '../commands/get.ts';
export { importFrom } from '../commands/import.ts';
export { list } from '../commands/list.ts';
export { logout } from '../commands/logout.ts';
export { plugins } from '../commands/plugins.ts';
export { reject } from '../commands/reject.ts';
export { remove } from '../commands/remove.ts';
export { resetApprovals } from '../commands/reset-approvals.ts';
export { tools } from '../commands/tools.ts';
