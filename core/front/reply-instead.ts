import type { Reply } from '../api/index.js';
import { currentContext, REPLY_INSTEAD } from '../context/index.js';

/** What a plugin answers in place of the page, such as a redirect. */
export function replyInstead(): Reply | undefined {
  return currentContext()?.memo.get(REPLY_INSTEAD) as Reply | undefined;
}
