import { type PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import { type LinkedProductIds, NO_LINKED_PRODUCTS } from '../catalog/linked-products.js';
import { readShownRows } from '../change-log/visible-rows.js';
import { PRODUCT_LIMITS } from '../products/product-limits.js';

interface LinkedCardsDeps {
  readonly scope: Pick<PluginScope, 'cache' | 'applyFilters'>;
  readonly parts: Pick<CatalogParts, 'linkedProducts' | 'catalog'>;
}

/** Cards of linked products that can be bought, with their IDs. */
interface CardList {
  readonly ids: readonly number[];
  /** HTML of the cards; empty for none. */
  readonly html: string;
}

/** Cards of up-sells and cross-sells. */
export interface LinkedCards {
  /** Returns the cards of the up-sells of a product. */
  upsells(productId: number): Promise<CardList>;
  /**
   * Returns the cards of the cross-sells of a cart.
   * @param productIds products in the cart
   */
  crossSells(productIds: readonly number[]): Promise<CardList>;
}

/** Maximum number of cards below the cart. */
const MAX_CART_CARDS = 4;

export function createLinkedCards({ scope, parts: { linkedProducts, catalog } }: LinkedCardsDeps): LinkedCards {
  const loadLinkedProducts = async (ids: readonly number[]): Promise<ReadonlyMap<number, LinkedProductIds>> =>
    readShownRows(scope, 'linked', ids, () => linkedProducts.listByProducts(ids));

  async function renderLinked(productIds: readonly number[], except: readonly number[], max: number) {
    const ids = [...new Set(productIds)].filter((id) => !except.includes(id));
    if (ids.length === 0) return { ids, html: '' };
    const summaries = (await catalog.summaries(ids)).filter(({ stock }) => stock !== 'outofstock').slice(0, max);
    return {
      ids: summaries.map(({ id }) => id),
      html: summaries.length === 0 ? '' : await catalog.renderCards(summaries),
    };
  }

  return {
    upsells: async (productId) => {
      const { upsellIds } = (await loadLinkedProducts([productId])).get(productId) ?? NO_LINKED_PRODUCTS;
      const ids = await scope.applyFilters<readonly number[]>('store/upsell_ids', upsellIds, productId);
      return await renderLinked(ids.slice(0, PRODUCT_LIMITS.linked), [productId], PRODUCT_LIMITS.linked);
    },
    crossSells: async (productIds) => {
      const found = await loadLinkedProducts(productIds);
      const crossSellIds = [...new Set(productIds.flatMap((id) => found.get(id)?.crossSellIds ?? []))];
      const ids = await scope.applyFilters<readonly number[]>('store/cross_sell_ids', crossSellIds, productIds);
      return await renderLinked(ids.slice(0, productIds.length * PRODUCT_LIMITS.linked), productIds, MAX_CART_CARDS);
    },
  };
}
