import { currentContext } from '../../context/index.js';
import { type ContentTypesApi, type Knex, mapSeries, type PostQuery, type RolesApi } from '../../api/index.js';
import { listOf, textOf } from './query-values.js';

export interface StatusClauseDeps {
  types: ContentTypesApi;
  roles: Pick<RolesApi, 'currentUserCan'>;
}

type Where = (where: Knex.QueryBuilder) => void;

/** Limits a query to the requested statuses, or to those visible to the user. */
export async function statusClause(
  deps: StatusClauseDeps,
  query: PostQuery,
  postTypes: readonly string[],
): Promise<Where> {
  const statuses = listOf(query, 'post_status').map(String);
  return statuses.length > 0 ? askedFor(deps, query, statuses, postTypes) : visible(deps, postTypes);
}

const askedFor = async (
  { types, roles }: StatusClauseDeps,
  query: PostQuery,
  statuses: string[],
  postTypes: readonly string[],
): Promise<Where> => {
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
  const may = (capability: string): Promise<boolean> => roles.currentUserCan(type?.cap[capability] ?? capability);
  const privateToo = perm === 'readable' && known.includes('private');
  const privateOwn = privateToo && !(await may('read_private_posts'));
  const othersOwn = perm === 'editable' && !(await may('edit_others_posts'));
  const open = perm === 'readable' ? known.filter((name) => name !== 'private') : known;
  return (where) => {
    // Unregistered statuses match nothing; requesting no valid status must not match every one.
    void where.whereRaw('1 = 0');
    if (open.length > 0) {
      void where.orWhere((one) => {
        void one.whereIn('posts.post_status', open);
        if (othersOwn) void one.where({ 'posts.post_author': userId });
      });
    }
    if (privateToo) {
      void where.orWhere((one) => {
        void one.where({ 'posts.post_status': 'private' });
        if (privateOwn) void one.where({ 'posts.post_author': userId });
      });
    }
  };
};

/** Matches public posts, and private posts the user may read or has written. */
async function visible({ types, roles }: StatusClauseDeps, postTypes: readonly string[]): Promise<Where> {
  const userId = currentContext()?.userId ?? 0;
  const open = types.getPostStati({ public: true }).map(({ name }) => name);
  const closed = types.getPostStati({ private: true }).map(({ name }) => name);
  const may = async (name: string): Promise<boolean> =>
    userId > 0 &&
    roles.currentUserCan(types.getPostTypeObject(name)?.cap.read_private_posts ?? `read_private_${name}s`);
  const readsAll = await mapSeries(postTypes, may);
  return (where) => {
    void where.whereIn('posts.post_status', open);
    if (userId === 0) return;
    for (const [index, type] of postTypes.entries()) {
      void where.orWhere((one) => {
        void one.where({ 'posts.post_type': type }).whereIn('posts.post_status', closed);
        if (!readsAll[index]) void one.where({ 'posts.post_author': userId });
      });
    }
  };
}

/** Limits a search to texts the user may read, because a match in a protected text would reveal its content. */
export async function passwordClause(
  { types, roles }: StatusClauseDeps,
  postTypes: readonly string[],
): Promise<(where: Knex.QueryBuilder) => void> {
  const userId = currentContext()?.userId ?? 0;
  const edited: string[] = [];
  for (const name of userId > 0 ? postTypes : [])
    if (await roles.currentUserCan(types.getPostTypeObject(name)?.cap.edit_others_posts ?? 'edit_others_posts'))
      edited.push(name);
  return (where) => {
    void where.where({ 'posts.post_password': '' });
    if (userId > 0) void where.orWhereIn('posts.post_type', edited).orWhere({ 'posts.post_author': userId });
  };
}
