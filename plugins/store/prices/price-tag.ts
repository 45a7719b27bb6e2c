import type { PriceTag } from '../contract/index.js';
import type { PriceColumns } from '../products/tables.js';

/** Effective price at a given time. */
interface EffectivePrice {
  /** Minor units. */
  readonly price: number;
  readonly onSale: boolean;
  /** UTC time of the next scheduled price change; null for none. */
  readonly nextChangeAt: string | null;
}

/**
 * Returns the price that a customer pays. A sale price applies from its start (inclusive) to its end (exclusive), and
 * only if it is lower than the regular price.
 * @param now UTC, `YYYY-MM-DD HH:MM:SS`
 */
export function effectivePrice(tag: PriceTag, now: string): EffectivePrice {
  const { regular, sale, saleFrom, saleTo } = tag;
  if (sale === null || sale >= regular || (saleTo !== null && saleTo <= now))
    return { price: regular, onSale: false, nextChangeAt: null };
  if (saleFrom !== null && saleFrom > now) return { price: regular, onSale: false, nextChangeAt: saleFrom };
  return { price: sale, onSale: true, nextChangeAt: saleTo };
}

/** Returns the price tag of a row; null when it has no price. */
export function toPriceTag(row: PriceColumns): PriceTag | null {
  return row.regular_price === null
    ? null
    : { regular: row.regular_price, sale: row.sale_price, saleFrom: row.sale_from, saleTo: row.sale_to };
}

/** Returns the database columns of a price tag and of its effective price. */
export function toPriceColumns(
  tag: PriceTag | null,
  now: string,
): PriceColumns & { price: number | null; on_sale: number; price_due: string | null } {
  if (tag === null)
    return {
      regular_price: null,
      sale_price: null,
      sale_from: null,
      sale_to: null,
      price: null,
      on_sale: 0,
      price_due: null,
    };
  const { price, onSale, nextChangeAt } = effectivePrice(tag, now);
  return {
    regular_price: tag.regular,
    sale_price: tag.sale,
    sale_from: tag.saleFrom,
    sale_to: tag.saleTo,
    price,
    on_sale: onSale ? 1 : 0,
    price_due: nextChangeAt,
  };
}
