import type { Comment } from '../../api/index.js';

/** Statuses that queries and updates use, with the values that are stored for them. */
const STORED_STATUSES: ReadonlyMap<string, string> = new Map([
  ['hold', '0'],
  ['approve', '1'],
  ['approved', '1'],
]);

/** Names of statuses in hook names, where they differ from the stored value. */
const HOOK_NAMES: ReadonlyMap<string, string> = new Map([
  ['0', 'unapproved'],
  ['hold', 'unapproved'],
  ['1', 'approved'],
  ['approve', 'approved'],
]);

/** Returns the stored value of a status; a status without an alias is returned unchanged. */
export function storedStatus(status: string): string {
  return STORED_STATUSES.get(status) ?? status;
}

/** Returns the name of a stored status (`wp_get_comment_status`); false if it is unknown. */
export function statusName({ comment_approved: stored }: Pick<Comment, 'comment_approved'>): string | false {
  if (stored === '1') return 'approved';
  if (stored === '0') return 'unapproved';
  return stored === 'spam' || stored === 'trash' ? stored : false;
}

/** Returns the name of a status in hooks: `approved`, `unapproved`, or its own name. */
export function hookName(status: string): string {
  return HOOK_NAMES.get(status) ?? status;
}
