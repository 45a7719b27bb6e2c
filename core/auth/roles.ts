import { currentContext } from '../context/index.js';
import {
  andThen,
  type Database,
  type HookApi,
  isThenable,
  type MaybePromise,
  type ObjectCacheApi,
  type OptionsApi,
  ready,
  type Role,
  type Steps,
  stepwise,
  type UserCapabilities,
} from '../api/index.js';
import { promised, type RolesAtOnce, type SiteMetadata, type SiteRoles } from '../api/at-once.js';
import type { OptionsNow } from '../options/index.js';
import { createCapabilityMap } from './capabilities-map.js';
import type { CapabilityNeeds } from './capability-needs.js';
import { standardRoles, type StoredRole } from './roles-standard.js';

interface RolesDeps extends Pick<CapabilityNeeds, 'post' | 'postStatus' | 'types' | 'forbidden'> {
  /** A comment from where it is kept; read anew each time when absent. */
  comment?: CapabilityNeeds['comment'];
  db: Database;
  hooks: HookApi;
  cache: ObjectCacheApi;
  options: OptionsApi & OptionsNow;
  meta: SiteMetadata;
  /** Told why a question about a capability could not be answered at once, and was answered with no; `hook` when callbacks of it make others wait. */
  notAtOnce?(capability: string, hook: string | undefined): void;
}

/** Where the roles lie among the options, and a user's own among its metadata. */
const ROLES_OPTION = 'user_roles';
const CAPS_META = 'wp_capabilities';
const LEVEL_META = 'wp_user_level';

/**
 * Creates roles and the answer to "may this user do that?".
 * @since 0.1.0 (WordPress: WP_Roles, WP_User, map_meta_cap, user_can)
 */
