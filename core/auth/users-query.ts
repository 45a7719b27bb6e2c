import { keepFound, keepNothing, type KeptRows, rowOffset } from '../db/index.js';
import type { Database, HookApi, Knex, RolesApi, User, UserQuery, UsersApi, UserWithRoles } from '../api/index.js';

interface QueryNeeds {
  db: Database;
  hooks: HookApi;
  roles: RolesApi;
  /** What is kept in memory of accounts; nothing when absent. */
  kept?: KeptRows | undefined;
}

const ORDER: Record<string, string> = {
  ID: 'id',
  id: 'id',
  display_name: 'display_name',
  name: 'display_name',
  user_login: 'user_login',
  login: 'user_login',
  user_nicename: 'user_nicename',
  nicename: 'user_nicename',
  slug: 'user_nicename',
  user_email: 'user_email',
  email: 'user_email',
  user_url: 'user_url',
  url: 'user_url',
  user_registered: 'user_registered',
  registered: 'user_registered',
  registered_date: 'user_registered',
};
const CAPABILITIES = 'wp_capabilities';
/** Holders of a role who are named in a statement. */
const FEW = 500;
/** What of a query says how its answer is shown, besides the role. */
const SHOWING = ['role', 'number', 'paged', 'offset', 'orderby', 'order'];
const UNIQUE = ['id', 'user_login'];
const SEARCHABLE = ['id', 'user_login', 'user_email', 'user_url', 'user_nicename', 'display_name'];

