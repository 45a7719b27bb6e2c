import { mapSeries, type PluginScope } from 'plinth';
import type { PriceLocation, ProductSummary } from '../contract/index.js';
import type { ImageStore } from '../images/image-store.js';
import type { Currency } from '../money/currency.js';
import { includedTax } from '../money/tax.js';
import { concealReductionsOf } from '../prices/announced-reductions.js';
import { createPriceDue } from '../prices/price-due.js';
import { hiddenPrice, priceHtml, type DisplayedPrice } from '../prices/price-html.js';
import { type PriceRules, type PriceDisplayState, unlessGuardFailed } from '../prices/price-rules.js';
import type { TermStore } from '../taxonomies/term-store.js';
import { siteZone } from '../time/local-time.js';
import { createProductTypes, type ProductTypes } from '../products/product-types.js';
import type { ProductRow } from '../products/tables.js';
import { sortForDisplay, getDisplayedPrice } from '../prices/displayed-price.js';
import { readShownRows } from '../change-log/visible-rows.js';
import type { ReviewOptions } from '../products/review-settings.js';
import { createSummaryOf, type UnpricedSummary } from './product-summary.js';

type Variations = ReadonlyMap<number, readonly number[]>;

/** Creates product summaries for lists from rows. */
export interface Summaries {
  /**
   * @param variations variations to show, by product id; all variations when none are listed or none of the listed ones
   * exists
   */
  from(rows: readonly ProductRow[], now: string, variations?: Variations): Promise<ProductSummary[]>;
  /** Same as {@link from}, but without the price HTML, for callers that show other prices than lists do. */
  unpriced(rows: readonly ProductRow[], now: string): Promise<UnpricedSummary[]>;
  /**
   * Returns the price HTML with additions by extensions.
   * @param after HTML between the price and the additions
   */
  price(summary: ProductSummary, displayPrice: DisplayedPrice, context: PriceLocation, after?: string): Promise<string>;
}

interface SummariesDeps {
  readonly scope: Pick<
    PluginScope,
    'db' | 'cache' | 'applyFilters' | 'doAction' | 'homeUrl' | '__' | 'escHtml' | 'getOption'
  >;
  readonly images: Pick<ImageStore, 'listByProducts' | 'show'>;
  readonly terms: Pick<TermStore, 'byId'>;
  readonly currency: Currency;
  readonly rules: PriceRules;
  readonly reviews: Pick<ReviewOptions, 'read'>;
  readonly types?: Pick<ProductTypes, 'baseKind'>;
  /** Called with the time at which the next scheduled price begins or ends. */
  onNextPriceChange?(timestamp: number): void;
}

const NO_TERM_NAMES = { category: '', brand: '' };
/** Taxonomies whose term appears in product lists. */
const TERM_FIELDS: Readonly<Record<string, 'category' | 'brand' | undefined>> = {
  product_cat: 'category',
  product_brand: 'brand',
};

export function createSummaries({
  scope,
  images,
  terms,
  currency,
  rules,
  reviews,
  types = createProductTypes(),
  onNextPriceChange,
}: SummariesDeps): Summaries {
  const { db } = scope;
  const summaryOf = createSummaryOf({ scope, images, currency, types });
  const reportNextPriceChange = createPriceDue(scope, onNextPriceChange);

  async function renderPrice(
    summary: ProductSummary,
    displayPrice: DisplayedPrice,
    context: PriceLocation,
    display: PriceDisplayState,
    after = '',
  ): Promise<string> {
    if (display.hidden) return hiddenPrice(scope);
    const html = priceHtml(displayPrice, { display, taxRate: summary.taxRate, i18n: scope, currency });
    return unlessGuardFailed(
      () => scope.applyFilters<string>('store/price_html', html + after, summary, context),
      hiddenPrice(scope),
    );
  }

  /** Returns the first category and the brand of each product. */
  async function termNamesOf(ids: readonly number[]): Promise<Map<number, { category: string; brand: string }>> {
    const links = await readShownRows(scope, 'links', ids, () =>
      db()('store_product_terms')
        .whereIn('product_id', [...ids])
        .orderBy(['product_id', 'position', 'term_id'])
        .select('product_id', 'term_id'),
    );
    const termsById = await terms.byId();
    const found = new Map(ids.map((id) => [id, { category: '', brand: '' }]));
    for (const { product_id, term_id } of links) {
      const [product, term] = [found.get(product_id), termsById.get(term_id)];
      const key = term && TERM_FIELDS[term.taxonomy];
      if (product && term && key && product[key] === '') product[key] = term.name;
    }
    return found;
  }

  return {
    price: async (summary, displayPrice, context, after) => {
      const display = await rules.display(context);
      return renderPrice(summary, displayPrice, context, display, after);
    },
    from: async (rows, now, variations = new Map()) => (rows.length === 0 ? [] : summariesOf(rows, now, variations)),
    unpriced: async (rows, now) =>
      rows.length === 0 ? [] : (await unpricedOf(rows, now, new Map())).map(({ summary }) => summary),
  };

  async function summariesOf(
    rows: readonly ProductRow[],
    now: string,
    variations: Variations,
  ): Promise<ProductSummary[]> {
    const unpriced = await unpricedOf(rows, now, variations);
    await scope.doAction(
      'store/before_product_list',
      unpriced.map(({ summary }) => summary),
    );
    const display = await rules.display('listing');
    return await mapSeries(unpriced, async ({ summary, displayPrice }) => {
      const html = await renderPrice(summary, displayPrice, 'listing', display);
      summary.priceHtml = html;
      if (display.tax === 'without') summary.shownPrice = summary.price - includedTax(summary.price, summary.taxRate);
      else summary.shownPrice = summary.price;
      summary.priceText = currency.formatDecimal(summary.shownPrice);
      return summary;
    });
  }

  async function unpricedOf(
    rows: readonly ProductRow[],
    now: string,
    listedVariations: Variations,
  ): Promise<{ summary: UnpricedSummary; displayPrice: DisplayedPrice }[]> {
    await reportNextPriceChange();
    const ids = rows.map((row) => row.id);
    const imageList = await images.listByProducts(ids);
    const named = await termNamesOf(ids);
    const variableIds = rows.filter((row) => row.type === 'variable').map((row) => row.id);
    const variations =
      variableIds.length === 0
        ? []
        : await readShownRows(scope, 'variations', variableIds, () =>
            db()('store_variations').whereIn('product_id', variableIds).orderBy(['product_id', 'position', 'id']),
          );
    const concealed = await concealReductionsOf(scope, rows, variations, now);
    const shownReviews = await reviews.read();
    const charges = await rules.isTaxEnabled();
    const zone = await siteZone(scope.getOption);
    return rows.map((row) => {
      const ownVariations =
        row.type === 'variable' ? variations.filter((variation) => variation.product_id === row.id) : [];
      const matchingVariations = sortForDisplay(
        ownVariations.filter((variation) => listedVariations.get(row.id)?.includes(variation.id)),
        now,
      );
      const displayPrice = getDisplayedPrice(
        row,
        matchingVariations.length > 0 ? matchingVariations : ownVariations,
        now,
        concealed,
      );
      const summary = summaryOf(row, {
        variations: ownVariations,
        matchingVariations,
        displayPrice,
        gallery: imageList.get(row.id) ?? [],
        termNames: named.get(row.id) ?? NO_TERM_NAMES,
        taxRate: charges ? row.tax_rate / 100 : 0,
        reviewSettings: shownReviews,
        now,
        zone,
      });
      return { summary, displayPrice };
    });
  }
}
