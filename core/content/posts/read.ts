import {
  type ContentTypesApi,
  type Database,
  type HookApi,
  type Post,
  type PostsApi,
  type RolesApi,
} from '../../api/index.js';
import type { DataCache } from '../../cache/index.js';

export type PostReads = Pick<
  PostsApi,
  | 'getPost'
  | 'getPostField'
  | 'getPostStatus'
  | 'getPostType'
  | 'wpGetPostParentId'
  | 'getPostAncestors'
  | 'wpCountPosts'
  | 'isPostPubliclyViewable'
  | 'getTheTitle'
>;

interface PostReadDeps {
  db: Database;
  dataCache: DataCache;
  hooks: HookApi;
  types: ContentTypesApi;
  roles: Pick<RolesApi, 'currentUserCan'>;
  translate(text: string): string;
}

const DATE_FIELDS = ['post_date', 'post_date_gmt', 'post_modified', 'post_modified_gmt'];
const NO_DATE = '0000-00-00 00:00:00';
/** Default values for fields that are missing in a post object, as in WordPress. */
const POST_DEFAULTS: Partial<Post> = {
  post_author: 0,
  post_status: 'publish',
  comment_status: 'open',
  ping_status: 'open',
  post_parent: 0,
  menu_order: 0,
  post_type: 'post',
  comment_count: 0,
};

/** Reads individual posts and data derived from them. */
export function createPostReads({ db, dataCache, hooks, types, translate: __ }: PostReadDeps): PostReads {
  async function getPost(id: number): Promise<Post | null> {
    if (!Number.isInteger(id) || id < 1) return null;
    const post = await dataCache.getRows(
      'content',
      `post:${id}`,
      async () => (await db()('posts').where({ id }).first()) ?? null,
    );
    return post && { ...post };
  }

  async function getPostStatus(id: number): Promise<string | false> {
    const post = await getPost(id);
    return (
      post !== null && (await hooks.applyFilters<string | false>('get_post_status', await resolveStatus(post), post))
    );
  }

  /** Returns the status of a post. An attachment with the status `inherit` has that of its parent. */
  async function resolveStatus(post: Post): Promise<string> {
    if (post.post_type !== 'attachment') return post.post_status;
    const parent = await (post.post_parent > 0 && post.post_parent !== post.id
      ? getPostStatus(post.post_parent)
      : false);
    const inherited = parent === false || parent === '' || parent === 'trash' ? 'publish' : parent;
    const status = post.post_status === 'inherit' ? inherited : post.post_status;
    return ['inherit', 'private', 'trash', 'auto-draft', 'publish', 'draft', 'pending', 'future'].includes(status)
      ? status
      : 'publish';
  }

  const getPostAncestors = async (id: number): Promise<number[]> => {
    const ancestors: number[] = [];
    let post = await getPost(id);
    while (
      post &&
      post.post_parent > 0 &&
      post.post_parent !== post.id &&
      post.post_parent !== id &&
      !ancestors.includes(post.post_parent)
    ) {
      ancestors.push(post.post_parent);
      post = await getPost(post.post_parent);
    }
    return ancestors;
  };

  const isPostPubliclyViewable = async (id: number): Promise<boolean> => {
    const post = await getPost(id);
    const status = post && types.getPostStatusObject((await getPostStatus(id)) || '');
    return Boolean(post && status && types.isPostTypeViewable(post.post_type) && isStatusViewable(status));
  };

  const getTheTitle = async (id: number): Promise<string> => {
    const post = await getPost(id);
    let title = post?.post_title ?? '';
    if (post && post.post_password !== '') {
      title = (await hooks.applyFilters('protected_title_format', __('Protected: %s'), post)).replace(
        '%s',
        () => title,
      );
    } else if (post?.post_status === 'private') {
      title = (await hooks.applyFilters('private_title_format', __('Private: %s'), post)).replace('%s', () => title);
    }
    return await hooks.applyFilters('the_title', title, id);
  };

  return {
    getPost,
    getPostStatus,
    getPostAncestors,
    isPostPubliclyViewable,
    getTheTitle,
    async getPostField(field, of) {
      const post = of instanceof Object ? { ...POST_DEFAULTS, ...of } : await getPost(of);
      if (!post) return '';
      const value = post[field];
      return value ?? (DATE_FIELDS.includes(field) ? NO_DATE : '');
    },
    getPostType: async (id) => (await getPost(id))?.post_type ?? false,
    async wpGetPostParentId(id) {
      const post = await getPost(id);
      return post ? post.post_parent : false;
    },
    async wpCountPosts(type = 'post') {
      const counts = Object.fromEntries(types.getPostStati().map((status) => [status.name, 0]));
      const rows = await db()('posts')
        .where({ post_type: type })
        .groupBy('post_status')
        .select('post_status')
        .count({ total: '*' });
      for (const row of rows) counts[row.post_status] = Number(row.total);
      return hooks.applyFilters('wp_count_posts', counts, type);
    },
  };
}

/** Whether posts of a status are public (`is_post_status_viewable`). */
export function isStatusViewable(status: {
  internal: boolean;
  protected: boolean;
  publiclyQueryable: boolean;
  builtin: boolean;
  public: boolean;
}): boolean {
  if (status.internal || status.protected) return false;
  return status.publiclyQueryable || (status.builtin && status.public);
}
