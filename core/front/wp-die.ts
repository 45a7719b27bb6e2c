import type { Reply } from '../api/index.js';
import { currentContext, REPLY_INSTEAD } from '../context/index.js';

/** Thrown to end a request with a message instead of a page (`wp_die`). */
export class WpDie extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly title = '',
  ) {
    super(message);
  }
}

/** Returns the reply with which a plugin has replaced the page, such as a redirect. */
export function getReplacementReply(): Reply | undefined {
  return currentContext()?.memo.get(REPLY_INSTEAD) as Reply | undefined;
}
