import type { Database, HookApi, Knex, RolesApi, User, UserQuery, UsersApi, UserWithRoles } from '../api/index.js';
import { createRoleHolders } from './role-holders.js';
import { limitByContent, limitByNames, limitBySearch, orderUsers, pageOfUsers } from './user-conditions.js';
import { cacheQuery, noDataCache, type DataCache } from '../cache/index.js';

interface QueryNeeds {
  db: Database;
  hooks: HookApi;
  roles: RolesApi;
  /** Cached account rows; uncached when absent. */
  dataCache?: DataCache | undefined;
}

/** Query arguments that do not narrow the results: order and range, and the role, which is counted separately. */
const DISPLAY_ARGUMENTS = ['role', 'number', 'paged', 'offset', 'orderby', 'order'];

/** Lists and counts accounts (WordPress: WP_User_Query, count_users). */
export function createUserQueries({
  db,
  hooks,
  roles,
  dataCache = noDataCache,
}: QueryNeeds): Pick<UsersApi, 'getUsers' | 'countUsers'> {
  const { loadCounts, limitByRoles } = createRoleHolders({ db, roles, dataCache });

  /** Returns the cached number of results of a query for all accounts, or for a single role. */
  async function cachedTotal(query: UserQuery): Promise<number | undefined> {
    const role = query.role ?? '';
    const isFiltered = Object.entries(query).some(
      ([name, value]) => !DISPLAY_ARGUMENTS.includes(name) && value !== undefined,
    );
    if (isFiltered || typeof role !== 'string' || role.includes(',')) return undefined;
    const { total, count } = await loadCounts();
    return role.trim() === '' ? total : count([role.trim()]);
  }

  /** Wrapped in an object, because awaiting a bare query builder would run it. */
  async function buildQuery(query: UserQuery): Promise<{ users: Knex.QueryBuilder }> {
    const users = db()('users');
    await limitByRoles(users, query);
    limitByNames(db, users, query);
    limitByContent(db, users, query);
    limitBySearch(db, users, query);
    return { users };
  }

  return {
    async getUsers(initialQuery = {}) {
      const query = await hooks.applyFilters('pre_get_users', initialQuery);
      const replacement = await hooks.applyFilters<UserWithRoles[] | null>('users_pre_query', null, query);
      if (replacement !== null) return { users: replacement, total: replacement.length };
      const { users } = await buildQuery(query);
      const total =
        (await cachedTotal(query)) ??
        Number(
          (await cacheQuery<{ total: number }>(dataCache, 'users', users.clone().count({ total: '*' })))[0]?.total ?? 0,
        );
      orderUsers(db, users, query);
      pageOfUsers(users, query);
      const rows = await users.select<User[]>('users.*');
      const found: UserWithRoles[] = [];
      for (const row of rows) found.push({ ...row, roles: (await roles.userCapabilities(row.id)).roles });
      return { users: found, total };
    },

    async countUsers() {
      const { total, count } = await loadCounts();
      const avail_roles: Record<string, number> = {};
      let withRoleCount = 0;
      for (const role of await roles.getRoles()) {
        const roleCount = count([role.name]);
        if (roleCount > 0) avail_roles[role.name] = roleCount;
        withRoleCount += roleCount;
      }
      avail_roles.none = Math.max(0, total - withRoleCount);
      return { total_users: total, avail_roles };
    },
  };
}
