import type { PriceTag } from '../contract/index.js';
import type { PriceColumns } from '../products/tables.js';

/** What a price list comes to at one moment. */
interface EffectivePrice {
  /** Minor units. */
  readonly price: number;
  readonly onSale: boolean;
  /** The next moment at which the clock changes it, UTC; null: none is planned. */
  readonly due: string | null;
}

/**
 * What a buyer pays. A sale runs from its first moment until just before its last, and only below the regular price.
 * @param now UTC, `YYYY-MM-DD HH:MM:SS`
 */
export function effectivePrice(tag: PriceTag, now: string): EffectivePrice {
  const { regular, sale, saleFrom, saleTo } = tag;
  if (sale === null || sale >= regular || (saleTo !== null && saleTo <= now))
    return { price: regular, onSale: false, due: null };
  if (saleFrom !== null && saleFrom > now) return { price: regular, onSale: false, due: saleFrom };
  return { price: sale, onSale: true, due: saleTo };
}

/** The price list of a row; null when it has no price yet. */
export function tagOf(row: PriceColumns): PriceTag | null {
  return row.regular_price === null
    ? null
    : { regular: row.regular_price, sale: row.sale_price, saleFrom: row.sale_from, saleTo: row.sale_to };
}

/** The columns that hold a price list and what it comes to now. */
export function columnsOf(
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
  const { price, onSale, due } = effectivePrice(tag, now);
  return {
    regular_price: tag.regular,
    sale_price: tag.sale,
    sale_from: tag.saleFrom,
    sale_to: tag.saleTo,
    price,
    on_sale: onSale ? 1 : 0,
    price_due: due,
  };
}
