import { timingSafeEqual } from 'node:crypto';
import type { Comment, PageRequest } from '../../api/index.js';
import { toUnixTime } from '../../content/site-time.js';

/** Number of seconds for which visitors without an account can see their own comment that awaits moderation. */
const VISIBLE_SECONDS = 600;

/** Returns query arguments with which the author can see the comment. They contain a hash, so nobody can guess them. */
export function pendingCommentQuery(comment: Comment, sign: (text: string) => string): Record<string, string> {
  return { unapproved: String(comment.comment_id), 'moderation-hash': sign(textToSign(comment)) };
}

/** Returns the ID of the pending comment in the query of a request; undefined if there is none. */
export function requestedPendingId({ query }: Pick<PageRequest, 'query'>): number | undefined {
  const id = Number(query.unapproved);
  return Number.isInteger(id) && id > 0 && typeof query['moderation-hash'] === 'string' ? id : undefined;
}

/** Whether the query of a request contains the valid hash for a recent pending comment. */
export function maySeePending(
  comment: Comment | null,
  { query }: Pick<PageRequest, 'query'>,
  sign: (text: string) => string,
  now: number,
): boolean {
  const hash = query['moderation-hash'];
  if (comment?.comment_approved !== '0' || typeof hash !== 'string') return false;
  const [received, expected] = [Buffer.from(hash), Buffer.from(sign(textToSign(comment)))];
  return (
    received.length === expected.length &&
    timingSafeEqual(received, expected) &&
    toUnixTime(comment.comment_date_gmt) + VISIBLE_SECONDS > now / 1000
  );
}

function textToSign({ comment_id: id, comment_date_gmt: commentDateGmt }: Comment): string {
  return `comment|${id}|${commentDateGmt}`;
}
