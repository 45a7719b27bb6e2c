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
  hold(place: LockPlace, user: number, take: boolean): Promise<number>;
  /** Releases the lock if this user holds it. */
  release(place: LockPlace, user: number): Promise<void>;
}

/** @param now milliseconds since 1970 */
export function createEditLocks(now: () => number): EditLocks {
  const seconds = (): number => Math.floor(now() / 1000);
  async function holderOf(place: LockPlace): Promise<number> {
    const stored = await place.read();
    const [at = 0, user = 0] = (typeof stored === 'string' ? stored : '').split(':').map(Number);
    return user > 0 && seconds() - at < HELD_SECONDS ? user : 0;
  }
  return {
    async hold(place, user, take) {
      const holder = await holderOf(place);
      if (holder !== 0 && holder !== user && !take) return holder;
      await place.write(`${seconds()}:${user}`);
      return user;
    },
    async release(place, user) {
      if ((await holderOf(place)) === user) await place.remove();
    },
  };
}
