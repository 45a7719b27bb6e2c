import type { Comment } from '../../api/index.js';

/** A comment with its replies. */
export interface Thread {
  readonly comment: Comment;
  readonly depth: number;
  readonly replies: readonly Thread[];
}

/**
 * Arranges comments in threads below the comments they reply to. A reply to a comment that is not shown starts its own
 * thread, and from the maximum depth on all replies are on the same level.
 * @param deepest maximum depth; 1 for a flat list
 */
export function threadsOf(comments: readonly Comment[], deepest: number): Thread[] {
  const commentIds = new Set(comments.map(({ comment_id: id }) => id));
  const answersTo = new Map<number, Comment[]>();
  for (const comment of comments) {
    const parent =
      deepest > 1 && comment.comment_parent !== comment.comment_id && commentIds.has(comment.comment_parent)
        ? comment.comment_parent
        : 0;
    answersTo.set(parent, [...(answersTo.get(parent) ?? []), comment]);
  }
  const thread = (comment: Comment, depth: number): Thread[] => {
    const below = (answersTo.get(comment.comment_id) ?? []).sort(byAge);
    if (depth < deepest) return [{ comment, depth, replies: below.flatMap((reply) => thread(reply, depth + 1)) }];
    return [{ comment, depth, replies: [] }, ...below.flatMap((reply) => thread(reply, depth))];
  };
  return (answersTo.get(0) ?? []).flatMap((comment) => thread(comment, 1));
}

function byAge(a: Comment, b: Comment): number {
  return a.comment_date_gmt.localeCompare(b.comment_date_gmt) || a.comment_id - b.comment_id;
}
