import { createHash } from 'node:crypto';
import type { PageSession } from 'plinth';
import type { FieldValues } from '../contract/index.js';

/** A cart line as stored in the session. */
export interface CartLine {
  readonly productId: number;
  /** 0 for a simple product. */
  readonly variationId: number;
  readonly quantity: number;
  /** Price the shopper last saw, in minor units; a different current price is reported. */
  readonly seenPrice: number;
  /** Selected values, keyed by `id.field`; absent when there are none. */
  readonly data?: FieldValues;
}

export const MAX_LINES = 100;
export const MAX_QUANTITY = 999;
const SESSION_KEY = 'store_cart';

/** Returns the key of the product or variation of a line. */
export function productKey({ productId, variationId }: Pick<CartLine, 'productId' | 'variationId'>): string {
  return `${productId}-${variationId}`;
}

/** Returns the name of the line in forms. Lines with different data are different lines. */
export function lineKey({ data, ...line }: Pick<CartLine, 'productId' | 'variationId' | 'data'>): string {
  if (!data || Object.keys(data).length === 0) return productKey(line);
  const text = JSON.stringify(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${productKey(line)}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/**
 * Parses a quantity as typed.
 * @returns 0 to 999; null when the text is not a quantity
 */
export function readQuantity(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}

/** Parses a product id as sent; returns 0 when it is invalid. */
export function readId(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

export function readCart(session: PageSession): readonly CartLine[] {
  const stored = session.get(SESSION_KEY);
  return Array.isArray(stored) ? (stored as unknown[]).filter(isLine).slice(0, MAX_LINES) : [];
}

export function writeCart(session: PageSession, lines: readonly CartLine[]): void {
  session.set(SESSION_KEY, lines.length > 0 ? lines : undefined);
}

/** Adds to an existing line or appends a new one; returns null when the cart is full. */
export function addLine(lines: readonly CartLine[], added: CartLine): readonly CartLine[] | null {
  const existing = lines.find((line) => lineKey(line) === lineKey(added));
  if (existing)
    return lines.map((line) =>
      line === existing ? { ...added, quantity: Math.min(MAX_QUANTITY, line.quantity + added.quantity) } : line,
    );
  return lines.length >= MAX_LINES ? null : [...lines, { ...added, quantity: Math.min(MAX_QUANTITY, added.quantity) }];
}

/** Returns the total quantity of all lines. */
export function cartCount(session: PageSession): number {
  return readCart(session).reduce((sum, line) => sum + line.quantity, 0);
}

export function isLine(value: unknown): value is CartLine {
  const { productId, variationId, quantity, seenPrice, data } = (value ?? {}) as Partial<
    Record<keyof CartLine, unknown>
  >;
  const isWholeNumber = (part: unknown, min: number): boolean => Number.isInteger(part) && Number(part) >= min;
  return (
    isWholeNumber(productId, 1) &&
    isWholeNumber(variationId, 0) &&
    isWholeNumber(quantity, 1) &&
    isWholeNumber(seenPrice, 0) &&
    (data === undefined || (typeof data === 'object' && data !== null))
  );
}
