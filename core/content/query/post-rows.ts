import { type Database, type Knex, type PostQuery, type PostsApi } from '../../api/index.js';
import { comparedColumn, comparedText } from '../../db/index.js';
import type { ContentDeps } from '../deps.js';
import type { PostTerms } from '../terms/post-terms.js';
import { applyDates } from './date-clauses.js';
import { applyMetaQuery, readMetaQuery } from './meta-clauses.js';
import { searchPasswordClause, statusClause } from './status-clause.js';
import { idsOf, isOn, isSet, listOf, numberOf, textOf } from './query-values.js';
import { applySearch } from './search-clause.js';
import { applyTaxQuery, readTaxQuery, taxonomiesOf } from './tax-clauses.js';

interface PostRowsDeps extends Pick<ContentDeps, 'db' | 'types' | 'formatting' | 'users' | 'roles'> {
  getPageByPath: PostsApi['getPageByPath'];
  findTerms: PostTerms['findTerms'];
}

/** Whether a query selects a single post by its URL, and whether that is a page. */
export interface QueryKind {
  singular: boolean;
  page: boolean;
}

/** Builds the query for the posts, without order and paging. */
export interface PostRows {
  kindOf(query: PostQuery): QueryKind;
  /** Returns the search condition separately, because plugins may filter it. */
  build(
    query: PostQuery,
    kind: QueryKind,
  ): Promise<{ posts: Knex.QueryBuilder; search: ((posts: Knex.QueryBuilder) => void) | undefined }>;
}

/** Builds the conditions of post queries (WordPress: the first half of WP_Query::get_posts). */
export function createPostRows({
  db,
  types,
  formatting,
  users,
  roles,
  getPageByPath,
  findTerms,
}: PostRowsDeps): PostRows {
  const toSlug = (text: string): string => formatting.sanitizeTitle(text, '', 'query');

  function kindOf(query: PostQuery): QueryKind {
    const page = isSet(query, 'pagename') || numberOf(query, 'page_id') > 0;
    const single = numberOf(query, 'p') > 0 || isSet(query, 'name') || numberOf(query, 'attachment_id') > 0;
    return { page: page && !single, singular: page || single };
  }

  /** Returns the post types to query. Unregistered types have no posts. */
  function resolvePostTypes(query: PostQuery, kind: QueryKind, taxonomies: readonly string[]): string[] {
    const postType = query.post_type;
    const singleType = typeof postType === 'string' && postType !== '' ? [postType] : [];
    const requestedTypes = Array.isArray(postType) ? postType.map(String) : singleType;
    const searchableTypes = (): string[] => types.getPostTypes({ excludeFromSearch: false }).map(({ name }) => name);
    if (requestedTypes.includes('any')) return searchableTypes();
    if (requestedTypes.length > 0) return requestedTypes;
    if (query.s !== undefined && query.s !== null) return searchableTypes();
    if (numberOf(query, 'attachment_id') > 0) return ['attachment'];
    if (kind.page) return ['page'];
    if (taxonomies.length === 0 || kind.singular) return ['post'];
    const typesWithTaxonomy = searchableTypes().filter((type) =>
      types.getObjectTaxonomies(type).some(({ name }) => taxonomies.includes(name)),
    );
    return typesWithTaxonomy.length > 0 ? typesWithTaxonomy : searchableTypes();
  }

  /** The builder is returned in an object, because `await` on a query builder would run the query. */
  async function build(query: PostQuery, kind: QueryKind): ReturnType<PostRows['build']> {
    const posts = db()('posts');
    const tax = kind.singular ? undefined : readTaxQuery(query, types);
    const postTypes = resolvePostTypes(query, kind, tax ? taxonomiesOf(tax) : []);
    void posts.whereIn('posts.post_type', postTypes);
    await limitByUrl(posts, query, postTypes);
    limitByLists(posts, query, toSlug);
    await limitByAuthor(posts, query);
    limitByFields(db, posts, query);
    applyDates(db, posts, query);
    if (isSet(query, 's')) {
      const known = await searchPasswordClause({ types, roles }, postTypes);
      void posts.where((any: Knex.QueryBuilder) => known(any));
    }
    if (tax) await applyTaxQuery({ db, types, findTerms }, posts, tax);
    const meta = readMetaQuery(query);
    if (meta) void posts.where((all: Knex.QueryBuilder) => applyMetaQuery(db, all, meta));
    if (!kind.singular || listOf(query, 'post_status').length > 0) {
      const status = await statusClause({ types, roles }, query, postTypes);
      void posts.where((all: Knex.QueryBuilder) => status(all));
    }
    return { posts, search: isSet(query, 's') ? (rows) => applySearch(db, rows, query) : undefined };
  }

  async function limitByUrl(posts: Knex.QueryBuilder, query: PostQuery, postTypes: string[]): Promise<void> {
    for (const name of ['p', 'page_id', 'attachment_id'])
      if (numberOf(query, name) > 0) void posts.where({ 'posts.id': numberOf(query, name) });
    if (isSet(query, 'name')) {
      const name = textOf(query, 'name');
      const [only] = postTypes;
      const nested =
        postTypes.length === 1 && only !== undefined && types.isPostTypeHierarchical(only)
          ? await getPageByPath(name, postTypes)
          : null;
      if (nested) void posts.where({ 'posts.id': nested.id });
      else void posts.where({ 'posts.post_name': toSlug(name.split('/').at(-1) ?? '') });
    } else if (isSet(query, 'pagename')) {
      const page = await getPageByPath(textOf(query, 'pagename'), postTypes.length === 1 ? postTypes[0] : postTypes);
      void posts.where({ 'posts.id': page?.id ?? 0 });
    }
  }

  async function limitByAuthor(posts: Knex.QueryBuilder, query: PostQuery): Promise<void> {
    const authorIds = Array.isArray(query.author)
      ? []
      : listOf(query, 'author')
          .map(Number)
          .filter((id) => id !== 0);
    const without = [...authorIds.filter((id) => id < 0).map((id) => -id), ...idsOf(query, 'author__not_in')];
    const within = [...authorIds.filter((id) => id > 0), ...idsOf(query, 'author__in')];
    // Excluded authors take precedence over included ones.
    if (without.length > 0) void posts.whereNotIn('posts.post_author', without);
    else if (within.length > 0) void posts.whereIn('posts.post_author', within);
    if (!isSet(query, 'author_name')) return;
    const user = await users.getUserBy('slug', toSlug(textOf(query, 'author_name').split('/').at(-1) ?? ''));
    void posts.where({ 'posts.post_author': user ? user.id : -1 });
  }

  return { kindOf, build };
}

