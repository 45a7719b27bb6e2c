import type { AdminDeps } from '../deps.js';

/** Seconds after the last sign of life in which a text is held, as in WordPress. */
const HELD_SECONDS = 150;
/** `seconds:user`, as WordPress stores it. */
const KEY = '_edit_lock';

/** Who writes which text now (WordPress: wp_set_post_lock and its family). */
export interface EditLocks {
  /**
   * Holds a text for somebody, unless somebody else holds it.
   * @param take whether to hold it all the same
   * @returns who holds it now
   */
  hold(post: number, user: number, take: boolean): Promise<number>;
  /** Lets a text go that this person holds. */
  release(post: number, user: number): Promise<void>;
}

export function createEditLocks({ meta, now }: Pick<AdminDeps, 'meta' | 'now'>): EditLocks {
  const seconds = (): number => Math.floor(now() / 1000);
  async function holderOf(post: number): Promise<number> {
    const stored = await meta.getPostMeta(post, KEY, true);
    const [at, user] = (typeof stored === 'string' ? stored : '').split(':').map(Number);
    return user > 0 && seconds() - at < HELD_SECONDS ? user : 0;
  }
  return {
    async hold(post, user, take) {
      const holder = await holderOf(post);
      if (holder !== 0 && holder !== user && !take) return holder;
      await meta.updatePostMeta(post, KEY, `${seconds()}:${user}`);
      return user;
    },
    async release(post, user) {
      if ((await holderOf(post)) === user) await meta.deletePostMeta(post, KEY);
    },
  };
}
