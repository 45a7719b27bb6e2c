import type { Database, PluginScope } from 'plinth';
import type { Offer, OfferedPrice } from '../contract/index.js';
import type { ProductRow } from '../products/tables.js';

/** Number of products per query. */
const BATCH_SIZE = 500;

/** Whether a product is published, so that anyone who knows its URL can buy it. */
export const isOffered = ({ status }: Pick<ProductRow, 'status'>): boolean => status === 'publish';

/** Reports which products and variations can currently be bought. Call it inside the transaction of the change. */
export interface Offers {
  announce(productIds: readonly number[], time: string): Promise<void>;
}

export function createOffers(scope: Pick<PluginScope, 'db' | 'doAction'>): Offers {
  return {
    async announce(productIds, time) {
      for (let from = 0; from < productIds.length; from += BATCH_SIZE) {
        const offers = await readOffers(scope.db, productIds.slice(from, from + BATCH_SIZE));
        if (offers.length > 0) await scope.doAction('store/offers_changed', offers, time);
      }
    },
  };
}

/** Returns the offers of products. An unpublished or deleted product has no prices. */
async function readOffers(db: Database, productIds: readonly number[]): Promise<Offer[]> {
  const ids = [...productIds];
  const columns = ['price', 'regular_price', 'on_sale'] as const;
  const products = await db()('store_products')
    .whereIn('id', ids)
    .select('id', 'status', 'type', ...columns);
  const variations = await db()('store_variations')
    .whereIn('product_id', ids)
    .select('id', 'product_id', ...columns);
  return productIds.map((productId) => {
    const product = products.find(({ id }) => id === productId);
    if (!product || !isOffered(product)) return { productId, prices: [] };
    const sellableRows =
      product.type === 'variable'
        ? variations.filter((row) => row.product_id === productId).map((row) => ({ ...row, variationId: row.id }))
        : [{ ...product, variationId: 0 }];
    return { productId, prices: sellableRows.flatMap(toOfferedPrices) };
  });
}

function toOfferedPrices(
  row: Pick<ProductRow, 'price' | 'regular_price' | 'on_sale'> & { readonly variationId: number },
): OfferedPrice[] {
  const { variationId, price, regular_price: regular } = row;
  return price === null || regular === null ? [] : [{ variationId, price, regular, onSale: row.on_sale === 1 }];
}
