/** Seconds after the last heartbeat for which an edit lock is valid, as in WordPress. */
export const LOCK_SECONDS = 150;

/** Storage of one entity's lock, as Unix time in seconds and user id: `1767225600:2`. */
export interface LockStore {
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
  acquire(lockStore: LockStore, user: number, take: boolean): Promise<number>;
  /** Releases the lock if this user holds it. */
  release(lockStore: LockStore, user: number): Promise<void>;
}

/** @param now returns the current Unix time in milliseconds */
export function createEditLocks(now: () => number): EditLocks {
  const unixTime = (): number => Math.floor(now() / 1000);
  async function getHolder(lockStore: LockStore): Promise<number> {
    const stored = await lockStore.read();
    const [lockedAt = 0, user = 0] = (typeof stored === 'string' ? stored : '').split(':').map(Number);
    return user > 0 && unixTime() - lockedAt < LOCK_SECONDS ? user : 0;
  }
  return {
    async acquire(lockStore, user, take) {
      const holder = await getHolder(lockStore);
      if (holder !== 0 && holder !== user && !take) return holder;
      await lockStore.write(`${unixTime()}:${user}`);
      return user;
    },
    async release(lockStore, user) {
      if ((await getHolder(lockStore)) === user) await lockStore.remove();
    },
  };
}
