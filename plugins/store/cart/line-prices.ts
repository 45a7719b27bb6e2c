import { type PluginScope, toUtcString } from 'plinth';
import type { Summaries } from '../catalog/product-summaries.js';
import type { Currency } from '../money/currency.js';
import { concealReductions, reductionKey } from '../prices/announced-reductions.js';
import type { PricedLine } from './priced-cart.js';

/** The HTML of each line's price per piece, with additions by extensions, by line key. */
export interface LinePrices {
  /** @param after HTML between the price and the additions of extensions */
  (lines: readonly PricedLine[], after?: string): Promise<ReadonlyMap<string, string>>;
}

interface LinePricesDeps {
  readonly scope: Pick<PluginScope, 'db' | 'applyFilters'>;
  readonly summaries: Summaries;
  readonly currency: Pick<Currency, 'formatDecimal'>;
}

/** Creates the price rendering of cart and checkout. */
export function createLinePrices({ scope, summaries, currency }: LinePricesDeps): LinePrices {
  const { db } = scope;
  return async (lines, after) => {
    const rows =
      lines.length === 0
        ? []
        : await db()('store_products').whereIn('id', [...new Set(lines.map((line) => line.sellable.productId))]);
    const products = new Map((await summaries.unpriced(rows, toUtcString())).map((summary) => [summary.id, summary]));
    const concealed = await concealReductions(
      scope,
      lines.flatMap(({ sellable: { productId, variationId, price, regularPrice: regular } }) => {
        const fields = products.get(productId)?.fields;
        return regular > price && fields ? [{ productId, variationId, price, regular, fields }] : [];
      }),
    );
    const prices = new Map<string, string>();
    for (const { key, sellable, unitPrice } of lines) {
      const product = products.get(sellable.productId);
      if (!product) continue;
      // The surcharge of the selected values raises both prices by the same amount.
      const regularPrice = concealed.has(reductionKey(sellable)) ? sellable.price : sellable.regularPrice;
      const regular = regularPrice + unitPrice - sellable.price;
      const onSale = regular > unitPrice;
      const pricedProduct = {
        ...product,
        price: unitPrice,
        priceText: currency.formatDecimal(unitPrice),
        onSale,
        stock: sellable.stock,
        sku: sellable.sku,
        ...(sellable.variationId > 0 ? { variationId: sellable.variationId } : {}),
      };
      prices.set(
        key,
        await summaries.price(
          pricedProduct,
          {
            price: unitPrice,
            maxPrice: unitPrice,
            regular,
            onSale,
            reduced: onSale,
            saleTo: null,
            unit: '',
            unitContent: 0,
          },
          'cart',
          after,
        ),
      );
    }
    return prices;
  };
}
