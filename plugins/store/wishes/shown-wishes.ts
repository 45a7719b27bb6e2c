import { type PluginScope, utcText } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { ProductSummary, Wish } from '../contract/index.js';
import { conditionOf } from '../products/condition.js';
import { dayText } from '../products/supply.js';
import type { ProductRow } from '../products/tables.js';
import { variationNames } from '../taxonomies/term-store.js';
import { wishKey } from './wish.js';

/** A wish as its page shows it: a card of the shop's lists, for the version that was chosen. */
interface ShownWish {
  readonly key: string;
  readonly wish: Wish;
  /** Name and version. */
  readonly name: string;
  readonly product: ProductSummary;
  /** HTML that extensions add to cards. */
  readonly more: string;
  readonly secondHand: boolean;
  readonly soldOut: boolean;
  /** What is said of the stock. */
  readonly stockText: string;
  /** Whether its button puts it into the cart; a version may have to be chosen first. */
  readonly isReady: boolean;
  /** Whether people can be told when it is back. */
  readonly isAwaited: boolean;
}

interface ShownWishesDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'applyFilters' | 'locale'>;
  readonly parts: Pick<CatalogueParts, 'summaries' | 'terms' | 'types'>;
  readonly now?: () => string;
}

/** Makes cards of wishes. What is no longer sold is told apart. */
export function createShownWishes({ scope, parts, now = utcText }: ShownWishesDeps) {
  const { db, __ } = scope;

  /** Summaries hold a product once, so versions of one product are asked for one after the other. */
  async function summariesOf(
    wishes: readonly Wish[],
    rows: ReadonlyMap<number, ProductRow>,
  ): Promise<ReadonlyMap<string, ProductSummary>> {
    const found = new Map<string, ProductSummary>();
    for (let left = wishes.filter(({ productId }) => rows.has(productId)); left.length > 0;) {
      const turn = left.filter(
        (wish, index) => left.findIndex(({ productId }) => productId === wish.productId) === index,
      );
      const versions = new Map(
        turn
          .filter(({ variationId }) => variationId > 0)
          .map(({ productId, variationId }) => [productId, [variationId]]),
      );
      const made = await parts.summaries.from(
        turn.flatMap(({ productId }) => rows.get(productId) ?? []),
        now(),
        versions,
      );
      for (const summary of made)
        found.set(
          wishKey(turn.find(({ productId }) => productId === summary.id) ?? { productId: 0, variationId: 0 }),
          summary,
        );
      left = left.filter((wish) => !turn.includes(wish));
    }
    return found;
  }

  function stockText({ stock, expectedOn }: ProductSummary): string {
    const day = expectedOn ? dayText(expectedOn, scope.locale()) : '';
    if (stock === 'outofstock') return day === '' ? __('Out of stock') : __('Out of stock, expected from %s', day);
    if (stock === 'onbackorder')
      return day === '' ? __('Available on backorder') : __('Available on backorder, expected from %s', day);
    return __('In stock');
  }

  return async (
    wishes: readonly Wish[],
  ): Promise<{ readonly shown: readonly ShownWish[]; readonly gone: readonly Wish[] }> => {
    const rows = new Map(
      (wishes.length === 0
        ? []
        : await db()('store_products')
            .whereIn('id', [...new Set(wishes.map(({ productId }) => productId))])
            .where({ status: 'publish' })
            .whereNotNull('price')
      ).map((row) => [row.id, row]),
    );
    const summaries = await summariesOf(wishes, rows);
    const chosen = wishes.map(({ variationId }) => variationId).filter((id) => id > 0);
    const names = variationNames(chosen.length === 0 ? [] : await parts.terms.variationTerms(chosen));
    const shown: ShownWish[] = [];
    for (const wish of wishes) {
      const [row, product] = [rows.get(wish.productId), summaries.get(wishKey(wish))];
      // A version that is gone takes its wish with it.
      if (!row || !product || (wish.variationId > 0 && product.variationId !== wish.variationId)) continue;
      const version = names.get(wish.variationId) ?? '';
      const isSold = parts.types.isSellable(row.kind);
      const soldOut = product.stock === 'outofstock';
      shown.push({
        key: wishKey(wish),
        wish,
        product,
        name: version === '' ? product.name : `${product.name} – ${version}`,
        more: await scope.applyFilters<string>('store/card_html', '', product),
        secondHand: conditionOf(product.fields) === 'used',
        soldOut,
        stockText: stockText(product),
        isReady: isSold && !soldOut && (row.type === 'simple' || wish.variationId > 0),
        isAwaited: isSold && soldOut,
      });
    }
    return { shown, gone: wishes.filter((wish) => !shown.some((one) => one.wish === wish)) };
  };
}

export type ShownWishes = ReturnType<typeof createShownWishes>;
