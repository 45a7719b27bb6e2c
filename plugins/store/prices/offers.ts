import type { Database, PluginScope } from 'plinth';
import type { Offer, OfferedPrice } from '../contract/index.js';
import type { ProductRow } from '../products/tables.js';

/** Products per statement. */
const AT_ONCE = 500;

/** Whether a product with that status can be bought by anyone who knows its URL. */
export const isOffered = ({ status }: Pick<ProductRow, 'status'>): boolean => status === 'publish';

/** Announces, inside the transaction of the write, which of these products and variations can currently be bought. */
export interface Offers {
  announce(productIds: readonly number[], at: string): Promise<void>;
}

export function createOffers(scope: Pick<PluginScope, 'db' | 'doAction'>): Offers {
  return {
    async announce(productIds, at) {
      for (let from = 0; from < productIds.length; from += AT_ONCE) {
        const offers = await offersOf(scope.db, productIds.slice(from, from + AT_ONCE));
        if (offers.length > 0) await scope.doAction('store/offers_changed', offers, at);
      }
    },
  };
}

/** Returns the offers of products; none for a product that is not published or was deleted. */
async function offersOf(db: Database, productIds: readonly number[]): Promise<Offer[]> {
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
    const sold =
      product.type === 'variable'
        ? variations.filter((row) => row.product_id === productId).map((row) => ({ ...row, variationId: row.id }))
        : [{ ...product, variationId: 0 }];
    return { productId, prices: sold.flatMap(offeredPrice) };
  });
}

function offeredPrice(
  row: Pick<ProductRow, 'price' | 'regular_price' | 'on_sale'> & { readonly variationId: number },
): OfferedPrice[] {
  const { variationId, price, regular_price: regular } = row;
  return price === null || regular === null ? [] : [{ variationId, price, regular, onSale: row.on_sale === 1 }];
}
