import type { Post, PostInput, PostQuery } from '../../../core/api/index.js';
import { currentContext } from '../../../core/context/index.js';
import type { DataSite } from './data-site.js';
import type { AreaFunctions } from './site-free.js';
import { unslashed } from './slashes.js';

const post = (found: Post | false | null | undefined): unknown => (found ? { $post: found.id } : (found ?? null));
const list = (posts: Post[] | false): unknown => posts && posts.map(post);
const input = (fields: Record<string, unknown>): PostInput => {
  const { ID, ...rest } = unslashed(fields) as Record<string, unknown>;
  return { ...rest, ...(ID === undefined ? {} : { id: Number(ID) }) };
};

/** Posts, pages, queries and permalinks. */
export function queryFunctions({ content, meta }: DataSite): AreaFunctions {
  return {
    ...(content as unknown as AreaFunctions),
    get_post_meta: meta.getPostMeta,
    update_post_meta: meta.updatePostMeta,
    get_post: async (id: number) => post(await content.getPost(id)),
    // WordPress returns the author and the comment count as strings.
    get_post_field: async (field: keyof Post | 'ID', id: number) => {
      const value = await content.getPostField(field === 'ID' ? 'id' : field, id);
      return field === 'post_author' || field === 'comment_count' ? String(value) : value;
    },
    get_pages: async (query: PostQuery) => list(await content.getPages(query)),
    get_posts: async (query: PostQuery) => list(await content.getPosts(query)),
    wp_insert_post: (fields: Record<string, unknown>, error = false) => content.wpInsertPost(input(fields), error),
    wp_update_post: (fields: Record<string, unknown>, error = false) =>
      content.wpUpdatePost(input(fields) as PostInput & { id: number }, error),
    wp_trash_post: async (id: number) => post(await content.wpTrashPost(id)),
    wp_untrash_post: async (id: number) => post(await content.wpUntrashPost(id)),
    wp_delete_post: async (id: number, force = false) => post(await content.wpDeletePost(id, force)),
    get_ancestors: (id: number, _type: string, kind = 'post_type') =>
      kind === 'taxonomy' ? content.getTermAncestors(id, _type) : content.getPostAncestors(id),
    wp_get_post_tags: async (id: number, { fields }: { fields?: string } = {}) =>
      (await content.wpGetPostTags(id)).map((term) => (fields === 'names' ? term.name : term)),
    '@post': async (id: number) => post(await content.getPost(id)),
    '@page_by_path': async (path: string, type?: string | string[]) =>
      (await content.getPageByPath(path, type))?.id ?? null,
    '@query': async (query: PostQuery) => {
      const { ids, found, pages } = await content.queryPosts(query);
      return { ids, found, pages };
    },
    '@as': (id: number) => {
      const context = currentContext();
      if (context) context.userId = id;
    },
  };
}
