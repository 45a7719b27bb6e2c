import { type MaybePromise, type PageRequest, type PluginScope, utcText } from 'plinth';
import type { Wish } from '../contract/index.js';
import { readWishes, writeWishes } from './session-wishes.js';
import { MOST_WISHES, wishKey } from './wish.js';
import type { WishStore } from './wish-store.js';

type Thing = Pick<Wish, 'productId' | 'variationId'>;

/** The wish list of whoever asks: an account's, or that of a visitor's session. */
export interface WishList {
  /** The newest first. */
  of(request: PageRequest): MaybePromise<readonly Wish[]>;
  /** Puts something on the list. @param at when it was put there, UTC; now by itself */
  add(request: PageRequest, thing: Thing, at?: string): Promise<'added' | 'known' | 'full'>;
  /** Takes things off the list, without a word to extensions where they are gone from the shop. @returns those that were on it */
  remove(request: PageRequest, things: readonly Thing[]): Promise<readonly Wish[]>;
  /** Moves what a visitor wished for to the account they have just signed in to. */
  join(request: PageRequest, userId: number): Promise<void>;
}

interface WishListDeps {
  readonly scope: Pick<PluginScope, 'doAction'>;
  readonly store: WishStore;
  readonly now?: () => string;
}

const isSame =
  (a: Thing) =>
  (b: Thing): boolean =>
    wishKey(a) === wishKey(b);

export function createWishList({ scope, store, now = utcText }: WishListDeps): WishList {
  /** One page asks several times. */
  const read = new WeakMap<PageRequest['session'], Promise<readonly Wish[]>>();

  function of(request: PageRequest): MaybePromise<readonly Wish[]> {
    if (request.userId === 0) return readWishes(request.session);
    let found = read.get(request.session);
    if (!found) {
      found = store.of(request.userId);
      read.set(request.session, found);
    }
    return found;
  }

  return {
    of,
    async add(request, thing, at = now()) {
      const before = await of(request);
      if (before.some(isSame(thing))) return 'known';
      if (before.length >= MOST_WISHES) return 'full';
      const wish: Wish = { productId: thing.productId, variationId: thing.variationId, at };
      if (request.userId === 0) writeWishes(request.session, [wish, ...before]);
      else await store.add(request.userId, [wish]);
      read.delete(request.session);
      await scope.doAction('store/wish_added', wish, request.userId);
      return 'added';
    },
    async remove(request, things) {
      const before = await of(request);
      const gone = before.filter((wish) => things.some(isSame(wish)));
      if (gone.length === 0) return gone;
      if (request.userId === 0)
        writeWishes(
          request.session,
          before.filter((wish) => !gone.includes(wish)),
        );
      else await store.remove(request.userId, gone);
      read.delete(request.session);
      for (const wish of gone) await scope.doAction('store/wish_removed', wish, request.userId);
      return gone;
    },
    async join({ session }, userId) {
      const wishes = readWishes(session);
      if (wishes.length === 0) return;
      await store.add(userId, wishes);
      writeWishes(session, []);
    },
  };
}
