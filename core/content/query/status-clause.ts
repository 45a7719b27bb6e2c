import { currentContext } from '../../context/index.js';
import type { ContentTypesApi, Knex, PostQuery, RolesApi } from '../../api/index.js';
import { listOf, textOf } from './query-values.js';

export interface StatusClauseDeps {
  types: ContentTypesApi;
  roles: Pick<RolesApi, 'currentUserCan'>;
}

type Where = (where: Knex.QueryBuilder) => void;

/** Limits a query to statuses: those asked for, or what the reader may see. */
export async function statusClause(deps: StatusClauseDeps, query: PostQuery, postTypes: readonly string[]): Promise<Where> {
  const asked = listOf(query, 'post_status').map(String);
  return asked.length > 0 ? askedFor(deps, query, asked, postTypes) : visible(deps, postTypes);
}

async function askedFor({ types, roles }: StatusClauseDeps, query: PostQuery, asked: string[], postTypes: readonly string[]): Promise<Where> {
  if (asked.includes('any')) {
    const hidden = types.getPostStati({ excludeFromSearch: true }).map(({ name }) => name).filter((name) => !asked.includes(name));
    return (where) => void where.whereNotIn('posts.post_status', hidden);
  }
  const userId = currentContext()?.userId ?? 0;
  const perm = textOf(query, 'perm');
  const known = asked.filter((name) => types.getPostStatusObject(name) !== null);
  const type = types.getPostTypeObject(postTypes.length === 1 ? (postTypes[0] as string) : 'post');
  const ownOnly = async (capability: string): Promise<boolean> => !(await roles.currentUserCan(type?.cap[capability] ?? capability));
  const privateOwn = perm === 'readable' && (await ownOnly('read_private_posts'));
  const othersOwn = perm === 'editable' && (await ownOnly('edit_others_posts'));
  const open = perm === 'readable' ? known.filter((name) => name !== 'private') : known;
  return (where) => {
    // Statuses nobody registered match nothing; asking for none at all must not mean asking for every one.
    void where.whereRaw('1 = 0');
    if (open.length > 0) {
      void where.orWhere((one) => {
        void one.whereIn('posts.post_status', open);
        if (othersOwn) void one.where({ 'posts.post_author': userId });
      });
    }
    if (perm === 'readable' && known.includes('private')) {
      void where.orWhere((one) => {
        void one.where({ 'posts.post_status': 'private' });
        if (privateOwn) void one.where({ 'posts.post_author': userId });
      });
    }
  };
}

/** Public posts, and private ones to whoever may read them or wrote them. */
async function visible({ types, roles }: StatusClauseDeps, postTypes: readonly string[]): Promise<Where> {
  const userId = currentContext()?.userId ?? 0;
  const open = types.getPostStati({ public: true }).map(({ name }) => name);
  const closed = types.getPostStati({ private: true }).map(({ name }) => name);
  const readers = new Map<string, boolean>();
  for (const name of postTypes) {
    readers.set(name, userId > 0 && (await roles.currentUserCan(types.getPostTypeObject(name)?.cap.read_private_posts ?? `read_private_${name}s`)));
  }
  return (where) => {
    void where.whereIn('posts.post_status', open);
    if (userId === 0) return;
    for (const [type, all] of readers) {
      void where.orWhere((one) => {
        void one.where({ 'posts.post_type': type }).whereIn('posts.post_status', closed);
        if (!all) void one.where({ 'posts.post_author': userId });
      });
    }
  };
}
