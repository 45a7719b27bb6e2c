import { createHash } from 'node:crypto';
import type { WxrComment } from '../read/entries.js';
import type { Authors } from './authors.js';
import type { ImportDeps } from './deps.js';
import { storeMeta } from './stored-meta.js';

const digest = (author: string, date: string, content: string): string =>
  createHash('sha1').update([author, date, content].join('\n')).digest('base64');

/**
 * Imports the comments on a post, replies below their parents; existing ones are skipped.
 * @returns the number of imported comments
 */
export async function placeComments(
  { db, content, meta }: ImportDeps,
  authors: Authors,
  postId: number,
  comments: readonly WxrComment[],
): Promise<number> {
  if (comments.length === 0) return 0;
  const rows = await db()('comments')
    .where({ comment_post_id: postId })
    .select('comment_id', 'comment_author', 'comment_date', 'comment_date_gmt', 'comment_content');
  const existing = new Map(
    rows.map((row) => [
      digest(row.comment_author, String(row.comment_date_gmt ?? row.comment_date), row.comment_content),
      row.comment_id,
    ]),
  );
  const here = new Map<number, number>();
  const waiting = [...comments];
  let came = 0;
  while (waiting.length > 0) {
    const isNext = ({ parent }: WxrComment): boolean =>
      parent === 0 || here.has(parent) || !waiting.some(({ id }) => id === parent);
    const at = waiting.findIndex(isNext);
    const [comment] = waiting.splice(Math.max(at, 0), 1);
    if (!comment) break;
    const clean = await content.wpFilterComment({
      comment_post_id: postId,
      comment_author: comment.author,
      comment_author_email: comment.email,
      comment_author_url: comment.url,
      comment_author_ip: comment.ip,
      comment_date: comment.date,
      comment_date_gmt: comment.dateGmt,
      comment_content: comment.content,
      comment_approved: comment.approved || '1',
      comment_type: comment.type || 'comment',
      comment_parent: here.get(comment.parent) ?? 0,
      user_id: authors.findById(comment.userId),
    });
    const known = existing.get(
      digest(clean.comment_author ?? '', comment.dateGmt || comment.date, clean.comment_content ?? ''),
    );
    const id = known ?? (await content.wpInsertComment(clean));
    if (id === false) continue;
    here.set(comment.id, id);
    if (known !== undefined) continue;
    came += 1;
    await storeMeta(meta, 'comment', id, comment.meta, async (key) => key);
  }
  return came;
}
