import type { Comment } from '../../api/index.js';

/** Statuses by which comments are asked for and set, as they are stored. */
const STORED: ReadonlyMap<string, string> = new Map([
  ['hold', '0'],
  ['approve', '1'],
  ['approved', '1'],
]);

/** What hooks call statuses that have another name as they are stored or set. */
const HOOK_NAMES: ReadonlyMap<string, string> = new Map([
  ['0', 'unapproved'],
  ['hold', 'unapproved'],
  ['1', 'approved'],
  ['approve', 'approved'],
]);

/** A status as it is stored; one that has no other name stays. */
export function storedStatus(status: string): string {
  return STORED.get(status) ?? status;
}

/** What a stored status is called (`wp_get_comment_status`); false for one that nobody has named. */
export function statusOf({ comment_approved: stored }: Pick<Comment, 'comment_approved'>): string | false {
  if (stored === '1') return 'approved';
  if (stored === '0') return 'unapproved';
  return stored === 'spam' || stored === 'trash' ? stored : false;
}

/** What hooks call a status: `approved`, `unapproved`, or its own name. */
export function hookName(status: string): string {
  return HOOK_NAMES.get(status) ?? status;
}
