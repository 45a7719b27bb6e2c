import {
  type OptionsApi,
  type Database,
  type HookApi,
  type MetadataApi,
  type ObjectCacheApi,
  type RolesApi,
  type UserCapabilities,
} from '../api/index.js';
import { asRoles, ROLES_OPTION } from './stored-roles.js';

/** Meta key of a user's own roles and capabilities. */
export const CAPS_META = 'wp_capabilities';
const LEVEL_META = 'wp_user_level';

interface UserCapabilityDeps {
  db: Database;
  hooks: HookApi;
  cache: ObjectCacheApi;
  options: Pick<OptionsApi, 'getOption'>;
  meta: MetadataApi;
}

/** Hooks that fire when the capabilities of accounts change. */
const ROLE_EVENTS = [
  'added_user_meta',
  'updated_user_meta',
  'deleted_user_meta',
  `update_option_${ROLES_OPTION}`,
  `add_option_${ROLES_OPTION}`,
  `delete_option_${ROLES_OPTION}`,
];

/** Returns the capabilities of a visitor who is not logged in; a new object, because callbacks may change it. */
const noCapabilities = (): UserCapabilities => ({ roles: [], caps: {}, allcaps: {}, level: 0 });

export interface CapabilityReads {
  userCapabilities(userId: number): Promise<UserCapabilities>;
  /** Returns capabilities that this request has read already, for checks that cannot wait. */
  loadedCapabilities(userId: number): UserCapabilities | undefined;
}

/** Reads the capabilities of an account: its own and those of its roles. */
export function createUserCapabilities({ db, hooks, cache, options, meta }: UserCapabilityDeps): CapabilityReads {
  const pool = db();
  const requestCache = (): Map<number, UserCapabilities> =>
    cache.requestStore('roles:users', () => new Map<number, UserCapabilities>());
  const clearCache = (): void => requestCache().clear();
  for (const event of ROLE_EVENTS) hooks.addAction(event, clearCache);

  // Uncommitted data may be rolled back, so only committed results are cached.
  const isCommitted = (): boolean => db() === pool;

  function loadedCapabilities(userId: number): UserCapabilities | undefined {
    if (userId === 0) return noCapabilities();
    return isCommitted() ? requestCache().get(userId) : undefined;
  }

  async function userCapabilities(userId: number): Promise<UserCapabilities> {
    const loaded = loadedCapabilities(userId);
    if (loaded) return loaded;
    const mayCache = isCommitted();
    const storedCaps = await meta.getUserMeta(userId, CAPS_META, true);
    const stored = await options.getOption<unknown>(ROLES_OPTION);
    const caps =
      storedCaps && typeof storedCaps === 'object' && !Array.isArray(storedCaps)
        ? (storedCaps as Record<string, boolean>)
        : {};
    const siteRoles = asRoles(stored);
    const roles = Object.keys(caps).filter((name) => Object.hasOwn(siteRoles, name));
    const allcaps: Record<string, boolean> = {};
    for (const role of roles) Object.assign(allcaps, siteRoles[role]?.capabilities);
    Object.assign(allcaps, caps);
    const result = { roles, caps, allcaps, level: levelOf(allcaps) };
    if (mayCache) requestCache().set(userId, result);
    return result;
  }

  return { userCapabilities, loadedCapabilities };
}

type UserRoles = Pick<
  RolesApi,
  'setUserRole' | 'addUserRole' | 'removeUserRole' | 'addUserCap' | 'removeUserCap' | 'removeAllUserCaps'
>;

interface UserRoleDeps extends Pick<UserCapabilityDeps, 'hooks' | 'meta'> {
  userCapabilities(userId: number): Promise<UserCapabilities>;
  exists(userId: number): Promise<boolean>;
}

/** Adds and removes roles and capabilities of accounts (WordPress: WP_User). */
export function createUserRoles({ hooks, meta, userCapabilities, exists }: UserRoleDeps): UserRoles {
  async function writeCaps(userId: number, caps: Record<string, boolean>): Promise<void> {
    if (!(await exists(userId))) return;
    const { caps: before } = await userCapabilities(userId);
    await meta.updateUserMeta(userId, CAPS_META, caps);
    await meta.updateUserMeta(userId, LEVEL_META, (await userCapabilities(userId)).level);
    await hooks.doAction('plinth/user_capabilities_changed', userId, before, caps);
  }

  async function setUserRole(userId: number, role: string): Promise<void> {
    const { roles: before, caps: old } = await userCapabilities(userId);
    if (before.length === 1 && before[0] === role) return;
    const caps = { ...old };
    for (const name of before) delete caps[name];
    if (role !== '') caps[role] = true;
    await writeCaps(userId, caps);
    for (const name of before) if (name !== role) await hooks.doAction('remove_user_role', userId, name);
    if (role !== '' && !before.includes(role)) await hooks.doAction('add_user_role', userId, role);
    await hooks.doAction('set_user_role', userId, role, before);
  }

  return {
    setUserRole,
    async addUserRole(userId, role) {
      const { caps, roles } = await userCapabilities(userId);
      if (role === '' || roles.includes(role)) return;
      await writeCaps(userId, { ...caps, [role]: true });
      await hooks.doAction('add_user_role', userId, role);
    },
    async removeUserRole(userId, role) {
      const { caps, roles } = await userCapabilities(userId);
      if (!roles.includes(role)) return;
      const { [role]: _removed, ...rest } = caps;
      await writeCaps(userId, rest);
      await hooks.doAction('remove_user_role', userId, role);
    },
    async addUserCap(userId, capability, grant = true) {
      await writeCaps(userId, { ...(await userCapabilities(userId)).caps, [capability]: grant });
    },
    async removeUserCap(userId, capability) {
      const { caps } = await userCapabilities(userId);
      if (!Object.hasOwn(caps, capability)) return;
      const { [capability]: _removed, ...rest } = caps;
      await writeCaps(userId, rest);
    },
    async removeAllUserCaps(userId) {
      const { caps: before } = await userCapabilities(userId);
      await meta.deleteUserMeta(userId, CAPS_META);
      await meta.deleteUserMeta(userId, LEVEL_META);
      await hooks.doAction('plinth/user_capabilities_changed', userId, before, {});
    },
  };
}

function levelOf(capabilities: Record<string, boolean>): number {
  let level = 0;
  for (const [name, granted] of Object.entries(capabilities)) {
    const match = granted ? /^level_(10|[0-9])$/.exec(name) : null;
    if (match) level = Math.max(level, Number(match[1]));
  }
  return level;
}
