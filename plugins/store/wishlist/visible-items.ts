import { type PluginScope, toUtcString } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { ProductSummary, WishlistItem } from '../contract/index.js';
import { getCondition } from '../products/condition.js';
import { formatDay, MAX_DELIVERY_DAYS } from '../products/supply-kind.js';
import type { ProductRow } from '../products/tables.js';
import { variationNames } from '../taxonomies/term-store.js';
import { wishlistKey } from './wishlist-item.js';

/** A wishlist item with the data of its product card. */
interface WishlistEntry {
  readonly key: string;
  readonly item: WishlistItem;
  /** Name of the product, with that of the variation. */
  readonly name: string;
  readonly product: ProductSummary;
  /** HTML that extensions add to cards. */
  readonly more: string;
  readonly secondHand: boolean;
  readonly soldOut: boolean;
  /** Stock status text. */
  readonly stockText: string;
  /** Whether it can be added to the cart. If not, it is not available, or a variation must be selected first. */
  readonly isReady: boolean;
  /** Whether a back-in-stock subscription is possible. */
  readonly canSubscribe: boolean;
}

interface WishlistEntriesDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'applyFilters' | 'locale'>;
  readonly parts: Pick<CatalogParts, 'summaries' | 'terms' | 'types'>;
  readonly now?: () => string;
}

/** Creates the function that returns the cards of wishlist items, and separately the items that are not available. */
export function createWishlistEntries({ scope, parts, now = toUtcString }: WishlistEntriesDeps) {
  const { db, __ } = scope;

  /**
   * Reads summaries in batches. A batch contains each product once, so variations of a product need several batches.
   */
  async function readSummaries(
    items: readonly WishlistItem[],
    rows: ReadonlyMap<number, ProductRow>,
  ): Promise<ReadonlyMap<string, ProductSummary>> {
    const found = new Map<string, ProductSummary>();
    for (let remaining = items.filter(({ productId }) => rows.has(productId)); remaining.length > 0;) {
      const batch = remaining.filter(
        (item, index) => remaining.findIndex(({ productId }) => productId === item.productId) === index,
      );
      const variations = new Map(
        batch
          .filter(({ variationId }) => variationId > 0)
          .map(({ productId, variationId }) => [productId, [variationId]]),
      );
      const batchSummaries = await parts.summaries.from(
        batch.flatMap(({ productId }) => rows.get(productId) ?? []),
        now(),
        variations,
      );
      for (const summary of batchSummaries)
        found.set(
          wishlistKey(batch.find(({ productId }) => productId === summary.id) ?? { productId: 0, variationId: 0 }),
          summary,
        );
      remaining = remaining.filter((item) => !batch.includes(item));
    }
    return found;
  }

  function formatStock({ stock, expectedOn }: ProductSummary): string {
    const day = expectedOn ? formatDay(expectedOn, scope.locale()) : '';
    if (stock === 'outofstock') return day === '' ? __('Out of stock') : __('Out of stock, expected from %s', day);
    if (stock === 'onbackorder')
      return day === ''
        ? __('Available on backorder, delivered within %d days', MAX_DELIVERY_DAYS)
        : __('Available on backorder, expected from %s', day);
    return __('In stock');
  }

  return async (
    items: readonly WishlistItem[],
  ): Promise<{ readonly entries: readonly WishlistEntry[]; readonly unavailable: readonly WishlistItem[] }> => {
    const rows = new Map(
      (items.length === 0
        ? []
        : await db()('store_products')
            .whereIn('id', [...new Set(items.map(({ productId }) => productId))])
            .where({ status: 'publish' })
            .whereNotNull('price')
      ).map((row) => [row.id, row]),
    );
    const summaries = await readSummaries(items, rows);
    const variationIds = items.map(({ variationId }) => variationId).filter((id) => id > 0);
    const names = variationNames(variationIds.length === 0 ? [] : await parts.terms.variationTerms(variationIds));
    const entries: WishlistEntry[] = [];
    for (const item of items) {
      const [row, product] = [rows.get(item.productId), summaries.get(wishlistKey(item))];
      // Items whose variation was deleted are not available.
      if (!row || !product || (item.variationId > 0 && product.variationId !== item.variationId)) continue;
      const variation = names.get(item.variationId) ?? '';
      const isSold = parts.types.isSellable(row.kind);
      const soldOut = product.stock === 'outofstock';
      entries.push({
        key: wishlistKey(item),
        item,
        product,
        name: variation === '' ? product.name : `${product.name} – ${variation}`,
        more: await scope.applyFilters<string>('store/card_html', '', product),
        secondHand: getCondition(product.fields) === 'used',
        soldOut,
        stockText: formatStock(product),
        isReady: isSold && !soldOut && (row.type === 'simple' || item.variationId > 0),
        canSubscribe: isSold && soldOut,
      });
    }
    return { entries, unavailable: items.filter((item) => !entries.some((entry) => entry.item === item)) };
  };
}

export type WishlistEntries = ReturnType<typeof createWishlistEntries>;
