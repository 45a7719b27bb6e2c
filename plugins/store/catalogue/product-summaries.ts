import type { PluginScope } from 'plinth';
import type { ProductSummary } from '../contract/index.js';
import type { ImageStore } from '../images/image-store.js';
import type { Currency } from '../prices/currency.js';
import { priceHtml, type ShownPrice } from '../prices/price-html.js';
import type { ProductRow, VariationRow } from './product-row.js';
import { shownPrice } from './shown-price.js';

export type PricePlace = 'single' | 'listing' | 'cart';

/** Makes what lists show of rows. */
export interface Summaries {
  from(rows: readonly ProductRow[], now: string): Promise<ProductSummary[]>;
  /** A price with what extensions add to it. */
  price(summary: ProductSummary, shown: ShownPrice, place: PricePlace): Promise<string>;
}

export interface SummariesDeps {
  readonly scope: Pick<PluginScope, 'db' | 'applyFilters' | 'homeUrl' | '__' | 'escHtml'>;
  readonly images: Pick<ImageStore, 'first' | 'show'>;
  readonly currency: Currency;
}

export function createSummaries({ scope, images, currency }: SummariesDeps): Summaries {
  const { db } = scope;
  const price = async (summary: ProductSummary, shown: ShownPrice, place: PricePlace): Promise<string> =>
    scope.applyFilters<string>('store/price_html', priceHtml(shown, { words: scope, currency }), summary, place);

  /** The first category and the brand of each product. */
  async function names(ids: readonly number[]): Promise<Map<number, { category: string; brand: string }>> {
    const rows = await db()('store_product_terms')
      .join('store_terms', 'store_terms.id', 'store_product_terms.term_id')
      .whereIn('store_product_terms.product_id', [...ids])
      .whereIn('store_terms.taxonomy', ['product_cat', 'product_brand'])
      .orderBy(['store_product_terms.product_id', 'store_product_terms.position'])
      .select<{ product_id: number; taxonomy: string; name: string }[]>('store_product_terms.product_id', 'store_terms.taxonomy', 'store_terms.name');
    const found = new Map<number, { category: string; brand: string }>();
    for (const { product_id, taxonomy, name } of rows) {
      const known = found.get(product_id) ?? { category: '', brand: '' };
      const key = taxonomy === 'product_cat' ? 'category' : 'brand';
      found.set(product_id, known[key] === '' ? { ...known, [key]: name } : known);
    }
    return found;
  }

  return {
    price,
    async from(rows, now) {
      if (rows.length === 0) return [];
      const ids = rows.map((row) => row.id);
      const pictures = await images.first(ids);
      const named = await names(ids);
      const variable = rows.filter((row) => row.type === 'variable').map((row) => row.id);
      const variations = variable.length === 0 ? [] : await db()<VariationRow>('store_variations').whereIn('product_id', variable);
      const summaries: ProductSummary[] = [];
      for (const row of rows) {
        const shown = shownPrice(row, row.type === 'variable' ? variations.filter((one) => one.product_id === row.id) : [], now);
        const picture = pictures.get(row.id);
        const summary: ProductSummary = {
          id: row.id, slug: row.slug, name: row.name, url: scope.homeUrl(`/product/${row.slug}/`), image: picture ? images.show(picture) : null, priceHtml: '',
          price: shown.price ?? 0, priceText: currency.plain(shown.price ?? 0), currency: currency.code(), onSale: shown.onSale, stock: row.stock,
          rating: row.rating / 100, ratingCount: row.rating_count, brand: named.get(row.id)?.brand ?? '', category: named.get(row.id)?.category ?? '', sku: row.sku ?? '',
        };
        summaries.push({ ...summary, priceHtml: await price(summary, shown, 'listing') });
      }
      return summaries;
    },
  };
}
