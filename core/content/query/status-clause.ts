import { currentContext } from '../../context/index.js';
import { type ContentTypesApi, type Knex, mapSeries, type PostQuery, type RolesApi } from '../../api/index.js';
import { listOf, textOf } from './query-values.js';

export interface StatusClauseDeps {
  types: ContentTypesApi;
  roles: Pick<RolesApi, 'currentUserCan'>;
}

type ApplyWhere = (where: Knex.QueryBuilder) => void;

/** Limits a query to the requested statuses, or to those visible to the user. */
export async function statusClause(
  deps: StatusClauseDeps,
  query: PostQuery,
  postTypes: readonly string[],
): Promise<ApplyWhere> {
  const statuses = listOf(query, 'post_status').map(String);
  return statuses.length > 0
    ? requestedStatusClause(deps, query, statuses, postTypes)
    : visibleStatusClause(deps, postTypes);
}

const requestedStatusClause = async (
  { types, roles }: StatusClauseDeps,
  query: PostQuery,
  statuses: string[],
  postTypes: readonly string[],
): Promise<ApplyWhere> => {
  if (statuses.includes('any')) {
    const hidden = types
      .getPostStati({ excludeFromSearch: true })
      .map(({ name }) => name)
      .filter((name) => !statuses.includes(name));
    return (where) => void where.whereNotIn('posts.post_status', hidden);
  }
  const userId = currentContext()?.userId ?? 0;
  const perm = textOf(query, 'perm');
  const known = statuses.filter((name) => types.getPostStatusObject(name) !== null);
  const type = types.getPostTypeObject(postTypes.length === 1 ? (postTypes[0] as string) : 'post');
  const hasCapability = (capability: string): Promise<boolean> =>
    roles.currentUserCan(type?.cap[capability] ?? capability);
  const includesPrivate = perm === 'readable' && known.includes('private');
  const onlyOwnPrivate = includesPrivate && !(await hasCapability('read_private_posts'));
  const onlyOwnPosts = perm === 'editable' && !(await hasCapability('edit_others_posts'));
  const publicStatuses = perm === 'readable' ? known.filter((name) => name !== 'private') : known;
  return (where) => {
    // Unregistered statuses have no posts. A list without valid statuses must not match all posts.
    void where.whereRaw('1 = 0');
    if (publicStatuses.length > 0) {
      void where.orWhere((builder) => {
        void builder.whereIn('posts.post_status', publicStatuses);
        if (onlyOwnPosts) void builder.where({ 'posts.post_author': userId });
      });
    }
    if (includesPrivate) {
      void where.orWhere((builder) => {
        void builder.where({ 'posts.post_status': 'private' });
        if (onlyOwnPrivate) void builder.where({ 'posts.post_author': userId });
      });
    }
  };
};

/** Matches public posts, and private posts that the user may read or has written. */
async function visibleStatusClause(
  { types, roles }: StatusClauseDeps,
  postTypes: readonly string[],
): Promise<ApplyWhere> {
  const userId = currentContext()?.userId ?? 0;
  const open = types.getPostStati({ public: true }).map(({ name }) => name);
  const privateStatuses = types.getPostStati({ private: true }).map(({ name }) => name);
  const may = async (name: string): Promise<boolean> =>
    userId > 0 &&
    roles.currentUserCan(types.getPostTypeObject(name)?.cap.read_private_posts ?? `read_private_${name}s`);
  const readsAll = await mapSeries(postTypes, may);
  return (where) => {
    void where.whereIn('posts.post_status', open);
    if (userId === 0) return;
    for (const [index, type] of postTypes.entries()) {
      void where.orWhere((builder) => {
        void builder.where({ 'posts.post_type': type }).whereIn('posts.post_status', privateStatuses);
        if (!readsAll[index]) void builder.where({ 'posts.post_author': userId });
      });
    }
  };
}

/** Limits a search to posts that the user may read. A match in a protected post would reveal its content. */
export async function searchPasswordClause(
  { types, roles }: StatusClauseDeps,
  postTypes: readonly string[],
): Promise<(where: Knex.QueryBuilder) => void> {
  const userId = currentContext()?.userId ?? 0;
  const editableTypes: string[] = [];
  for (const name of userId > 0 ? postTypes : [])
    if (await roles.currentUserCan(types.getPostTypeObject(name)?.cap.edit_others_posts ?? 'edit_others_posts'))
      editableTypes.push(name);
  return (where) => {
    void where.where({ 'posts.post_password': '' });
    if (userId > 0) void where.orWhereIn('posts.post_type', editableTypes).orWhere({ 'posts.post_author': userId });
  };
}
