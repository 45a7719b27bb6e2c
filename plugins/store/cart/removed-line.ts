import type { PageSession } from 'plinth';
import { addLine, type CartLine, isLine, lineKey, MAX_LINES, readCart, writeCart } from './cart-lines.js';

const SESSION_KEY = 'store_cart_removed';

/** The line last removed from the cart, so that it can be restored in its position. */
interface RemovedLine {
  readonly line: CartLine;
  /** Number of lines above it. */
  readonly position: number;
  readonly name: string;
  /** Whether the visitor has been offered to restore it. */
  readonly wasNotified: boolean;
}

function readRemoved(session: PageSession): RemovedLine | undefined {
  const stored = session.get<Partial<RemovedLine>>(SESSION_KEY);
  return stored && isLine(stored.line) && Number.isInteger(stored.position) && typeof stored.name === 'string'
    ? { line: stored.line, position: stored.position ?? 0, name: stored.name, wasNotified: stored.wasNotified === true }
    : undefined;
}

export function saveRemoved(session: PageSession, line: CartLine, position: number, name: string): void {
  session.set(SESSION_KEY, { line, position, name, wasNotified: false } satisfies RemovedLine);
}

/** Returns the name and key of the line just removed; only once, so that the offer does not stay for days. */
export function takeRemovedNotice(session: PageSession): { readonly name: string; readonly key: string } | undefined {
  const removed = readRemoved(session);
  if (!removed || removed.wasNotified) return undefined;
  session.set(SESSION_KEY, { ...removed, wasNotified: true });
  return { name: removed.name, key: lineKey(removed.line) };
}

/**
 * Restores the last removed line in its position.
 * @returns whether the key matched and the cart had room
 */
export function restoreRemoved(session: PageSession, key: string): boolean {
  const removed = readRemoved(session);
  if (!removed || lineKey(removed.line) !== key) return false;
  const lines = readCart(session);
  const isInCart = lines.some((line) => lineKey(line) === key);
  if (!isInCart && lines.length >= MAX_LINES) return false;
  const after = isInCart ? addLine(lines, removed.line) : lines.toSpliced(removed.position, 0, removed.line);
  if (!after) return false;
  writeCart(session, after);
  session.set(SESSION_KEY, undefined);
  return true;
}
