import type { PageSession } from 'plinth';
import type { FieldValues, FormError } from '../contract/index.js';

/** What somebody chose for a product and was refused, so that its page shows it once more. */
interface Tried {
  readonly productId: number;
  /** By `id.field`. */
  readonly values: FieldValues;
  readonly errors: readonly FormError[];
}

const KEY = 'store_tried';

export function keepTried(session: PageSession, tried: Tried): void {
  session.set(KEY, tried);
}

/** What was tried for a product; it is shown once. */
export function takeTried(session: PageSession, productId: number): Omit<Tried, 'productId'> | undefined {
  const tried = session.get<Tried>(KEY);
  if (!tried || tried.productId !== productId) return undefined;
  session.set(KEY, undefined);
  return tried;
}
