import type { Comment } from '../../api/index.js';

/** A comment with its replies. */
export interface Thread {
  readonly comment: Comment;
  readonly depth: number;
  readonly replies: readonly Thread[];
}

/**
 * Arranges comments in threads below the comments they reply to. A reply to a comment that is not shown starts a new
 * thread. Replies below the maximum depth are on the same level.
 * @param maxDepth maximum depth; 1 for a flat list
 */
export function buildThreads(comments: readonly Comment[], maxDepth: number): Thread[] {
  const commentIds = new Set(comments.map(({ comment_id: id }) => id));
  const repliesByParent = new Map<number, Comment[]>();
  for (const comment of comments) {
    const parent =
      maxDepth > 1 && comment.comment_parent !== comment.comment_id && commentIds.has(comment.comment_parent)
        ? comment.comment_parent
        : 0;
    repliesByParent.set(parent, [...(repliesByParent.get(parent) ?? []), comment]);
  }
  const buildThread = (comment: Comment, depth: number): Thread[] => {
    const ownReplies = (repliesByParent.get(comment.comment_id) ?? []).sort(compareByAge);
    if (depth < maxDepth)
      return [{ comment, depth, replies: ownReplies.flatMap((reply) => buildThread(reply, depth + 1)) }];
    return [{ comment, depth, replies: [] }, ...ownReplies.flatMap((reply) => buildThread(reply, depth))];
  };
  return (repliesByParent.get(0) ?? []).flatMap((comment) => buildThread(comment, 1));
}

function compareByAge(a: Comment, b: Comment): number {
  return a.comment_date_gmt.localeCompare(b.comment_date_gmt) || a.comment_id - b.comment_id;
}
