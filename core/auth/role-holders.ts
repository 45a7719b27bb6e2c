import type { Database, Knex, RolesApi, UserQuery } from '../api/index.js';
import { cacheQuery, type DataCache } from '../cache/index.js';

interface HolderDeps {
  db: Database;
  roles: Pick<RolesApi, 'getRoles'>;
  dataCache: DataCache;
}

const CAPABILITIES = 'wp_capabilities';
/** Maximum number of role holders listed in a query. */
const MAX_LISTED = 500;

export type RoleHolders = ReturnType<typeof createRoleHolders>;

/** Finds and counts the accounts with given roles and capabilities. */
export function createRoleHolders({ db, roles, dataCache }: HolderDeps) {
  /** Roles are keys of the stored metadata; the quotes prevent `editor` from matching `subeditor`. */
  const whereHasRole = (meta: Knex.QueryBuilder, names: readonly string[]): Knex.QueryBuilder =>
    meta.where({ meta_key: CAPABILITIES }).where((condition) => {
      for (const name of names)
        void condition.orWhereRaw("meta_value like ? escape '!'", [`%"${name.replace(/[!%_]/g, '!$&')}";%`]);
    });
  const holders = (names: readonly string[]): Knex.QueryBuilder =>
    whereHasRole(db()('usermeta').select('user_id'), names);

  /** Returns the number of accounts and of role holders; cached until an account is written. */
  async function loadCounts(): Promise<{ total: number; count(names: readonly string[]): number }> {
    const [{ total } = { total: 0 }] = await cacheQuery<{ total: number }>(
      dataCache,
      'users',
      db()('users').count({ total: '*' }),
    );
    const groups = await cacheQuery<{ capabilities: string; holders: number }>(
      dataCache,
      'users',
      db()('usermeta')
        .join('users', 'users.id', 'usermeta.user_id')
        .where('usermeta.meta_key', CAPABILITIES)
        .groupBy('usermeta.meta_value')
        .select({ capabilities: 'usermeta.meta_value' })
        .count({ holders: '*' }),
    );
    return {
      total: Number(total),
      count: (names) =>
        groups.reduce(
          (sum, group) =>
            sum + (names.some((name) => group.capabilities.includes(`"${name}";`)) ? Number(group.holders) : 0),
          0,
        ),
    };
  }

  /**
   * Limits a query to holders of any of several roles. A few holders are listed by ID; with many, a correlated count
   * checks each account, so that a paged list stops at its last row. A count is used because databases do not convert
   * it to a join.
   */
  async function limitTo(users: Knex.QueryBuilder, names: readonly string[]): Promise<void> {
    if ((await loadCounts()).count(names) > MAX_LISTED)
      void users.whereRaw('(?) > 0', [
        whereHasRole(db()('usermeta').count().whereRaw('usermeta.user_id = users.id'), names),
      ]);
    else
      void users.whereIn(
        'id',
        (await cacheQuery<{ user_id: number }>(dataCache, 'users', holders(names))).map((row) => row.user_id),
      );
  }

  async function rolesWith(capability: string): Promise<string[]> {
    return (await roles.getRoles()).filter((role) => role.capabilities[capability]).map((role) => role.name);
  }

  /** Limits a query to accounts with the requested roles and capabilities. */
  async function limitByRoles(users: Knex.QueryBuilder, query: UserQuery): Promise<void> {
    for (const role of typeof query.role === 'string' ? query.role.split(',') : (query.role ?? [])) {
      if (role.trim() !== '') await limitTo(users, [role.trim()]);
    }
    if (query.role__in?.length) await limitTo(users, query.role__in);
    if (query.role__not_in?.length) void users.whereNotIn('id', holders(query.role__not_in));
    if (query.capability) {
      const roleNames = [...(await rolesWith(query.capability)), query.capability];
      void users.whereIn('id', holders(roleNames));
    }
    if (query.capability__in?.length) {
      const roleNames = await Promise.all(query.capability__in.map(async (name) => [...(await rolesWith(name)), name]));
      void users.whereIn('id', holders(roleNames.flat()));
    }
  }

  return { loadCounts, limitByRoles };
}