/** Lists and counts accounts (WordPress: WP_User_Query, count_users). */
export function createUserQueries({
  db,
  hooks,
  roles,
  kept = keepNothing,
}: QueryNeeds): Pick<UsersApi, 'getUsers' | 'countUsers'> {
  /** Roles are keys of what is stored in the metadata; the quotes keep `editor` from finding `subeditor`. */
  const holding = (meta: Knex.QueryBuilder, names: readonly string[]): Knex.QueryBuilder =>
    meta.where({ meta_key: CAPABILITIES }).where((any) => {
      for (const name of names)
        void any.orWhereRaw("meta_value like ? escape '!'", [`%"${name.replace(/[!%_]/g, '!$&')}";%`]);
    });
  const holders = (names: readonly string[]): Knex.QueryBuilder => holding(db()('usermeta').select('user_id'), names);

  /** How many accounts there are, and how many of them hold what: looked through once, until an account is written. */
  async function held(): Promise<{ total: number; count(names: readonly string[]): number }> {
    const [{ total } = { total: 0 }] = await keepFound<{ total: number }>(
      kept,
      'users',
      db()('users').count({ total: '*' }),
    );
    const alike = await keepFound<{ capabilities: string; held: number }>(
      kept,
      'users',
      db()('usermeta')
        .join('users', 'users.id', 'usermeta.user_id')
        .where({ 'usermeta.meta_key': CAPABILITIES })
        .groupBy('usermeta.meta_value')
        .select({ capabilities: 'usermeta.meta_value' })
        .count({ held: '*' }),
    );
    return {
      total: Number(total),
      count: (names) =>
        alike.reduce(
          (sum, one) => sum + (names.some((name) => one.capabilities.includes(`"${name}";`)) ? Number(one.held) : 0),
          0,
        ),
    };
  }

  /** How many a question finds that asks for all accounts, or for one role and nothing else: that is known. */
  async function totalOf(query: UserQuery): Promise<number | undefined> {
    const role = query.role ?? '';
    const narrowed = Object.entries(query).some(([name, wish]) => !SHOWING.includes(name) && wish !== undefined);
    if (narrowed || typeof role !== 'string' || role.includes(',')) return undefined;
    const { total, count } = await held();
    return role.trim() === '' ? total : count([role.trim()]);
  }

  /**
   * Limits a question to those who hold one of some roles: few are named; where many are, each account is asked in its turn, so that a list ends with its
   * page. By a count, which databases do not turn into a join.
   */
  async function limitTo(users: Knex.QueryBuilder, names: readonly string[]): Promise<void> {
    if ((await held()).count(names) > FEW)
      void users.whereRaw('(?) > 0', [
        holding(db()('usermeta').count().whereRaw('usermeta.user_id = users.id'), names),
      ]);
    else
      void users.whereIn(
        'id',
        (await keepFound<{ user_id: number }>(kept, 'users', holders(names))).map((row) => row.user_id),
      );
  }

  async function rolesWith(capability: string): Promise<string[]> {
    return (await roles.getRoles()).filter((role) => role.capabilities[capability]).map((role) => role.name);
  }

  /** Wrapped, since waiting for a bare builder would run it. */
  async function filtered(query: UserQuery): Promise<{ users: Knex.QueryBuilder }> {
    const users = db()('users');
    for (const role of typeof query.role === 'string' ? query.role.split(',') : (query.role ?? [])) {
      if (role.trim() !== '') await limitTo(users, [role.trim()]);
    }
    if (query.role__in?.length) await limitTo(users, query.role__in);
    if (query.role__not_in?.length) void users.whereNotIn('id', holders(query.role__not_in));
    if (query.capability) {
      const able = [...(await rolesWith(query.capability)), query.capability];
      void users.whereIn('id', holders(able));
    }
    if (query.capability__in?.length) {
      const able = await Promise.all(query.capability__in.map(async (name) => [...(await rolesWith(name)), name]));
      void users.whereIn('id', holders(able.flat()));
    }
    if (query.include?.length) void users.whereIn('id', query.include);
    else if (query.exclude?.length) void users.whereNotIn('id', query.exclude);
    if (query.login !== undefined) void users.where({ user_login: query.login });
    if (query.nicename !== undefined) void users.where({ user_nicename: query.nicename });
    if (query.login__in?.length) void users.whereIn('user_login', query.login__in);
    if (query.nicename__in?.length) void users.whereIn('user_nicename', query.nicename__in);
    if (query.has_published_posts) {
      const written = db()('posts').select('post_author').where({ post_status: 'publish' });
      if (query.has_published_posts !== true) void written.whereIn('post_type', query.has_published_posts);
      void users.whereIn('id', written);
    }
    if (query.meta_key !== undefined) {
      const having = db()('usermeta').select('user_id').where({ meta_key: query.meta_key });
      if (query.meta_value !== undefined)
        void having.where({ meta_value: String(query.meta_value as string | number) });
      void users.whereIn('id', having);
    }
    search(users, query);
    return { users };
  }

  return {
    async getUsers(given = {}) {
      const query = await hooks.applyFilters('pre_get_users', given);
      const instead = await hooks.applyFilters<UserWithRoles[] | null>('users_pre_query', null, query);
      if (instead !== null) return { users: instead, total: instead.length };
      const { users } = await filtered(query);
      const total =
        (await totalOf(query)) ??
        Number((await keepFound<{ total: number }>(kept, 'users', users.clone().count({ total: '*' })))[0]?.total ?? 0);
      const descending = query.order?.toUpperCase() === 'DESC' ? 'desc' : 'asc';
      let order: string | undefined;
      if (query.orderby === 'include' && query.include?.length) {
        const position = query.include.map(() => 'when ? then ?').join(' ');
        void users.orderByRaw(
          `case id ${position} end`,
          query.include.flatMap((id, index) => [id, index]),
        );
      } else if (query.orderby === 'nicename__in') {
        const position = (query.nicename__in ?? []).map(() => 'when ? then ?').join(' ');
        if (position !== '')
          void users.orderByRaw(
            `case user_nicename ${position} end`,
            (query.nicename__in ?? []).flatMap((slug, index) => [slug, index]),
          );
      } else if (
        (query.orderby === 'meta_value' || query.orderby === 'meta_value_num') &&
        query.meta_key !== undefined
      ) {
        const value = db()('usermeta')
          .select('meta_value')
          .where({ meta_key: query.meta_key })
          .whereRaw('usermeta.user_id = users.id')
          .orderBy('meta_id')
          .limit(1);
        void users.orderBy(
          (query.orderby === 'meta_value' ? value : db().raw('(?) + 0', [value])) as Knex.QueryBuilder,
          descending,
        );
      } else order = ORDER[query.orderby ?? 'login'] ?? 'user_login';
      if (order !== undefined) void users.orderBy(order, descending);
      // A second column would keep MariaDB from the index of the first, where no two accounts share that.
      if (order === undefined || !UNIQUE.includes(order)) void users.orderBy('id');
      if (query.number !== undefined && query.number > 0) {
        void users.limit(query.number).offset(rowOffset(query.offset ?? ((query.paged ?? 1) - 1) * query.number));
      }
      const rows = (await users.select('users.*')) as User[];
      const found: UserWithRoles[] = [];
      for (const row of rows) found.push({ ...row, roles: (await roles.userCapabilities(row.id)).roles });
      return { users: found, total };
    },

    async countUsers() {
      const { total, count } = await held();
      const avail_roles: Record<string, number> = {};
      let placed = 0;
      for (const role of await roles.getRoles()) {
        const found = count([role.name]);
        if (found > 0) avail_roles[role.name] = found;
        placed += found;
      }
      avail_roles.none = Math.max(0, total - placed);
      return { total_users: total, avail_roles };
    },
  };
}

/** `*` at an end stands for anything; without one the whole field must match, as in WordPress. */
function search(users: Knex.QueryBuilder, query: UserQuery): void {
  const wish = query.search?.trim() ?? '';
  const term = wish.replace(/^\*+|\*+$/g, '');
  if (term === '') return;
  const pattern = `${wish.startsWith('*') ? '%' : ''}${term.replace(/[!%_]/g, '!$&')}${wish.endsWith('*') ? '%' : ''}`;
  const wanted = query.search_columns
    ?.map((column) => (column === 'ID' ? 'id' : column))
    .filter((column) => SEARCHABLE.includes(column));
  const columns = wanted?.length ? wanted : guessColumns(term);
  void users.where((any) => {
    for (const column of columns) void any.orWhereRaw("?? like ? escape '!'", [column, pattern]);
  });
}

function guessColumns(term: string): string[] {
  if (term.includes('@')) return ['user_email'];
  if (/^\d+$/.test(term)) return ['user_login', 'id'];
  if (/^https?:\/\//.test(term)) return ['user_url'];
  return ['user_login', 'user_url', 'user_email', 'user_nicename', 'display_name'];
}
