import type { KeptRows } from '../../db/index.js';
import { andThen, type ContentTypesApi, type Database, type HookApi, type MaybePromise, type Post, type PostsApi, type RolesApi } from '../../api/index.js';

type Reads = Pick<
  PostsApi,
  'getPost' | 'getPostField' | 'getPostStatus' | 'getPostType' | 'wpGetPostParentId' | 'getPostAncestors' | 'wpCountPosts' | 'isPostPubliclyViewable' | 'getTheTitle'
>;

interface PostReadDeps {
  db: Database;
  kept: KeptRows;
  hooks: HookApi;
  types: ContentTypesApi;
  roles: Pick<RolesApi, 'currentUserCan'>;
  translate(text: string): string;
}

const DATES = ['post_date', 'post_date_gmt', 'post_modified', 'post_modified_gmt'];
const NO_DATE = '0000-00-00 00:00:00';

/** Reads single posts and what follows from one. */
export function createPostReads({ db, kept, hooks, types, translate: __ }: PostReadDeps): Reads {
  function postNow(id: number): MaybePromise<Post | null> {
    if (!Number.isInteger(id) || id < 1) return null;
    return andThen(kept.keep('content', `post:${id}`, async () => (await db()<Post>('posts').where({ id }).first()) ?? null), (post) => post && { ...post });
  }

  const getPost = async (id: number): Promise<Post | null> => postNow(id);

  async function getPostStatus(id: number): Promise<string | false> {
    const post = await postNow(id);
    if (!post) return false;
    let status = post.post_status;
    if (post.post_type === 'attachment') {
      const parent = post.post_parent > 0 && post.post_parent !== post.id ? await getPostStatus(post.post_parent) : false;
      if (status === 'inherit') status = parent === 'trash' ? 'publish' : parent || 'publish';
      if (!['inherit', 'private', 'trash', 'auto-draft', 'publish', 'draft', 'pending', 'future'].includes(status)) status = 'publish';
    }
    return hooks.applyFilters('get_post_status', status, post);
  }

  return {
    getPost,
    getPostStatus,
    async getPostField(field, id) {
      const post = await getPost(id);
      if (!post) return '';
      const value = post[field];
      return value ?? (DATES.includes(field) ? NO_DATE : '');
    },
    getPostType: async (id) => (await getPost(id))?.post_type ?? false,
    async wpGetPostParentId(id) {
      const post = await getPost(id);
      return post ? post.post_parent : false;
    },
    async getPostAncestors(id) {
      const ancestors: number[] = [];
      let post = await getPost(id);
      while (post && post.post_parent > 0 && post.post_parent !== post.id && post.post_parent !== id && !ancestors.includes(post.post_parent)) {
        ancestors.push(post.post_parent);
        post = await getPost(post.post_parent);
      }
      return ancestors;
    },
    async wpCountPosts(type = 'post') {
      const counts = Object.fromEntries(types.getPostStati().map((status) => [status.name, 0]));
      const rows = (await db()('posts').where({ post_type: type }).groupBy('post_status').select('post_status').count({ total: '*' })) as { post_status: string; total: number }[];
      for (const row of rows) counts[row.post_status] = Number(row.total);
      return hooks.applyFilters('wp_count_posts', counts, type);
    },
    async isPostPubliclyViewable(id) {
      const post = await getPost(id);
      const status = post && types.getPostStatusObject((await getPostStatus(id)) || '');
      return Boolean(post && status && types.isPostTypeViewable(post.post_type) && isStatusViewable(status));
    },
    async getTheTitle(id) {
      const post = await getPost(id);
      let title = post?.post_title ?? '';
      if (post && post.post_password !== '') {
        title = (await hooks.applyFilters('protected_title_format', __('Protected: %s'), post)).replace('%s', () => title);
      } else if (post?.post_status === 'private') {
        title = (await hooks.applyFilters('private_title_format', __('Private: %s'), post)).replace('%s', () => title);
      }
      return hooks.applyFilters('the_title', title, id);
    },
  };
}

/** Whether everybody may see posts of a status (`is_post_status_viewable`). */
export function isStatusViewable(status: { internal: boolean; protected: boolean; publiclyQueryable: boolean; builtin: boolean; public: boolean }): boolean {
  if (status.internal || status.protected) return false;
  return status.publiclyQueryable || (status.builtin && status.public);
}
