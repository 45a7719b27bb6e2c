import type { CommentsApi, Post, PostsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';

interface DeleteDeps extends ContentDeps {
  posts: Pick<PostsApi, 'getPost' | 'wpUpdatePost'>;
  /** Removes a post from all its terms. */
  deleteTermRelationships(id: number, type: string): Promise<void>;
  comments: Pick<CommentsApi, 'wpTrashPostComments' | 'wpUntrashPostComments'> & {
    deletePostComments(post: Post): Promise<void>;
  };
}

/** Trashes, restores and deletes posts (WordPress: wp_trash_post, wp_delete_post). */
export function createPostDeletes({
  attachments,
  db,
  hooks,
  meta,
  options,
  types,
  cron,
  posts,
  comments,
  deleteTermRelationships,
  now = Date.now,
}: DeleteDeps): Pick<PostsApi, 'wpDeletePost' | 'wpTrashPost' | 'wpUntrashPost'> {
  const { getPost } = posts;

  async function deletePost(post: Post, force: boolean): Promise<Post | false> {
    const instead = await hooks.applyFilters<Post | false | null>('pre_delete_post', null, post, force);
    if (instead !== null) return instead;
    const { id } = post;
    await hooks.doAction('before_delete_post', id, post);
    await meta.deletePostMeta(id, '_wp_trash_meta_status');
    await meta.deletePostMeta(id, '_wp_trash_meta_time');
    await deleteTermRelationships(id, post.post_type);
    const childTypes = types.isPostTypeHierarchical(post.post_type) ? [post.post_type, 'attachment'] : ['attachment'];
    await db()('posts')
      .where({ post_parent: id })
      .whereIn('post_type', childTypes)
      .update({ post_parent: post.post_parent });
    for (const revision of await db()('posts').where({ post_parent: id, post_type: 'revision' })) {
      await deleteRow(revision);
      await hooks.doAction('clean_post_cache', revision.id, revision);
    }
    await comments.deletePostComments(post);
    await removeFromSettings(id);
    await hooks.doAction(`delete_post_${post.post_type}`, id, post);
    await hooks.doAction('delete_post', id, post);
    await deleteRow(post);
    await hooks.doAction(`deleted_post_${post.post_type}`, id, post);
    await hooks.doAction('deleted_post', id, post);
    await hooks.doAction('clean_post_cache', id, post);
    await cron.wpClearScheduledHook('publish_future_post', [id]);
    await hooks.doAction('after_delete_post', id, post);
    return post;
  }

  async function deleteRow(post: Post): Promise<void> {
    for (const metaId of await db()('postmeta').where({ post_id: post.id }).pluck<number[]>('meta_id'))
      await meta.deleteMetadataByMid('post', metaId);
    await db()('posts').where({ id: post.id }).delete();
  }

  /** Removes a post from the settings: front page, posts page and sticky posts. */
  async function removeFromSettings(id: number): Promise<void> {
    if (Number(await options.getOption('page_on_front')) === id) {
      await options.updateOption('show_on_front', 'posts');
      await options.updateOption('page_on_front', 0);
    }
    if (Number(await options.getOption('page_for_posts')) === id) await options.updateOption('page_for_posts', 0);
    const sticky = await options.getOption('sticky_posts');
    if (Array.isArray(sticky) && sticky.includes(id))
      await options.updateOption(
        'sticky_posts',
        sticky.filter((stickyId) => stickyId !== id),
      );
  }

  async function wpTrashPost(id: number): Promise<Post | false | null> {
    const post = await getPost(id);
    if (!post) return null;
    if (post.post_status === 'trash') return false;
    const before = post.post_status;
    const instead = await hooks.applyFilters<Post | false | null>('pre_trash_post', null, post, before);
    if (instead !== null) return instead;
    return db.transaction(async () => {
      await hooks.doAction('wp_trash_post', id, before);
      await meta.addPostMeta(id, '_wp_trash_meta_status', before);
      await meta.addPostMeta(id, '_wp_trash_meta_time', Math.floor(now() / 1000));
      if ((await posts.wpUpdatePost({ id, post_status: 'trash' })) === 0) return false;
      await comments.wpTrashPostComments(post);
      await removeFromSettings(id);
      await hooks.doAction('trashed_post', id, before);
      return post;
    });
  }

  return {
    wpTrashPost,
    async wpDeletePost(id, force = false) {
      const post = await getPost(id);
      if (!post) return null;
      if (!force && (post.post_type === 'post' || post.post_type === 'page') && post.post_status !== 'trash')
        return wpTrashPost(id);
      if (post.post_type === 'attachment' && attachments) return attachments.wpDeleteAttachment(id, force);
      return db.transaction(() => deletePost(post, force));
    },
    async wpUntrashPost(id) {
      const post = await getPost(id);
      if (!post || post.post_status !== 'trash') return post && false;
      const before = String(await meta.getPostMeta(id, '_wp_trash_meta_status', true));
      const instead = await hooks.applyFilters<Post | false | null>('pre_untrash_post', null, post, before);
      if (instead !== null) return instead;
      return db.transaction(async () => {
        await hooks.doAction('untrash_post', id, before);
        const defaultStatus = post.post_type === 'attachment' ? 'inherit' : 'draft';
        const status = await hooks.applyFilters('wp_untrash_post_status', defaultStatus, id, before);
        await meta.deletePostMeta(id, '_wp_trash_meta_status');
        await meta.deletePostMeta(id, '_wp_trash_meta_time');
        if ((await posts.wpUpdatePost({ id, post_status: status })) === 0) return false;
        await comments.wpUntrashPostComments(post);
        await hooks.doAction('untrashed_post', id, before);
        return post;
      });
    },
  };
}