export function createRoles(deps: RolesDeps): SiteRoles {
  const { db, hooks, options, meta, cache } = deps;
  const pool = db();

  const stored = async (): Promise<Record<string, StoredRole>> => asRoles(await options.getOption(ROLES_OPTION));
  const save = async (roles: Record<string, StoredRole>): Promise<void> =>
    void (await options.updateOption(ROLES_OPTION, roles, true));
  const toRole = (name: string, role: StoredRole): Role => ({
    name,
    label: role.name,
    capabilities: role.capabilities,
  });

  async function changeRole(name: string, change: (role: StoredRole) => void): Promise<void> {
    const roles = await stored();
    const role = roles[name];
    if (!role) return;
    change(role);
    await save(roles);
  }

  const remembered = (): Map<number, UserCapabilities> =>
    cache.requestStore('roles:users', () => new Map<number, UserCapabilities>());
  const forget = (): void => remembered().clear();
  for (const event of [
    'added_user_meta',
    'updated_user_meta',
    'deleted_user_meta',
    `update_option_${ROLES_OPTION}`,
    `add_option_${ROLES_OPTION}`,
    `delete_option_${ROLES_OPTION}`,
  ]) {
    hooks.addAction(event, forget);
  }

  function userCapabilities(userId: number): MaybePromise<UserCapabilities> {
    if (userId === 0) return { roles: [], caps: {}, allcaps: {}, level: 0 };
    // What an open transaction sees may never come to be, so only committed answers are remembered.
    const settled = db() === pool;
    const known = settled ? remembered().get(userId) : undefined;
    if (known) return known;
    return andThen(meta.now.getUserMeta(userId, CAPS_META, true), (own) =>
      andThen(options.optionNow<unknown>(ROLES_OPTION), (stored) => {
        const caps = own && typeof own === 'object' && !Array.isArray(own) ? (own as Record<string, boolean>) : {};
        const all = asRoles(stored);
        const roles = Object.keys(caps).filter((name) => Object.hasOwn(all, name));
        const allcaps: Record<string, boolean> = {};
        for (const role of roles) Object.assign(allcaps, all[role]?.capabilities);
        Object.assign(allcaps, caps);
        const result = { roles, caps, allcaps, level: levelOf(allcaps) };
        if (settled) remembered().set(userId, result);
        return result;
      }),
    );
  }

  const exists = async (userId: number): Promise<boolean> =>
    userId > 0 && Boolean(await db()('users').where({ id: userId }).first('id'));

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

  const userCan = stepwise(function* (userId: number, capability: string | number, ...args: unknown[]): Steps<boolean> {
    const name = typeof capability === 'number' || /^\d+$/.test(capability) ? `level_${capability}` : capability;
    const held = yield* ready(userCapabilities(userId));
    // Who may nothing may be nobody, whom nothing is about.
    const id = Object.keys(held.allcaps).length > 0 || (userId > 0 && (yield* ready(exists(userId)))) ? userId : 0;
    const user = { id, ...held };
    const caps = yield* ready(capabilitiesFor(name, id, ...args));
    const granted = yield* ready(
      hooks.applyFilters<Record<string, unknown>>(
        'user_has_cap',
        withDerived(user.allcaps),
        caps,
        [name, id, ...args],
        user,
      ),
    );
    return hasAll(granted, caps);
  });

  const isSuperAdmin = async (userId: number = currentContext()?.userId ?? 0): Promise<boolean> =>
    userId > 0 && (await userCan(userId, 'delete_users'));

  const capabilitiesFor = createCapabilityMap({
    hooks,
    options,
    meta,
    types: deps.types,
    post: deps.post,
    postStatus: deps.postStatus,
    forbidden: deps.forbidden,
    isSuperAdmin,
    async term(id) {
      return (
        ((await db()('term_taxonomy').where({ term_id: id }).first('term_id', 'taxonomy')) as
          { term_id: number; taxonomy: string } | undefined) ?? null
      );
    },
    async comment(id) {
      if (deps.comment) return deps.comment(id);
      return (
        ((await db()('comments').where({ comment_id: id }).first('comment_post_id')) as
          { comment_post_id: number } | undefined) ?? null
      );
    },
    async subtype(type, id) {
      if (type === 'post') return (await deps.post(id))?.post_type ?? '';
      if (type === 'term')
        return (
          ((await db()('term_taxonomy').where({ term_id: id }).first('taxonomy')) as { taxonomy: string } | undefined)
            ?.taxonomy ?? ''
        );
      const [table, column] = type === 'user' ? ['users', 'id'] : ['comments', 'comment_id'];
      return (await db()(table)
        .where({ [column]: id })
        .first(column))
        ? type
        : '';
    },
  });

  // What is known of whoever asks in this request, for answers at once; unlike what is remembered, nobody's metadata makes it forgotten.
  const sure = (): Map<number, UserCapabilities> =>
    cache.requestStore('roles:sure', () => new Map<number, UserCapabilities>());
  const learn = (userId: number): MaybePromise<void> =>
    andThen(userCapabilities(userId), (held) => void sure().set(userId, held));
  /** Within a transaction that may still be undone, only what was granted before and is granted after it; then what there is. */
  const learnAgain = async (userId: number): Promise<void> => {
    const before = sure().get(userId);
    if (!before) return;
    const held = await userCapabilities(userId);
    const both = Object.fromEntries(
      Object.entries(held.allcaps).filter(([name, granted]) => granted && before.allcaps[name]),
    );
    sure().set(userId, { ...held, allcaps: both });
    await db.afterCommit(() => learn(userId));
  };
  for (const event of ['added_user_meta', 'updated_user_meta', 'deleted_user_meta'])
    hooks.addAction(
      event,
      (_ids: unknown, userId: number, key: string) => (key === CAPS_META ? learnAgain(userId) : undefined),
      10,
      3,
    );
  for (const event of [
    `update_option_${ROLES_OPTION}`,
    `add_option_${ROLES_OPTION}`,
    `delete_option_${ROLES_OPTION}`,
  ]) {
    hooks.addAction(event, async () => {
      for (const userId of [...sure().keys()]) await learnAgain(userId);
    });
  }

  function currentUserHas(capability: string | number): boolean {
    const no = (hook?: string): false => (deps.notAtOnce?.(String(capability), hook), false);
    const userId = currentContext()?.userId ?? 0;
    const name = typeof capability === 'number' || /^\d+$/.test(capability) ? `level_${capability}` : capability;
    const held = sure().get(userId) ?? userCapabilities(userId);
    if (isThenable(held)) return (void held.then(undefined, () => undefined), no());
    const caps = capabilitiesFor(name, userId);
    if (isThenable(caps)) return (void caps.then(undefined, () => undefined), no('map_meta_cap'));
    const granted = hooks.applyFilters<Record<string, unknown>>(
      'user_has_cap',
      withDerived(held.allcaps),
      caps,
      [name, userId],
      { id: userId, ...held },
    );
    if (isThenable(granted)) return (void granted.then(undefined, () => undefined), no('user_has_cap'));
    return hasAll(granted, caps);
  }

  const atOnce = {
    userCapabilities,
    userCan,
    currentUserCan: (capability: string | number, ...args: unknown[]) =>
      userCan(currentContext()?.userId ?? 0, capability, ...args),
  };
  const now: RolesAtOnce = { ...atOnce, currentUserHas, knowCurrentUser: () => learn(currentContext()?.userId ?? 0) };
  return {
    ...promised(atOnce),
    now,
    async getRoles() {
      return Object.entries(await stored()).map(([name, role]) => toRole(name, role));
    },
    async getRole(name) {
      const role = (await stored())[name];
      return role ? toRole(name, role) : null;
    },
    async addRole(name, label, capabilities = {}) {
      const roles = await stored();
      if (name === '' || Object.hasOwn(roles, name)) return undefined;
      roles[name] = {
        name: label,
        capabilities: Array.isArray(capabilities)
          ? Object.fromEntries((capabilities as string[]).map((capability) => [capability, true]))
          : capabilities,
      };
      await save(roles);
      return toRole(name, roles[name]);
    },
    async removeRole(name) {
      const roles = await stored();
      if (!Object.hasOwn(roles, name)) return;
      delete roles[name];
      await save(roles);
      if ((await options.getOption('default_role')) === name) await options.updateOption('default_role', 'subscriber');
    },
    addRoleCap: (role, capability, grant = true) =>
      changeRole(role, (stored) => void (stored.capabilities[capability] = grant)),
    removeRoleCap: (role, capability) => changeRole(role, (stored) => void delete stored.capabilities[capability]),
    async roleHasCap(role, capability) {
      const found = (await stored())[role];
      const capabilities = await hooks.applyFilters('role_has_cap', found?.capabilities ?? {}, capability, role);
      return capabilities[capability] === true;
    },
    async populateRoles() {
      await save({ ...standardRoles, ...(await stored()) });
    },
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
    setUserRole,
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
    mapMetaCap: async (...asked) => capabilitiesFor(...asked),
    async authorCan(postId, capability, ...args) {
      const post = await deps.post(postId);
      return post !== null && post.post_author > 0 && userCan(post.post_author, capability, ...args);
    },
    isSuperAdmin,
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

/** What follows from other capabilities without being given to any role. */
function withDerived(capabilities: Record<string, boolean>): Record<string, unknown> {
  const derived: Record<string, unknown> = { ...capabilities };
  if (capabilities.update_core || capabilities.install_plugins || capabilities.install_themes)
    derived.install_languages = true;
  if (capabilities.activate_plugins) derived.resume_plugins = true;
  if (capabilities.switch_themes) derived.resume_themes = true;
  if (capabilities.install_plugins) derived.view_site_health_checks = true;
  return derived;
}

function hasAll(granted: Record<string, unknown>, caps: readonly string[]): boolean {
  const final: Record<string, unknown> = { ...granted, exist: true, do_not_allow: false };
  return caps.every((cap) => isGranted(Object.hasOwn(final, cap) ? final[cap] : false));
}

/** Filters written with PHP in mind grant with any value that is not empty. */
function isGranted(value: unknown): boolean {
  return Boolean(value) && value !== '0' && !(Array.isArray(value) && value.length === 0);
}

function asRoles(option: unknown): Record<string, StoredRole> {
  return option && typeof option === 'object' && !Array.isArray(option) ? (option as Record<string, StoredRole>) : {};
}
