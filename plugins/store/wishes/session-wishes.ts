import type { PageSession } from 'plinth';
import type { Wish } from '../contract/index.js';
import { isWish, MOST_WISHES, wishKey } from './wish.js';

const KEY = 'store_wishes';
const REMOVED = 'store_unwished';

/** What left a wish list last, so that it can come back to its place. */
interface Removed {
  readonly wish: Wish;
  readonly name: string;
  /** Whether its visitor was told. */
  readonly told: boolean;
}

/** The wishes of somebody without an account, the newest first. */
export function readWishes(session: PageSession): readonly Wish[] {
  const stored = session.get(KEY);
  return Array.isArray(stored) ? (stored as unknown[]).filter(isWish).slice(0, MOST_WISHES) : [];
}

export function writeWishes(session: PageSession, wishes: readonly Wish[]): void {
  const sorted = [...wishes].sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at));
  session.set(KEY, sorted.length > 0 ? sorted : undefined);
}

export function keepUnwished(session: PageSession, wish: Wish, name: string): void {
  session.set(REMOVED, { wish, name, told: false } satisfies Removed);
}

/** What was just removed; once, so that the offer does not stay for days. */
export function tellUnwished(session: PageSession): { readonly name: string; readonly key: string } | undefined {
  const removed = readRemoved(session);
  if (!removed || removed.told) return undefined;
  session.set(REMOVED, { ...removed, told: true });
  return { name: removed.name, key: wishKey(removed.wish) };
}

/** Takes what was removed last, when it is the wish of that key. */
export function takeUnwished(session: PageSession, key: string): Wish | undefined {
  const removed = readRemoved(session);
  if (!removed || wishKey(removed.wish) !== key) return undefined;
  session.set(REMOVED, undefined);
  return removed.wish;
}

function readRemoved(session: PageSession): Removed | undefined {
  const stored = session.get<Partial<Removed>>(REMOVED);
  return stored && isWish(stored.wish) && typeof stored.name === 'string'
    ? { wish: stored.wish, name: stored.name, told: stored.told === true }
    : undefined;
}
