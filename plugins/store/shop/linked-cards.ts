import { type MaybePromise, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { type LinkedProductIds, NOTHING_LINKED } from '../catalogue/linked-products.js';
import { shownRows } from '../change-feed/visible-rows.js';
import { PRODUCT_LIMITS } from '../products/product-limits.js';

interface LinkedCardsDeps {
  readonly scope: Pick<PluginScope, 'cache' | 'applyFilters'>;
  readonly parts: Pick<CatalogueParts, 'linkedProducts' | 'catalogue'>;
}

/** Cards of linked products that can be bought, with their IDs. */
interface CardList {
  readonly ids: readonly number[];
  /** Empty where there are none. */
  readonly html: string;
}

/** Cards of the products that shop owners linked to others. */
export interface LinkedCards {
  /** Cards below a product. */
  upsells(productId: number): MaybePromise<CardList>;
  /**
   * Cards below a cart.
   * @param productIds products in the cart
   */
  crossSells(productIds: readonly number[]): MaybePromise<CardList>;
}

/** Maximum number of cards below a cart; more would push the rest of the page out of sight. */
const IN_CART = 4;

export function createLinkedCards({ scope, parts: { linkedProducts, catalogue } }: LinkedCardsDeps): LinkedCards {
  const of = (ids: readonly number[]): MaybePromise<ReadonlyMap<number, LinkedProductIds>> =>
    shownRows(scope, 'linked', ids, () => linkedProducts.listByProducts(ids));

  async function renderLinked(productIds: readonly number[], except: readonly number[], max: number) {
    const ids = [...new Set(productIds)].filter((id) => !except.includes(id));
    if (ids.length === 0) return { ids, html: '' };
    const summaries = (await catalogue.summaries(ids)).filter(({ stock }) => stock !== 'outofstock').slice(0, max);
    return {
      ids: summaries.map(({ id }) => id),
      html: summaries.length === 0 ? '' : await catalogue.renderCards(summaries),
    };
  }

  return {
    upsells: async (productId) => {
      const { upsellIds } = (await of([productId])).get(productId) ?? NOTHING_LINKED;
      const ids = await scope.applyFilters<readonly number[]>('store/upsell_ids', upsellIds, productId);
      return await renderLinked(ids.slice(0, PRODUCT_LIMITS.linked), [productId], PRODUCT_LIMITS.linked);
    },
    crossSells: async (productIds) => {
      const found = await of(productIds);
      const crossSellIds = [...new Set(productIds.flatMap((id) => found.get(id)?.crossSellIds ?? []))];
      const ids = await scope.applyFilters<readonly number[]>('store/cross_sell_ids', crossSellIds, productIds);
      return await renderLinked(ids.slice(0, productIds.length * PRODUCT_LIMITS.linked), productIds, IN_CART);
    },
  };
}
