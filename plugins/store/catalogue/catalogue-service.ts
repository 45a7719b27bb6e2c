import { andThen, mapInOrder, type PluginScope, utcText } from 'plinth';
import type { Catalogue, ProductField, ProductRecord, ProductSummary } from '../contract/index.js';
import type { Currency } from '../money/currency.js';
import type { PriceRules } from '../prices/price-rules.js';
import { priceWords } from '../prices/price-words.js';
import type { TaxonomyWriter } from '../taxonomies/taxonomy-writer.js';
import type { TermStore } from '../taxonomies/term-store.js';
import type { ChangeLog } from '../changes/change-log.js';
import { recordsFrom } from './product-records.js';
import { isListed, LISTED, type ProductRow } from '../products/product-row.js';
import type { Summaries } from './product-summaries.js';
import { shownRows } from '../changes/shown-rows.js';

/** Ids in one query; engines bound how many values a statement binds. */
const BATCH = 1000;

interface CatalogueDeps {
  readonly scope: Pick<PluginScope, 'db' | 'remember' | 'applyFilters' | 'render' | 'useAsset' | '__'>;
  readonly taxonomies: Pick<TaxonomyWriter, 'taxonomies'>;
  readonly terms: Pick<TermStore, 'all'>;
  readonly changes: ChangeLog;
  readonly summaries: Summaries;
  readonly currency: Currency;
  readonly rules: PriceRules;
  readonly now?: () => string;
}

/** The catalogue that other plugins see. A product without a price is not listed. */
export function createCatalogue({ scope, taxonomies, terms, changes, summaries, currency, rules, now = utcText }: CatalogueDeps): Catalogue {
  const listed = () => scope.db()<ProductRow>('store_products').where(LISTED).whereNotNull('price');

  /** Rows of ids that are listed, in the order of the ids. */
  async function rowsOf(ids: readonly number[]): Promise<ProductRow[]> {
    const rows = new Map<number, ProductRow>();
    for (let at = 0; at < ids.length; at += BATCH) {
      const part = ids.slice(at, at + BATCH);
      const found = await shownRows(scope, 'products', part, () => scope.db()<ProductRow>('store_products').whereIn('id', part));
      for (const row of found.filter(isListed)) rows.set(row.id, row);
    }
    return [...new Set(ids)].flatMap((id) => rows.get(id) ?? []);
  }

  async function inBatches<T>(rows: readonly ProductRow[], make: (part: readonly ProductRow[]) => Promise<readonly T[]>): Promise<T[]> {
    const made: T[] = [];
    for (let at = 0; at < rows.length; at += BATCH) made.push(...(await make(rows.slice(at, at + BATCH))));
    return made;
  }

  const toRecords = (rows: readonly ProductRow[]): Promise<ProductRecord[]> => inBatches(rows, (part) => recordsFrom(scope, part, now()));

  return {
    taxonomies: taxonomies.taxonomies,
    terms: terms.all,
    fields: async () => scope.applyFilters<readonly ProductField[]>('store/product_fields', []),
    async count() {
      const row = (await listed().count({ total: '*' }).first()) as { total: number | string } | undefined;
      return Number(row?.total ?? 0);
    },
    records: async (after, limit) => toRecords(await listed().where('id', '>', after).orderBy('id').limit(limit)),
    recordsOf: async (ids) => toRecords(await rowsOf(ids)),
    async summaries(ids, versions) {
      await currency.load();
      return inBatches<ProductSummary>(await rowsOf(ids), (part) => summaries.from(part, now(), versions));
    },
    async renderCards(products) {
      scope.useAsset('store-shop');
      return scope.render('shop/cards', { products: await mapInOrder(products, (product) => andThen(scope.applyFilters<string>('store/card_html', '', product), (more) => cardOf(product, more))) });
    },
    changes: changes.after,
    lastChange: changes.last,
    formatPrice: currency.format,
    priceWords: (minor, taxRate) => andThen(rules.display('listing'), (display) => priceWords(display, { words: scope, currency }).price(minor, taxRate)),
    currency: currency.code,
    currencyDigits: currency.digits,
  };
}

/** A summary with what its card says about it. @param more HTML of extensions */
function cardOf(product: ProductSummary, more: string): object {
  const stars = Math.round(product.rating);
  return { ...product, more, soldOut: product.stock === 'outofstock', stars: product.ratingCount > 0 ? '★'.repeat(stars) + '☆'.repeat(5 - stars) : '' };
}
