import { timingSafeEqual } from 'node:crypto';
import type { Comment, PageRequest } from '../../api/index.js';
import { utcSeconds } from '../../content/site-time.js';

/** Seconds for which visitors without an account see their own pending comment. */
const VISIBLE_SECONDS = 600;

/** Returns the query arguments that show a pending comment to its author; they cannot be guessed. */
export function waitingQuery(comment: Comment, sign: (text: string) => string): Record<string, string> {
  return { unapproved: String(comment.comment_id), 'moderation-hash': sign(signed(comment)) };
}

/** Returns the ID of the pending comment that a request asks for; undefined if there is none. */
export function asksForWaiting({ query }: Pick<PageRequest, 'query'>): number | undefined {
  const id = Number(query.unapproved);
  return Number.isInteger(id) && id > 0 && typeof query['moderation-hash'] === 'string' ? id : undefined;
}

/** Whether the request contains the recent, valid token of the comment's author. */
export function maySeeWaiting(
  comment: Comment | null,
  { query }: Pick<PageRequest, 'query'>,
  sign: (text: string) => string,
  now: number,
): boolean {
  const hash = query['moderation-hash'];
  if (comment?.comment_approved !== '0' || typeof hash !== 'string') return false;
  const [received, expected] = [Buffer.from(hash), Buffer.from(sign(signed(comment)))];
  return (
    received.length === expected.length &&
    timingSafeEqual(received, expected) &&
    utcSeconds(comment.comment_date_gmt) + VISIBLE_SECONDS > now / 1000
  );
}

function signed({ comment_id: id, comment_date_gmt: at }: Comment): string {
  return `comment|${id}|${at}`;
}
