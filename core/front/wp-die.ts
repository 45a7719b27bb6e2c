import type { Reply } from '../api/index.js';
import { currentContext, REPLY_INSTEAD } from '../context/index.js';

/** Ends a request with a message instead of a page (`wp_die`). */
export class WpDie extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly title = '',
  ) {
    super(message);
  }
}

/** Returns the reply that a plugin set instead of the page, such as a redirect. */
export function replyInstead(): Reply | undefined {
  return currentContext()?.memo.get(REPLY_INSTEAD) as Reply | undefined;
}
