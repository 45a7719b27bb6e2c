import type { Comment, CommentQuery, Database, Knex } from '../../api/index.js';
import { comparedExactColumn, comparedText } from '../../db/index.js';
import { applyDateQuery } from '../query/date-clauses.js';
import { applyMetaQuery } from '../query/meta-clauses.js';
import { storedStatus } from './statuses.js';

type CommentQueryBuilder = Knex.QueryBuilder;

/** Type of internal notes, which only queries for this type return. */
const NOTE_TYPE = 'note';
const SEARCH_COLUMNS: readonly (keyof Comment)[] = [
  'comment_author',
  'comment_author_email',
  'comment_author_url',
  'comment_author_ip',
  'comment_content',
];
/** List arguments with their columns. The first argument includes values, the second one excludes them. */
const LIST_ARGUMENTS: readonly [within: keyof CommentQuery, without: keyof CommentQuery, column: string][] = [
  ['comment__in', 'comment__not_in', 'comments.comment_id'],
  ['author__in', 'author__not_in', 'comments.user_id'],
  ['parent__in', 'parent__not_in', 'comments.comment_parent'],
  ['post__in', 'post__not_in', 'comments.comment_post_id'],
];
const META_TABLE = { table: 'commentmeta', object: 'comment_id', id: 'comments.comment_id' } as const;

/** Applies all filters of a query, but not its order and paging. */
export function applyClauses(db: Database, rows: CommentQueryBuilder, query: CommentQuery): void {
  byStatus(rows, query);
  byType(rows, query);
  for (const [within, without, column] of LIST_ARGUMENTS) {
    const [included, unwanted] = [numbers(query[within]), numbers(query[without])];
    if (included.length > 0) void rows.whereIn(column, included);
    if (unwanted.length > 0) void rows.whereNotIn(column, unwanted);
  }
  const exact: readonly [unknown, string][] = [
    [query.post_id || undefined, 'comment_post_id'],
    [query.user_id, 'user_id'],
    [query.parent, 'comment_parent'],
    [query.karma, 'comment_karma'],
    [query.author_email || undefined, 'comment_author_email'],
    [query.author_url || undefined, 'comment_author_url'],
  ];
  for (const [value, column] of exact)
    if (typeof value === 'number' || typeof value === 'string') void rows.where(`comments.${column}`, value);
  bySearch(db, rows, query);
  if (query.date_query !== undefined) applyDateQuery(db, rows, query.date_query, 'comment_date');
  const meta = [
    ...(query.meta_key === undefined
      ? []
      : [
          {
            key: query.meta_key,
            ...(query.meta_value === undefined || query.meta_value === '' ? {} : { value: query.meta_value }),
          },
        ]),
    ...(query.meta_query ?? []),
  ];
  if (meta.length > 0)
    void rows.where((all) => applyMetaQuery(db, all, { relation: 'AND', clauses: meta }, META_TABLE));
  byPost(db, rows, query);
}

function byStatus(rows: CommentQueryBuilder, query: CommentQuery): void {
  const requestedStatuses = texts(query.status);
  const statuses = new Set(
    requestedStatuses.flatMap((status) => (status === 'all' ? ['0', '1'] : [storedStatus(status)])),
  );
  if (requestedStatuses.length === 0) for (const status of ['0', '1']) statuses.add(status);
  if (statuses.has('any')) return;
  void rows.where((any) => {
    void any.whereIn('comments.comment_approved', [...statuses]);
    for (const author of query.include_unapproved ?? []) {
      void any.orWhere(
        (builder) =>
          void builder
            .where('comments.comment_approved', '0')
            .where(
              typeof author === 'number' || /^\d+$/.test(author)
                ? { 'comments.user_id': Number(author) }
                : { 'comments.comment_author_email': author },
            ),
      );
    }
    if (query.include_held !== undefined && query.include_held.length > 0)
      void any.orWhere(
        (builder) =>
          void builder.where('comments.comment_approved', '0').whereIn('comments.comment_id', query.include_held ?? []),
      );
  });
}

function byType(rows: CommentQueryBuilder, query: CommentQuery): void {
  const requestedTypes = [...texts(query.type), ...texts(query.type__in)];
  const excludedTypes = texts(query.type__not_in).flatMap(storedTypes);
  if (requestedTypes.length > 0 && !requestedTypes.includes('all'))
    void rows.whereIn('comments.comment_type', requestedTypes.flatMap(storedTypes));
  if (excludedTypes.length > 0) void rows.whereNotIn('comments.comment_type', excludedTypes);
  if (!requestedTypes.includes(NOTE_TYPE) && !requestedTypes.includes('all'))
    void rows.whereNot('comments.comment_type', NOTE_TYPE);
}

function storedTypes(type: string): string[] {
  if (type === 'comment' || type === 'comments') return ['comment', ''];
  return type === 'pings' ? ['pingback', 'trackback'] : [type];
}

function bySearch(
  db: Database,
  rows: CommentQueryBuilder,
  { search = '', search_columns: columns = SEARCH_COLUMNS }: CommentQuery,
): void {
  if (search === '') return;
  const pattern = `%${comparedText(db, search.replaceAll(/[!%_]/g, '!$&'))}%`;
  void rows.where((any) => {
    for (const column of columns)
      if (SEARCH_COLUMNS.includes(column))
        void any.orWhereRaw(`${comparedExactColumn(db)} like ? escape '!'`, [`comments.${column}`, pattern]);
  });
}

function byPost(db: Database, rows: CommentQueryBuilder, query: CommentQuery): void {
  const posts = db()('posts').select('posts.id');
  let hasPostFilter = false;
  const filterPosts = (column: string, values: readonly (string | number)[], without = false): void => {
    if (values.length === 0) return;
    hasPostFilter = true;
    void (without ? posts.whereNotIn(column, values) : posts.whereIn(column, values));
  };
  filterPosts('posts.post_author', [
    ...(query.post_author ? [query.post_author] : []),
    ...numbers(query.post_author__in),
  ]);
  filterPosts('posts.post_author', numbers(query.post_author__not_in), true);
  filterPosts('posts.post_name', texts(query.post_name));
  filterPosts('posts.post_parent', query.post_parent === undefined ? [] : [query.post_parent]);
  filterPosts(
    'posts.post_status',
    texts(query.post_status).filter((status) => status !== 'any'),
  );
  filterPosts(
    'posts.post_type',
    texts(query.post_type).filter((type) => type !== 'any'),
  );
  if (hasPostFilter) void rows.whereIn('comments.comment_post_id', posts);
}

function texts(value: string | readonly string[] | undefined): string[] {
  const list = typeof value === 'string' ? value.split(/[\s,]+/) : [...(value ?? [])];
  return list.map(String).filter((entry) => entry !== '');
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number).filter(Number.isInteger) : [];
}
