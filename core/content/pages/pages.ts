import { type Post, type PostQuery, type PostsApi } from '../../api/index.js';
import { rawUrlEncode } from '../../formatting/php/query-string.js';
import type { ContentDeps } from '../deps.js';
import { idsOf, isSet, listOf, numberOf, textOf } from '../query/query-values.js';
import { urlDecode } from '../slug-text.js';
import { noDataCache } from '../../cache/index.js';

interface PagesDeps extends ContentDeps {
  posts: Pick<PostsApi, 'getPost' | 'getPostAncestors'>;
  queryPosts: PostsApi['queryPosts'];
}

type Pages = Pick<PostsApi, 'getPages' | 'getPageByPath' | 'getPageUri'>;
type PathRow = Pick<Post, 'id' | 'post_name' | 'post_parent' | 'post_type'>;

/** Queries the page hierarchy (WordPress: get_pages, get_page_by_path, get_page_uri). */
export function createPages({
  db,
  dataCache = noDataCache,
  hooks,
  types,
  formatting,
  posts,
  queryPosts,
}: PagesDeps): Pages {
  async function getPages(args: PostQuery = {}): Promise<Post[] | false> {
    const query = { ...args };
    const type = textOf(query, 'post_type') || 'page';
    const statuses = readStatuses(query);
    if (!types.getPostTypes({ hierarchical: true }).some(({ name }) => name === type)) return false;
    if (statuses.some((status) => !types.getPostStatusObject(status))) return false;
    const { hasInclude, parent, childOf, nested } = readTreeArgs(query);
    const size = numberOf(query, 'number');
    const { posts: found } = await queryPosts(
      await hooks.applyFilters<PostQuery>(
        'get_pages_query_args',
        {
          post_type: type,
          post_status: statuses,
          ...readOrder(query),
          no_found_rows: true,
          ignore_sticky_posts: true,
          ...(size > 0 ? { posts_per_page: size, offset: numberOf(query, 'offset') } : { nopaging: true }),
          ...(hasInclude ? { post__in: idsOf(query, 'include') } : excludeArgs(query)),
          ...(parent >= 0 ? { post_parent: parent } : {}),
          ...(await authorClause(query)),
        },
        query,
      ),
    );
    let pages = childOf > 0 || nested ? descendants(childOf, found) : found;
    for (const root of idsOf(query, 'exclude_tree')) {
      const excludedIds = new Set([root, ...descendants(root, pages).map((page) => page.id)]);
      pages = pages.filter((page) => !excludedIds.has(page.id));
    }
    return hooks.applyFilters('get_pages', pages, query);
  }

  async function authorClause(query: PostQuery): Promise<PostQuery> {
    const requestedAuthors = listOf(query, 'authors');
    if (requestedAuthors.length === 0) return {};
    const ids = requestedAuthors.map(Number).filter((id) => id > 0);
    const logins = requestedAuthors.filter((requestedAuthor) => Number.isNaN(Number(requestedAuthor))).map(String);
    if (logins.length > 0) ids.push(...(await db()('users').whereIn('user_login', logins).pluck<number[]>('id')));
    return ids.length > 0 ? { author__in: ids } : {};
  }

  async function getPageByPath(path: string, type: string | string[] = 'page'): Promise<Post | null> {
    const parts = urlDecode(path)
      .replace(/^\/+|\/+$/g, '')
      .split('/')
      .map((part) => formatting.sanitizeTitle(rawUrlEncode(part).replaceAll('%20', ' '), '', 'query'));
    const postTypes = typeof type === 'string' ? [type, 'attachment'] : type;
    const candidates = await dataCache.getRows(
      'content',
      `path:${JSON.stringify([parts, postTypes])}`,
      async (): Promise<PathRow[]> =>
        await db()('posts')
          .whereIn('post_name', parts)
          .whereIn('post_type', postTypes)
          .orderBy('id')
          .select('id', 'post_name', 'post_parent', 'post_type'),
    );
    const found = findIdAtPath(parts, candidates, type);
    return found > 0 ? posts.getPost(found) : null;
  }

  const getPageUri = async (pageOrId: number | Post): Promise<string | false> => {
    // If the page is passed as an object, its slug is used, which may differ from the stored one.
    const page = typeof pageOrId === 'number' ? await posts.getPost(pageOrId) : pageOrId;
    if (!page) return false;
    let uri = page.post_name;
    let ancestorIds: number[] = [];
    if (typeof pageOrId === 'number') ancestorIds = await posts.getPostAncestors(pageOrId);
    else if (page.post_parent > 0)
      ancestorIds = [page.post_parent, ...(await posts.getPostAncestors(page.post_parent))];
    for (const ancestor of ancestorIds) {
      const parent = await posts.getPost(ancestor);
      if (parent && parent.post_name !== '') uri = `${parent.post_name}/${uri}`;
    }
    return await hooks.applyFilters('get_page_uri', uri, page);
  };

  return { getPages, getPageByPath, getPageUri };
}