/** Limits a query to the listed posts, parents and slugs, or excludes them. */
function limitByLists(posts: Knex.QueryBuilder, query: PostQuery, slug: (text: string) => string): void {
  const limit = (name: string, column: string, without: boolean): void => {
    const ids = idsOf(query, name);
    if (ids.length > 0) void (without ? posts.whereNotIn(column, ids) : posts.whereIn(column, ids));
  };
  if (idsOf(query, 'post__in').length > 0) limit('post__in', 'posts.id', false);
  else limit('post__not_in', 'posts.id', true);
  if (idsOf(query, 'post_parent__in').length > 0) limit('post_parent__in', 'posts.post_parent', false);
  else limit('post_parent__not_in', 'posts.post_parent', true);
  if (isSet(query, 'post_parent')) void posts.where({ 'posts.post_parent': numberOf(query, 'post_parent') });
  const names = Array.isArray(query.post_name__in) ? query.post_name__in.map((name) => slug(String(name))) : [];
  if (names.length > 0) void posts.whereIn('posts.post_name', names);
}

/** Limits a query by column values. */
function limitByFields(db: Pick<Database, 'engine'>, posts: Knex.QueryBuilder, query: PostQuery): void {
  if (isSet(query, 'title'))
    void posts.whereRaw(`${comparedColumn(db)} = ?`, ['posts.post_title', comparedText(db, textOf(query, 'title'))]);
  if (isSet(query, 'menu_order')) void posts.where({ 'posts.menu_order': numberOf(query, 'menu_order') });
  if (isSet(query, 'comment_status')) void posts.where({ 'posts.comment_status': textOf(query, 'comment_status') });
  if (isSet(query, 'ping_status')) void posts.where({ 'posts.ping_status': textOf(query, 'ping_status') });
  if (query.post_password !== undefined && query.post_password !== null) {
    void posts.where({ 'posts.post_password': textOf(query, 'post_password') });
  } else if (query.has_password !== undefined && query.has_password !== null) {
    void (isOn(query.has_password)
      ? posts.whereNot({ 'posts.post_password': '' })
      : posts.where({ 'posts.post_password': '' }));
  }
  limitByMimeType(posts, query);
  limitByComments(posts, query);
}

function limitByMimeType(posts: Knex.QueryBuilder, query: PostQuery): void {
  const mime = listOf(query, 'post_mime_type').map(String);
  if (mime.length > 0) {
    void posts.where((any: Knex.QueryBuilder) => {
      for (const type of mime)
        void any.orWhereRaw('posts.post_mime_type like ?', [type.includes('/') ? type.replace('*', '%') : `${type}/%`]);
    });
  }
}

function limitByComments(posts: Knex.QueryBuilder, query: PostQuery): void {
  const comments = query.comment_count;
  if (typeof comments === 'object' && comments !== null && 'value' in comments) {
    const compare =
      'compare' in comments && ['=', '!=', '>', '>=', '<', '<='].includes(String(comments.compare))
        ? String(comments.compare)
        : '=';
    void posts.where('posts.comment_count', compare, Number(comments.value) || 0);
  } else if (isSet(query, 'comment_count'))
    void posts.where({ 'posts.comment_count': numberOf(query, 'comment_count') });
}
