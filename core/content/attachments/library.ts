import type { AttachmentsApi, Post } from '../../api/index.js';
import type { AttachmentDeps } from './deps.js';
import { createFileRemoval } from './attached-files.js';

interface LibraryDeps extends AttachmentDeps {
  files: Pick<AttachmentsApi, 'getAttachedFile' | 'wpGetAttachmentMetadata'>;
}

const MAX_MONTHS = 240;

/** Adds files to the media library, and deletes them with all related data. */
export function createLibrary(
  deps: LibraryDeps,
): Pick<AttachmentsApi, 'wpInsertAttachment' | 'wpDeleteAttachment'> & { months(): Promise<string[]> } {
  const { db, hooks, meta, content, files } = deps;
  const deleteFiles = createFileRemoval(deps);

  /** Deletes the rows of an attachment; its files are deleted after the commit. */
  async function deleteRows(post: Post): Promise<void> {
    const { id } = post;
    await meta.deletePostMeta(id, '_wp_trash_meta_status');
    await meta.deletePostMeta(id, '_wp_trash_meta_time');
    await hooks.doAction('delete_attachment', id, post);
    for (const taxonomy of content.getObjectTaxonomies('attachment'))
      await content.wpSetObjectTerms(id, [], taxonomy.name);
    await meta.deleteMetadata('post', 0, '_thumbnail_id', id, true);
    const comments = await db()('comments').where({ comment_post_id: id }).pluck<number[]>('comment_id');
    await db()('commentmeta').whereIn('comment_id', comments).delete();
    await db()('comments').where({ comment_post_id: id }).delete();
    await db()('postmeta').where({ post_id: id }).delete();
    await hooks.doAction('delete_post_attachment', id, post);
    await hooks.doAction('delete_post', id, post);
    await db()('posts').where({ id }).delete();
    await hooks.doAction('deleted_post_attachment', id, post);
    await hooks.doAction('deleted_post', id, post);
  }

  return {
    async months() {
      const rows = await db()('posts')
        .where({ post_type: 'attachment' })
        .select<{ month: string | null }[]>(db().raw('substr(post_date, 1, 7) as month'))
        .groupBy('month')
        .orderBy('month', 'desc')
        .limit(MAX_MONTHS);
      return rows.flatMap(({ month }) => (month === null ? [] : [String(month)]));
    },
    async wpInsertAttachment(input, file, parent = 0, wpError = false) {
      const row = {
        post_title: '',
        post_content: '',
        post_excerpt: '',
        ...input,
        post_type: 'attachment',
        post_status: input.post_status ?? 'inherit',
        ...(parent > 0 ? { post_parent: parent } : {}),
      };
      return content.wpInsertPost({ ...row, ...(file === undefined ? {} : { file }) }, wpError);
    },
    async wpDeleteAttachment(id, force = false) {
      const post = await content.getPost(id);
      if (!post) return null;
      if (post.post_type !== 'attachment') return false;
      const filteredResult = await hooks.applyFilters<Post | false | null>('pre_delete_attachment', null, post, force);
      if (filteredResult !== null) return filteredResult;
      const metadata = await files.wpGetAttachmentMetadata(id);
      const file = await files.getAttachedFile(id);
      await db.transaction(async () => {
        await deleteRows(post);
        // If the transaction is rolled back, the files are not deleted.
        await db.afterCommit(() => (file === false ? undefined : deleteFiles(file, metadata)));
      });
      return post;
    },
  };
}