function readStatuses(query: PostQuery): string[] {
  const { post_status: postStatus } = query;
  if (postStatus === undefined) return ['publish'];
  if (typeof postStatus === 'string') return postStatus.split(',').map((part) => part.trim());
  return listOf(query, 'post_status').map(String);
}

/** Returns the part of the tree to which a query is limited. Pages listed by ID may be anywhere in the tree. */
function readTreeArgs(query: PostQuery): { hasInclude: boolean; parent: number; childOf: number; nested: boolean } {
  if (idsOf(query, 'include').length > 0) return { hasInclude: true, parent: -1, childOf: 0, nested: false };
  const parent = isSet(query, 'parent') ? numberOf(query, 'parent') : -1;
  const childOf = numberOf(query, 'child_of');
  const isHierarchical = query.hierarchical !== 0 && query.hierarchical !== false;
  return { hasInclude: false, parent, childOf, nested: isHierarchical && !(parent > 0 && childOf === 0) };
}

function readOrder(query: PostQuery): Pick<PostQuery, 'orderby' | 'order'> {
  const columns = (textOf(query, 'sort_column') || 'post_title').split(/[\s,]+/).filter((column) => column !== '');
  const order = ['', 'ASC'].includes(textOf(query, 'sort_order').toUpperCase()) ? 'ASC' : 'DESC';
  return { orderby: Object.fromEntries(columns.map((column) => [column, order])), order };
}

/** Returns the arguments of a query that exclude pages. */
function excludeArgs(query: PostQuery): PostQuery {
  return {
    ...(isSet(query, 'exclude') ? { post__not_in: idsOf(query, 'exclude') } : {}),
    ...(isSet(query, 'meta_key') ? { meta_key: query.meta_key } : {}),
    ...(isSet(query, 'meta_value') ? { meta_value: query.meta_value } : {}),
  };
}

/** Returns the ID of the page with a path, preferably of the given type; 0 if there is none. */
function findIdAtPath(parts: readonly string[], rows: readonly PathRow[], type: string | string[]): number {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reversedParts = [...parts].reverse();
  let found = 0;
  for (const row of rows) {
    if (!isAtPath(row, reversedParts, byId)) continue;
    found = row.id;
    if (row.post_type === type) break;
  }
  return found;
}

/** Whether a page and its ancestors have the slugs of a path. The parts of the path are in reverse order. */
function isAtPath(row: PathRow, upwards: readonly string[], byId: ReadonlyMap<number, PathRow>): boolean {
  let current = row;
  let depth = 0;
  if (!isSameSlug(current.post_name, upwards[0])) return false;
  const visited = new Set<number>();
  while (current.post_parent !== 0 && !visited.has(current.id)) {
    const parent = byId.get(current.post_parent);
    if (!parent) break;
    visited.add(current.id);
    depth++;
    if (!isSameSlug(parent.post_name, upwards[depth])) break;
    current = parent;
  }
  return current.post_parent === 0 && depth + 1 === upwards.length && isSameSlug(current.post_name, upwards[depth]);
}

function isSameSlug(name: string, part: string | undefined): boolean {
  return part !== undefined && name.toLowerCase() === part.toLowerCase();
}

/** Returns the descendants of a page, each parent followed by its children, in their original order. */
function descendants(root: number, pages: readonly Post[]): Post[] {
  const children = new Map<number, Post[]>();
  for (const page of pages) children.set(page.post_parent, [...(children.get(page.post_parent) ?? []), page]);
  const out: Post[] = [];
  const visited = new Set<number>();
  const stack = [...(children.get(root) ?? [])].reverse();
  for (let page = stack.pop(); page; page = stack.pop()) {
    if (visited.has(page.id)) continue;
    visited.add(page.id);
    out.push(page);
    stack.push(...[...(children.get(page.id) ?? [])].reverse());
  }
  return out;
}
