import type { Database, HookApi, ObjectCacheApi, UserCapabilities } from '../api/index.js';
import { ROLES_OPTION } from './stored-roles.js';
import { CAPS_META } from './user-roles.js';

interface CurrentCapabilityDeps {
  db: Database;
  hooks: HookApi;
  cache: ObjectCacheApi;
  userCapabilities(userId: number): Promise<UserCapabilities>;
}

/**
 * Keeps the current user's capabilities for synchronous checks. Unlike a cache, changes to metadata do not discard
 * them.
 */
export function createCurrentCapabilities({ db, hooks, cache, userCapabilities }: CurrentCapabilityDeps): {
  get(userId: number): UserCapabilities | undefined;
  load(userId: number): Promise<void>;
} {
  const capabilityStore = (): Map<number, UserCapabilities> =>
    cache.requestStore('roles:sure', () => new Map<number, UserCapabilities>());
  const loadCapabilities = async (userId: number): Promise<void> => {
    const capabilities = await userCapabilities(userId);
    capabilityStore().set(userId, capabilities);
  };
  /**
   * In a transaction that may be rolled back, only capabilities granted both before and after it apply; afterwards the
   * stored ones.
   */
  const reloadCapabilities = async (userId: number): Promise<void> => {
    const before = capabilityStore().get(userId);
    if (!before) return;
    const capabilities = await userCapabilities(userId);
    const commonCapabilities = Object.fromEntries(
      Object.entries(capabilities.allcaps).filter(([name, granted]) => granted && before.allcaps[name]),
    );
    capabilityStore().set(userId, { ...capabilities, allcaps: commonCapabilities });
    await db.afterCommit(() => loadCapabilities(userId));
  };
  for (const event of ['added_user_meta', 'updated_user_meta', 'deleted_user_meta'])
    hooks.addAction(
      event,
      (_ids: unknown, userId: number, key: string) => (key === CAPS_META ? reloadCapabilities(userId) : undefined),
      10,
      3,
    );
  for (const event of [
    `update_option_${ROLES_OPTION}`,
    `add_option_${ROLES_OPTION}`,
    `delete_option_${ROLES_OPTION}`,
  ]) {
    hooks.addAction(event, async () => {
      for (const userId of [...capabilityStore().keys()]) await reloadCapabilities(userId);
    });
  }

  return { get: (userId) => capabilityStore().get(userId), load: loadCapabilities };
}
