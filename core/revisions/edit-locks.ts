/** Seconds after the last heartbeat for which an edit lock is valid, as in WordPress. */
export const HELD_SECONDS = 150;

/** Storage of one entity's lock, as `seconds:user`. */
export interface LockPlace {
  read(): Promise<unknown>;
  write(value: string): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** Edit locks (WordPress: wp_set_post_lock and its family). */
export interface EditLocks {
  /**
   * Locks an entity for a user, unless another user holds the lock.
   * @param take whether to take over another user's lock
   * @returns the user who holds the lock now
   */
  acquire(lockStore: LockPlace, user: number, take: boolean): Promise<number>;
  /** Releases the lock if this user holds it. */
  release(lockStore: LockPlace, user: number): Promise<void>;
}

/** @param now milliseconds since 1970 */
export function createEditLocks(now: () => number): EditLocks {
  const seconds = (): number => Math.floor(now() / 1000);
  async function holderOf(lockStore: LockPlace): Promise<number> {
    const stored = await lockStore.read();
    const [at = 0, user = 0] = (typeof stored === 'string' ? stored : '').split(':').map(Number);
    return user > 0 && seconds() - at < HELD_SECONDS ? user : 0;
  }
  return {
    async acquire(lockStore, user, take) {
      const holder = await holderOf(lockStore);
      if (holder !== 0 && holder !== user && !take) return holder;
      await lockStore.write(`${seconds()}:${user}`);
      return user;
    },
    async release(lockStore, user) {
      if ((await holderOf(lockStore)) === user) await lockStore.remove();
    },
  };
}
