import { createHash } from 'node:crypto';
import type { WxrComment } from '../read/entries.js';
import type { Authors } from './authors.js';
import type { ImportDeps } from './deps.js';
import { storeMeta } from './stored-meta.js';

const hashComment = (author: string, date: string, content: string): string =>
  createHash('sha1').update([author, date, content].join('\n')).digest('base64');

/**
 * Imports the comments on a post, with replies below their parents; existing comments are skipped.
 * @returns the number of imported comments
 */
export async function importComments(
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
      hashComment(row.comment_author, String(row.comment_date_gmt ?? row.comment_date), row.comment_content),
      row.comment_id,
    ]),
  );
  const importedIds = new Map<number, number>();
  const pending = [...comments];
  let importedCount = 0;
  while (pending.length > 0) {
    const isNext = ({ parent }: WxrComment): boolean =>
      parent === 0 || importedIds.has(parent) || !pending.some(({ id }) => id === parent);
    const index = pending.findIndex(isNext);
    const [comment] = pending.splice(Math.max(index, 0), 1);
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
      comment_parent: importedIds.get(comment.parent) ?? 0,
      user_id: authors.findById(comment.userId),
    });
    const existingId = existing.get(
      hashComment(clean.comment_author ?? '', comment.dateGmt || comment.date, clean.comment_content ?? ''),
    );
    const id = existingId ?? (await content.wpInsertComment(clean));
    if (id === false) continue;
    importedIds.set(comment.id, id);
    if (existingId !== undefined) continue;
    importedCount += 1;
    await storeMeta(meta, 'comment', id, comment.meta, async (key) => key);
  }
  return importedCount;
}
