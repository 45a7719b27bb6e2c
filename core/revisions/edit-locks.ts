/** Seconds after the last sign of life in which a text is held, as in WordPress. */
export const HELD_SECONDS = 150;

/** Where it is written down who holds one thing, as `seconds:user`. */
export interface LockPlace {
  read(): Promise<unknown>;
  write(value: string): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** Who writes what now (WordPress: wp_set_post_lock and its family). */
export interface EditLocks {
  /**
   * Holds a thing for somebody, unless somebody else holds it.
   * @param take whether to hold it all the same
   * @returns who holds it now
   */
  hold(place: LockPlace, user: number, take: boolean): Promise<number>;
  /** Lets a thing go that this person holds. */
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
