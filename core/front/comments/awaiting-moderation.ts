import { timingSafeEqual } from 'node:crypto';
import type { Comment, PageRequest } from '../../api/index.js';
import { utcSeconds } from '../../content/site-time.js';

/** Seconds for which those who did not sign in see their own comment that waits. */
const SHOWN = 600;

/** The part of an address that shows a comment which waits to whoever wrote it, and to nobody who guesses. */
export function waitingQuery(comment: Comment, sign: (text: string) => string): Record<string, string> {
  return { unapproved: String(comment.comment_id), 'moderation-hash': sign(signed(comment)) };
}

/** The id of the comment that a request may see although it waits; undefined when there is none. */
export function asksForWaiting({ query }: Pick<PageRequest, 'query'>): number | undefined {
  const id = Number(query.unapproved);
  return Number.isInteger(id) && id > 0 && typeof query['moderation-hash'] === 'string' ? id : undefined;
}

/** Whether the request carries what was given to whoever wrote the comment, a short while ago. */
export function maySeeWaiting(
  comment: Comment | null,
  { query }: Pick<PageRequest, 'query'>,
  sign: (text: string) => string,
  now: number,
): boolean {
  const hash = query['moderation-hash'];
  if (comment?.comment_approved !== '0' || typeof hash !== 'string') return false;
  const [given, expected] = [Buffer.from(hash), Buffer.from(sign(signed(comment)))];
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    utcSeconds(comment.comment_date_gmt) + SHOWN > now / 1000
  );
}

function signed({ comment_id: id, comment_date_gmt: at }: Comment): string {
  return `comment|${id}|${at}`;
}
