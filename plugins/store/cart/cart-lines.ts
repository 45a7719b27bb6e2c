import { createHash } from 'node:crypto';
import type { PageSession } from 'plinth';
import type { FieldValues } from '../contract/index.js';

/** What somebody wants to buy, as their session keeps it. */
export interface CartLine {
  readonly productId: number;
  /** 0 for a simple product. */
  readonly variationId: number;
  readonly quantity: number;
  /** Minor units the shopper saw last; another price now is told. */
  readonly seenPrice: number;
  /** What was chosen for it, by `id.field`; absent when nothing was. */
  readonly data?: FieldValues;
}

export const MAX_LINES = 100;
export const MAX_QUANTITY = 999;
const KEY = 'store_cart';

/** What is sold by a line. */
export function productKey({ productId, variationId }: Pick<CartLine, 'productId' | 'variationId'>): string {
  return `${productId}-${variationId}`;
}

/** The line's name in forms: lines with other data are other lines. */
export function lineKey({ data, ...line }: Pick<CartLine, 'productId' | 'variationId' | 'data'>): string {
  if (!data || Object.keys(data).length === 0) return productKey(line);
  const text = JSON.stringify(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${productKey(line)}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/** A quantity as typed; null when it is none. @returns 0 to 999 */
export function readQuantity(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}

/** A product's id as sent; 0 when it is none. */
export function readId(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

export function readCart(session: PageSession): readonly CartLine[] {
  const stored = session.get(KEY);
  return Array.isArray(stored) ? (stored as unknown[]).filter(isLine).slice(0, MAX_LINES) : [];
}

export function writeCart(session: PageSession, lines: readonly CartLine[]): void {
  session.set(KEY, lines.length > 0 ? lines : undefined);
}

/** Adds to a line, or a new line; null when the cart has no room for another one. */
export function addLine(lines: readonly CartLine[], added: CartLine): readonly CartLine[] | null {
  const known = lines.find((line) => lineKey(line) === lineKey(added));
  if (known)
    return lines.map((line) =>
      line === known ? { ...added, quantity: Math.min(MAX_QUANTITY, line.quantity + added.quantity) } : line,
    );
  return lines.length >= MAX_LINES ? null : [...lines, { ...added, quantity: Math.min(MAX_QUANTITY, added.quantity) }];
}

/** How many pieces there are. */
export function cartCount(session: PageSession): number {
  return readCart(session).reduce((sum, line) => sum + line.quantity, 0);
}

export function isLine(value: unknown): value is CartLine {
  const { productId, variationId, quantity, seenPrice, data } = (value ?? {}) as Partial<
    Record<keyof CartLine, unknown>
  >;
  const whole = (part: unknown, min: number): boolean => Number.isInteger(part) && Number(part) >= min;
  return (
    whole(productId, 1) &&
    whole(variationId, 0) &&
    whole(quantity, 1) &&
    whole(seenPrice, 0) &&
    (data === undefined || (typeof data === 'object' && data !== null))
  );
}
