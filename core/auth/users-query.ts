import { rowOffset } from '../db/index.js';
import type { Database, HookApi, Knex, RolesApi, User, UserQuery, UsersApi, UserWithRoles } from '../api/index.js';

interface QueryNeeds {
  db: Database;
  hooks: HookApi;
  roles: RolesApi;
}

const ORDER: Record<string, string> = {
  ID: 'id', id: 'id', display_name: 'display_name', name: 'display_name', user_login: 'user_login', login: 'user_login',
  user_nicename: 'user_nicename', nicename: 'user_nicename', slug: 'user_nicename', user_email: 'user_email', email: 'user_email',
  user_url: 'user_url', url: 'user_url', user_registered: 'user_registered', registered: 'user_registered', registered_date: 'user_registered',
};
const SEARCHABLE = ['id', 'user_login', 'user_email', 'user_url', 'user_nicename', 'display_name'];

/** Lists and counts accounts (WordPress: WP_User_Query, count_users). */
export function createUserQueries({ db, hooks, roles }: QueryNeeds): Pick<UsersApi, 'getUsers' | 'countUsers'> {
  /** Roles are keys of a JSON object in the metadata; the quotes keep `editor` from finding `subeditor`. */
  const holders = (names: readonly string[]): Knex.QueryBuilder =>
    db()('usermeta').select('user_id').where({ meta_key: 'wp_capabilities' }).where((any) => {
      for (const name of names) void any.orWhereRaw("meta_value like ? escape '!'", [`%"${name.replace(/[!%_]/g, '!$&')}";%`]);
    });

  async function rolesWith(capability: string): Promise<string[]> {
    return (await roles.getRoles()).filter((role) => role.capabilities[capability]).map((role) => role.name);
  }

  /** Wrapped, since waiting for a bare builder would run it. */
  async function filtered(query: UserQuery): Promise<{ users: Knex.QueryBuilder }> {
    const users = db()('users');
    for (const role of typeof query.role === 'string' ? query.role.split(',') : (query.role ?? [])) {
      if (role.trim() !== '') void users.whereIn('id', holders([role.trim()]));
    }
    if (query.role__in?.length) void users.whereIn('id', holders(query.role__in));
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
      if (query.meta_value !== undefined) void having.where({ meta_value: String(query.meta_value as string | number) });
      void users.whereIn('id', having);
    }
    search(users, query);
    return { users };
  }

  return {
    async getUsers(given = {}) {
      const query = await hooks.applyFilters('pre_get_users', given);
      const { users } = await filtered(query);
      const [{ total } = { total: 0 }] = (await users.clone().count({ total: '*' })) as { total: number }[];
      const descending = query.order?.toUpperCase() === 'DESC' ? 'desc' : 'asc';
      if (query.orderby === 'include' && query.include?.length) {
        const position = query.include.map(() => 'when ? then ?').join(' ');
        void users.orderByRaw(`case id ${position} end`, query.include.flatMap((id, index) => [id, index]));
      } else if (query.orderby === 'nicename__in') {
        const position = (query.nicename__in ?? []).map(() => 'when ? then ?').join(' ');
        if (position !== '') void users.orderByRaw(`case user_nicename ${position} end`, (query.nicename__in ?? []).flatMap((slug, index) => [slug, index]));
      } else void users.orderBy(ORDER[query.orderby ?? 'login'] ?? 'user_login', descending);
      void users.orderBy('id');
      if (query.number !== undefined && query.number > 0) {
        void users.limit(query.number).offset(rowOffset(query.offset ?? ((query.paged ?? 1) - 1) * query.number));
      }
      const rows = (await users.select('users.*')) as User[];
      const found: UserWithRoles[] = [];
      for (const row of rows) found.push({ ...row, roles: (await roles.userCapabilities(row.id)).roles });
      return { users: found, total: Number(total) };
    },

    async countUsers() {
      const [{ total } = { total: 0 }] = (await db()('users').count({ total: '*' })) as { total: number }[];
      const avail_roles: Record<string, number> = {};
      let placed = 0;
      for (const role of await roles.getRoles()) {
        const [{ held } = { held: 0 }] = (await db()('users').whereIn('id', holders([role.name])).count({ held: '*' })) as { held: number }[];
        if (Number(held) > 0) avail_roles[role.name] = Number(held);
        placed += Number(held);
      }
      avail_roles.none = Math.max(0, Number(total) - placed);
      return { total_users: Number(total), avail_roles };
    },
  };
}

/** `*` at an end stands for anything; without one the whole field must match, as in WordPress. */
function search(users: Knex.QueryBuilder, query: UserQuery): void {
  const wish = query.search?.trim() ?? '';
  const term = wish.replace(/^\*+|\*+$/g, '');
  if (term === '') return;
  const pattern = `${wish.startsWith('*') ? '%' : ''}${term.replace(/[!%_]/g, '!$&')}${wish.endsWith('*') ? '%' : ''}`;
  const wanted = query.search_columns?.map((column) => (column === 'ID' ? 'id' : column)).filter((column) => SEARCHABLE.includes(column));
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
