import { toPriceColumns, effectivePrice, toPriceTag } from '../../plugins/store/prices/price-tag.js';

const NOW = '2028-02-29 12:00:00';
const BEFORE = '2028-02-29 11:59:59';
const AFTER = '2028-02-29 12:00:01';
const tag = (sale: number | null, saleFrom: string | null = null, saleTo: string | null = null) => ({
  regular: 1000,
  sale,
  saleFrom,
  saleTo,
});

describe('effective price', () => {
  it.each([
    ['the regular price without a sale', tag(null), 1000, false, null],
    ['the regular price without a sale price, despite sale dates', tag(null, BEFORE, AFTER), 1000, false, null],
    ['the sale price without sale dates', tag(900), 900, true, null],
    ['nothing for a sale price of 0', tag(0), 0, true, null],
    ['the regular price when the sale price equals it', tag(1000), 1000, false, null],
    ['the regular price when the sale price is higher', tag(1100, null, AFTER), 1000, false, null],
    ['the regular price until the sale starts, which is due next', tag(900, AFTER, null), 1000, false, AFTER],
    ['the sale price from the first moment of the sale', tag(900, NOW, null), 900, true, null],
    ['the sale price until the sale ends, which is due next', tag(900, null, AFTER), 900, true, AFTER],
    ['the regular price from the end of the sale', tag(900, null, NOW), 1000, false, null],
    ['the regular price after a past sale', tag(900, BEFORE, BEFORE), 1000, false, null],
  ] as const)('charges %s', (_what, priceTag, price, onSale, due) => {
    expect(effectivePrice(priceTag, NOW)).toEqual({ price, onSale, nextChangeAt: due });
    expect(toPriceColumns(priceTag, NOW)).toEqual({
      regular_price: 1000,
      sale_price: priceTag.sale,
      sale_from: priceTag.saleFrom,
      sale_to: priceTag.saleTo,
      price,
      on_sale: Number(onSale),
      price_due: due,
    });
  });

  it('returns null without a price, unlike a price of 0', () => {
    expect(toPriceColumns(null, NOW)).toEqual({
      regular_price: null,
      sale_price: null,
      sale_from: null,
      sale_to: null,
      price: null,
      on_sale: 0,
      price_due: null,
    });
    expect(toPriceTag({ regular_price: null, sale_price: 900, sale_from: null, sale_to: null })).toBeNull();
    expect(toPriceTag({ regular_price: 0, sale_price: null, sale_from: BEFORE, sale_to: AFTER })).toEqual({
      regular: 0,
      sale: null,
      saleFrom: BEFORE,
      saleTo: AFTER,
    });
  });
});
