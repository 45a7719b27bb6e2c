import { currentContext } from '../context/index.js';
import {
  type Database,
  type HookApi,
  isThenable,
  type MetadataApi,
  type ObjectCacheApi,
  type OptionsApi,
  type RolesApi,
} from '../api/index.js';
import { createCapabilityMap } from './capabilities-map.js';
import type { CapabilityDeps } from './capability-deps.js';
import { createCurrentCapabilities } from './current-capabilities.js';
import { createStoredRoles } from './stored-roles.js';
import { createUserCapabilities, createUserRoles } from './user-roles.js';

interface RolesDeps extends Pick<CapabilityDeps, 'post' | 'postStatus' | 'types' | 'forbidden'> {
  /** Returns a comment from the cache; read from the database when absent. */
  comment?: CapabilityDeps['comment'];
  db: Database;
  hooks: HookApi;
  cache: ObjectCacheApi;
  options: OptionsApi;
  meta: MetadataApi;
  /**
   * Called when a capability check could not be answered synchronously and returned false; `hook` if it has
   * asynchronous callbacks.
   */
  onUnavailable?(capability: string, hook: string | undefined): void;
}

/** Role functions as used inside the host. */
export type SiteRoles = RolesApi & {
  /** Whether the current user has a capability, using data in memory only; false if that is not sufficient. */
  currentUserHas(capability: string | number): boolean;
  /** Loads the capabilities of the current user so that {@link SiteRoles.currentUserHas} can return them. */
  loadCurrentUserCapabilities(): Promise<void>;
};

/**
 * Creates roles and capability checks.
 * @since 0.1.0 (WordPress: WP_Roles, WP_User, map_meta_cap, user_can)
 */
export function createRoles(deps: RolesDeps): SiteRoles {
  const { db, hooks, options, meta } = deps;
  const { userCapabilities, loadedCapabilities } = createUserCapabilities(deps);
  const exists = async (userId: number): Promise<boolean> =>
    userId > 0 && Boolean(await db()('users').where({ id: userId }).first('id'));

  const userCan = async (userId: number, capability: string | number, ...args: unknown[]): Promise<boolean> => {
    const name = typeof capability === 'number' || /^\d+$/.test(capability) ? `level_${capability}` : capability;
    const capabilities = await userCapabilities(userId);
    // A user without capabilities may not exist; the check then uses ID 0.
    const id = Object.keys(capabilities.allcaps).length > 0 || (userId > 0 && (await exists(userId))) ? userId : 0;
    const user = { id, ...capabilities };
    const caps = await capabilitiesFor(name, id, ...args);
    const granted = await hooks.applyFilters<Record<string, unknown>>(
      'user_has_cap',
      addDerived(user.allcaps),
      caps,
      [name, id, ...args],
      user,
    );
    return hasAll(granted, caps);
  };

  const isSuperAdmin = async (userId: number = currentContext()?.userId ?? 0): Promise<boolean> =>
    userId > 0 && (await userCan(userId, 'delete_users'));

  const { map: capabilitiesFor, mapWithoutObject } = createCapabilityMap({
    hooks,
    options,
    meta,
    types: deps.types,
    post: deps.post,
    postStatus: deps.postStatus,
    forbidden: deps.forbidden,
    isSuperAdmin,
    ...createObjectLookups(deps),
  });

  const { get, load } = createCurrentCapabilities({ ...deps, userCapabilities });

  function currentUserHas(capability: string | number): boolean {
    const reportUnavailable = (hook?: string): false => (deps.onUnavailable?.(String(capability), hook), false);
    const userId = currentContext()?.userId ?? 0;
    const name = typeof capability === 'number' || /^\d+$/.test(capability) ? `level_${capability}` : capability;
    const capabilities = get(userId) ?? loadedCapabilities(userId);
    if (!capabilities) return reportUnavailable();
    const caps = mapWithoutObject(name, userId);
    if (isThenable(caps)) return (void caps.then(undefined, () => undefined), reportUnavailable('map_meta_cap'));
    const granted = hooks.applyFilters<Record<string, unknown>>(
      'user_has_cap',
      addDerived(capabilities.allcaps),
      caps,
      [name, userId],
      { id: userId, ...capabilities },
    );
    if (isThenable(granted)) return (void granted.then(undefined, () => undefined), reportUnavailable('user_has_cap'));
    return hasAll(granted, caps);
  }

  return {
    userCapabilities,
    userCan,
    currentUserCan: (capability, ...args) => userCan(currentContext()?.userId ?? 0, capability, ...args),
    currentUserHas,
    loadCurrentUserCapabilities: () => load(currentContext()?.userId ?? 0),
    ...createStoredRoles(deps),
    ...createUserRoles({ hooks, meta, userCapabilities, exists }),
    mapMetaCap: capabilitiesFor,
    async authorCan(postId, capability, ...args) {
      const post = await deps.post(postId);
      return post !== null && post.post_author > 0 && userCan(post.post_author, capability, ...args);
    },
    isSuperAdmin,
  };
}

/** Returns the lookups of terms, comments and other objects for the capability map. */
function createObjectLookups({
  db,
  post,
  comment,
}: Pick<RolesDeps, 'db' | 'post' | 'comment'>): Pick<CapabilityDeps, 'term' | 'comment' | 'subtype'> {
  return {
    async term(id) {
      return (await db()('term_taxonomy').where({ term_id: id }).first('term_id', 'taxonomy')) ?? null;
    },
    async comment(id) {
      if (comment) return comment(id);
      return (await db()('comments').where({ comment_id: id }).first('comment_post_id')) ?? null;
    },
    async subtype(type, id) {
      if (type === 'post') return (await post(id))?.post_type ?? '';
      if (type === 'term')
        return (await db()('term_taxonomy').where({ term_id: id }).first('taxonomy'))?.taxonomy ?? '';
      const [table, column] = type === 'user' ? ['users', 'id'] : ['comments', 'comment_id'];
      return (await db()(table)
        .where({ [column]: id })
        .first(column))
        ? type
        : '';
    },
  };
}

/** Capabilities derived from others, which no role has explicitly. */
function addDerived(capabilities: Record<string, boolean>): Record<string, unknown> {
  const derived: Record<string, unknown> = { ...capabilities };
  if (capabilities.update_core || capabilities.install_plugins || capabilities.install_themes)
    derived.install_languages = true;
  if (capabilities.activate_plugins) derived.resume_plugins = true;
  if (capabilities.switch_themes) derived.resume_themes = true;
  if (capabilities.install_plugins) derived.view_site_health_checks = true;
  return derived;
}

function hasAll(granted: Record<string, unknown>, caps: readonly string[]): boolean {
  const effective: Record<string, unknown> = { ...granted, exist: true, do_not_allow: false };
  return caps.every((cap) => isGranted(Object.hasOwn(effective, cap) ? effective[cap] : false));
}

/** Filters written for PHP may grant a capability with any truthy value. */
function isGranted(value: unknown): boolean {
  return Boolean(value) && value !== '0' && !(Array.isArray(value) && value.length === 0);
}
