import { currentContext } from '../../context/index.js';
import type { Post, PostInput, PostsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';

type Revisions = Pick<
  PostsApi,
  | 'wpSavePostRevision'
  | 'wpGetPostRevisions'
  | 'wpGetLatestRevisionIdAndTotalCount'
  | 'wpRestorePostRevision'
  | 'wpDeletePostRevision'
  | 'wpCreatePostAutosave'
  | 'wpGetPostAutosave'
  | 'wpIsPostRevision'
  | 'wpIsPostAutosave'
>;

interface RevisionDeps extends ContentDeps {
  posts: Pick<PostsApi, 'getPost' | 'wpInsertPost' | 'wpUpdatePost' | 'wpDeletePost'>;
  queryPosts: PostsApi['queryPosts'];
}

/** Fields of a post that its revisions store. */
const REVISION_FIELDS = ['post_title', 'post_content', 'post_excerpt'] as const;

type RevisionValues = Pick<Post, (typeof REVISION_FIELDS)[number]>;

/** Normalizes whitespace, because differences in whitespace are ignored. */
const normalizeWhitespace = (value: string): string => value.replace(/\s+/g, ' ').trim();
const hasChanges = (a: Post, b: RevisionValues): boolean =>
  REVISION_FIELDS.some((field) => normalizeWhitespace(a[field]) !== normalizeWhitespace(b[field]));
const isAutosaveName = (post: Post): boolean => post.post_name.startsWith(`${post.post_parent}-autosave`);
const wpIsPostRevision = (post: Post): number | false => (post.post_type === 'revision' ? post.post_parent : false);
const wpIsPostAutosave = (post: Post): number | false =>
  post.post_type === 'revision' && isAutosaveName(post) ? post.post_parent : false;

/** Stores revisions and autosaves of posts (WordPress: wp_save_post_revision, wp_create_post_autosave …). */
export function createRevisions({ db, hooks, meta, types, posts, queryPosts }: RevisionDeps): Revisions {
  const revisionQuery = (id: number) =>
    db()('posts').where({ post_parent: id, post_type: 'revision', post_status: 'inherit' });

  async function wpGetPostRevisions(id: number): Promise<Post[]> {
    const post = await posts.getPost(id);
    if (!post || (await revisionLimit(post)) === 0) return [];
    return revisionQuery(id).orderBy('post_date', 'desc').orderBy('id', 'desc');
  }

  /** Returns the maximum number of revisions of a post; negative for no limit. */
  async function revisionLimit(post: Post): Promise<number> {
    const limit = types.postTypeSupports(post.post_type, 'revisions') ? -1 : 0;
    const requested = await hooks.applyFilters('wp_revisions_to_keep', limit, post);
    return Number(await hooks.applyFilters(`wp_${post.post_type}_revisions_to_keep`, requested, post));
  }

  async function insertRevision(
    post: Post,
    values: RevisionValues,
    autosave: boolean,
  ): ReturnType<PostsApi['wpInsertPost']> {
    const id = await posts.wpInsertPost(createRevisionInput(post, values, autosave), true);
    if (typeof id === 'number') await hooks.doAction('_wp_put_post_revision', id, post.id);
    return id;
  }

  async function wpSavePostRevision(id: number): ReturnType<PostsApi['wpSavePostRevision']> {
    const post = await posts.getPost(id);
    if (!post || post.post_status === 'auto-draft' || !types.postTypeSupports(post.post_type, 'revisions'))
      return undefined;
    const limit = await revisionLimit(post);
    if (limit === 0) return undefined;
    const earlier = (await wpGetPostRevisions(id)).filter((revision) => !isAutosaveName(revision));
    const latest = earlier[0];
    if (latest && (await hooks.applyFilters('wp_save_post_revision_check_for_changes', true, latest, post))) {
      if (!(await hooks.applyFilters('wp_save_post_revision_post_has_changed', hasChanges(latest, post), latest, post)))
        return undefined;
    }
    const saved = await insertRevision(post, post, false);
    if (limit > 0) for (const old of earlier.slice(limit - 1)) await wpDeletePostRevision(old.id);
    return saved;
  }

  async function wpGetLatestRevisionIdAndTotalCount(
    id: number,
  ): ReturnType<PostsApi['wpGetLatestRevisionIdAndTotalCount']> {
    const post = await posts.getPost(id);
    if (!post || (await revisionLimit(post)) === 0) return { latestId: 0, count: 0 };
    const { ids, total } = await queryPosts({
      post_parent: id,
      post_type: 'revision',
      post_status: 'inherit',
      fields: 'ids',
      orderby: 'date ID',
      order: 'DESC',
      posts_per_page: 1,
      ignore_sticky_posts: true,
    });
    return { latestId: ids[0] ?? 0, count: total };
  }

  async function wpDeletePostRevision(id: number): ReturnType<PostsApi['wpDeletePostRevision']> {
    const revision = await posts.getPost(id);
    if (!revision || revision.post_type !== 'revision') return null;
    const deleted = await posts.wpDeletePost(id, true);
    if (deleted) await hooks.doAction('wp_delete_post_revision', id, revision);
    return deleted;
  }

  async function wpGetPostAutosave(id: number, userId?: number): Promise<Post | false> {
    const query = revisionQuery(id).where({ post_name: `${id}-autosave-v1` });
    if (userId !== undefined && userId > 0) void query.where({ post_author: userId });
    return (await query.orderBy('post_modified', 'desc').orderBy('id', 'desc').first()) ?? false;
  }

  const wpCreatePostAutosave: Revisions['wpCreatePostAutosave'] = async (input) => {
    const post = await posts.getPost(input.id);
    if (!post) return posts.wpInsertPost({ ...input, id: input.id }, true);
    const values = {
      post_title: input.post_title ?? post.post_title,
      post_content: input.post_content ?? post.post_content,
      post_excerpt: input.post_excerpt ?? post.post_excerpt,
    };
    const old = await wpGetPostAutosave(post.id, currentContext()?.userId);
    if (!old) return insertRevision(post, values, true);
    if (!hasChanges(post, values)) {
      await wpDeletePostRevision(old.id);
      return 0;
    }
    await hooks.doAction('wp_creating_autosave', { ...old, ...values });
    return posts.wpUpdatePost({ id: old.id, ...values }, true);
  };

  // Runs after the post was saved completely. Plugins can remove this callback to prevent the revision.
  hooks.addAction(
    'wp_after_insert_post',
    async (id: number, _post: Post, update: boolean) => void (update && (await wpSavePostRevision(id))),
    9,
    3,
  );

  return {
    wpSavePostRevision,
    wpGetPostRevisions,
    wpGetLatestRevisionIdAndTotalCount,
    wpDeletePostRevision,
    wpGetPostAutosave,
    wpIsPostRevision,
    wpIsPostAutosave,
    async wpRestorePostRevision(revisionId) {
      const revision = await posts.getPost(revisionId);
      if (!revision || revision.post_type !== 'revision') return null;
      const fields = Object.fromEntries(REVISION_FIELDS.map((field) => [field, revision[field]]));
      const id = await posts.wpUpdatePost({ id: revision.post_parent, ...fields });
      if (typeof id !== 'number' || id === 0) return false;
      await meta.updatePostMeta(id, '_edit_last', currentContext()?.userId ?? 0);
      await hooks.doAction('wp_restore_post_revision', id, revisionId);
      return id;
    },
    wpCreatePostAutosave,
  };
}

/** Returns the revision or autosave of a post to insert, with these values. */
function createRevisionInput(post: Post, values: RevisionValues, autosave: boolean): PostInput {
  return {
    post_title: values.post_title,
    post_content: values.post_content,
    post_excerpt: values.post_excerpt,
    post_parent: post.id,
    post_status: 'inherit',
    post_type: 'revision',
    post_name: autosave ? `${post.id}-autosave-v1` : `${post.id}-revision-v1`,
    post_author: currentContext()?.userId ?? post.post_author,
    ...(autosave ? {} : { post_date: post.post_modified, post_date_gmt: post.post_modified_gmt }),
  };
}
