import {
  type Comment,
  type CommentInput,
  type CommentsApi,
  isWpError,
  WpError,
  type ContentApi,
} from '../../api/index.js';
import { clientIp } from '../../context/index.js';
import { getInsertedId } from '../../db/index.js';
import { parseDate } from '../site-time.js';
import type { CommentDeps } from './deps.js';
import type { CommentReads } from './read.js';
import { toColumns } from './rows.js';
import { storedStatus } from './statuses.js';

/** Dependencies of the modules that change comments. */
export interface CommentWriteDeps extends CommentDeps {
  reads: CommentReads;
  counts: Pick<ContentApi, 'wpUpdateCommentCount'>;
}

type CommentWrites = Pick<CommentsApi, 'wpInsertComment' | 'wpNewComment' | 'wpUpdateComment'>;

interface WriteDeps extends CommentWriteDeps {
  validation: Pick<CommentsApi, 'wpAllowComment' | 'wpFilterComment' | 'wpCheckCommentDataMaxLengths'>;
  status: Pick<CommentsApi, 'wpTransitionCommentStatus'>;
}

/** Returns the input without fields that contain an invalid date. */
function withValidDates(input: CommentInput): CommentInput {
  const checked = { ...input };
  for (const field of ['comment_date', 'comment_date_gmt'] as const) {
    const date = parseDate(checked[field]);
    if (date) checked[field] = date;
    else delete checked[field];
  }
  return checked;
}

/** Stores comments (WordPress: wp_insert_comment, wp_new_comment, wp_update_comment). */
export function createCommentWrites(deps: WriteDeps): CommentWrites {
  const { db, hooks, posts, reads, counts, validation, status, time, translate: __ } = deps;

  const wpInsertComment: CommentWrites['wpInsertComment'] = async (input) => {
    const { comment_meta: values = {}, comment_id: _id, ...fields } = withValidDates(input);
    const local = fields.comment_date ?? (await time.local());
    const columns = toColumns(
      { ...fields, comment_date: local, comment_date_gmt: fields.comment_date_gmt ?? (await time.toUtc(local)) },
      {},
    );
    return db.transaction(async () => {
      const id = getInsertedId(await db()('comments').insert(columns));
      if (columns.comment_approved === '1') await counts.wpUpdateCommentCount(columns.comment_post_id);
      for (const [key, value] of Object.entries(values)) await reads.addCommentMeta(id, key, value, true);
      const comment = await reads.getComment(id);
      if (comment) await hooks.doAction('wp_insert_comment', id, comment);
      return id;
    });
  };

  /** A reply becomes a top-level comment if its parent is in the trash or spam, or was deleted. */
  async function replyParent(id: number): Promise<number> {
    const parent = id > 0 ? await reads.wpGetCommentStatus(id) : false;
    return parent === 'approved' || parent === 'unapproved' ? id : 0;
  }

  const wpNewComment: CommentWrites['wpNewComment'] = async (input, wpError = false) => {
    const userId = input.user_id ?? 0;
    const fields = await hooks.applyFilters('preprocess_comment', {
      comment_author: '',
      comment_author_email: '',
      comment_author_url: '',
      comment_content: '',
      comment_type: 'comment',
      ...input,
      user_id: userId,
    });
    const local = fields.comment_date ?? (await time.local());
    const clean = await validation.wpFilterComment({
      ...fields,
      comment_parent: await replyParent(fields.comment_parent ?? 0),
      comment_author_ip: fields.comment_author_ip ?? clientIp(),
      comment_agent: (fields.comment_agent ?? '').slice(0, 254),
      comment_date: local,
      comment_date_gmt:
        fields.comment_date_gmt ?? (fields.comment_date === undefined ? time.utc() : await time.toUtc(local)),
    });
    // Sanitizing may have made a text longer, because it escapes characters.
    const lengths = await validation.wpCheckCommentDataMaxLengths(clean);
    const approved = isWpError(lengths) ? lengths : await validation.wpAllowComment(clean);
    if (isWpError(approved)) return wpError && approved;
    const id = await wpInsertComment({ ...clean, comment_approved: approved });
    if (id === false) return false;
    await hooks.doAction('comment_post', id, approved, { ...clean, comment_approved: approved });
    return id;
  };

  async function updateRow(
    comment: Comment,
    input: Parameters<CommentWrites['wpUpdateComment']>[0],
  ): Promise<0 | 1 | WpError> {
    const { comment_meta: values = {}, comment_id: id = comment.comment_id, ...fields } = withValidDates(input);
    const clean = await validation.wpFilterComment({ ...comment, ...fields });
    const lengths = await validation.wpCheckCommentDataMaxLengths(clean);
    if (isWpError(lengths)) return lengths;
    if (fields.comment_date !== undefined && fields.comment_date_gmt === undefined)
      clean.comment_date_gmt = await time.toUtc(fields.comment_date);
    if (clean.comment_approved !== undefined) clean.comment_approved = storedStatus(String(clean.comment_approved));
    const data = await hooks.applyFilters<Comment | WpError>(
      'wp_update_comment_data',
      { comment_id: id, ...toColumns(clean, comment) },
      comment,
      input,
    );
    if (isWpError(data)) return data;
    const { comment_id: _same, ...columns } = { ...comment, ...data };
    const isChanged = Object.entries(columns).some(([name, value]) => comment[name as keyof Comment] !== value);
    if (isChanged) await db()('comments').where({ comment_id: id }).update(toColumns(columns, comment));
    for (const [key, value] of Object.entries(values)) await reads.updateCommentMeta(id, key, value);
    await counts.wpUpdateCommentCount(columns.comment_post_id);
    if (columns.comment_post_id !== comment.comment_post_id) await counts.wpUpdateCommentCount(comment.comment_post_id);
    await hooks.doAction('edit_comment', id, columns);
    const after = (await reads.getComment(id)) ?? comment;
    await status.wpTransitionCommentStatus(after.comment_approved, comment.comment_approved, after);
    return isChanged ? 1 : 0;
  }

  return {
    wpInsertComment,
    wpNewComment: (input, wpError) => db.transaction(() => wpNewComment(input, wpError)),
    async wpUpdateComment(input, wpError = false) {
      const comment = await reads.getComment(input.comment_id);
      const fail = (error: WpError): false | WpError => wpError && error;
      if (!comment) return fail(new WpError('invalid_comment_id', __('Invalid comment ID.')));
      if (input.comment_post_id && !(await posts.getPost(input.comment_post_id)))
        return fail(new WpError('invalid_post_id', __('Invalid post ID.')));
      const result = await db.transaction(() => updateRow(comment, input));
      return isWpError(result) ? fail(result) : result;
    },
  };
}
