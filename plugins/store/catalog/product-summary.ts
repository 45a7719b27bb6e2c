import type { PluginScope } from 'plinth';
import type { ProductSummary } from '../contract/index.js';
import type { ImageStore } from '../images/image-store.js';
import type { ImageRow } from '../images/tables.js';
import type { Currency } from '../money/currency.js';
import type { DisplayedPrice } from '../prices/price-html.js';
import { sortForDisplay } from '../prices/displayed-price.js';
import { localDay } from '../time/local-time.js';
import { earliestExpectedDate, expectedDateExpiry } from '../products/supply-kind.js';
import type { ProductTypes } from '../products/product-types.js';
import { getReviewStatistics } from '../products/review-settings.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { bestStockStatus } from '../stock/stock.js';
import { fieldsOf } from '../products/stored-fields.js';

/** A product summary without price HTML, and with the price of the product rather than the shown one. */
export type UnpricedSummary = ProductSummary & { priceHtml: string; priceText: string; shownPrice?: number };

interface SummaryDeps {
  readonly scope: Pick<PluginScope, 'homeUrl' | 'cache'>;
  readonly images: Pick<ImageStore, 'show'>;
  readonly currency: Currency;
  readonly types: Pick<ProductTypes, 'baseKind'>;
}

/** Data of a product besides its row. */
interface SummaryInput {
  /** All variations of the product. */
  readonly variations: readonly VariationRow[];
  /** Variations to show, the first of which is preselected; empty for all of them. */
  readonly matchingVariations: readonly VariationRow[];
  readonly displayPrice: DisplayedPrice;
  readonly gallery: readonly ImageRow[];
  readonly termNames: { readonly category: string; readonly brand: string };
  /** Percent. */
  readonly taxRate: number;
  readonly reviewSettings: Parameters<typeof getReviewStatistics>[1];
  /** UTC. */
  readonly now: string;
  /** The site's time zone. */
  readonly zone: string;
}

/** Creates the function that builds a product summary without price HTML. */
export function createSummaryOf({
  scope,
  images,
  currency,
  types,
}: SummaryDeps): (row: ProductRow, input: SummaryInput) => UnpricedSummary {
  return (
    row,
    { variations, matchingVariations, displayPrice, gallery, termNames, taxRate, reviewSettings, now, zone },
  ) => {
    const [variation] = matchingVariations;
    const [first] = sortForDisplay(variations, now);
    const image = gallery.find((galleryImage) => galleryImage.id === (variation ?? first)?.image_id) ?? gallery[0];
    const { url, sku, variationId } = urlAndSkuOf(variation, row, scope.homeUrl);
    const stock = variation
      ? bestStockStatus(matchingVariations.map((matchingVariation) => matchingVariation.stock))
      : row.stock;
    const expectedDay = earliestExpectedDate(
      { stock, expected_on: row.expected_on },
      variation ? matchingVariations : variations,
      localDay(now, zone),
    );
    // Cached output that shows this day must expire after it.
    if (expectedDay !== '') scope.cache.expiresAt(expectedDateExpiry(expectedDay, zone));
    const price = displayPrice.price ?? 0;
    // Assigned property by property and completed in place, because V8 spreads and copies objects with this many
    // properties slowly.
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      url,
      image: image ? images.show(image) : null,
      priceHtml: '',
      price,
      shownPrice: undefined,
      priceText: currency.formatDecimal(price),
      currency: currency.code(),
      taxRate,
      onSale: variation ? displayPrice.reduced : displayPrice.onSale,
      stock,
      kind: types.baseKind(row.kind),
      rating: row.review_rating / 100,
      ratingCount: row.review_count,
      reviews: getReviewStatistics(row, reviewSettings),
      brand: termNames.brand,
      category: termNames.category,
      sku,
      fields: fieldsOf(row.fields),
      variationId,
      expectedOn: expectedDay === '' ? undefined : expectedDay,
      variations: variation || variations.length < 2 ? undefined : variations.length,
    };
  };
}

/** Returns the URL and SKU of a variation, or of the product. */
function urlAndSkuOf(
  variation: VariationRow | undefined,
  product: ProductRow,
  homeUrl: PluginScope['homeUrl'],
): Pick<ProductSummary, 'url' | 'sku' | 'variationId'> {
  return {
    url: homeUrl(variation ? variationPath(product.slug, variation.id) : `/product/${product.slug}/`),
    sku: variation?.sku ?? product.sku ?? '',
    variationId: variation?.id,
  };
}

/** URL parameter that selects the variation of a product. */
export const VARIATION_PARAM = 'variation';

/** Returns the path of a variation; the product's canonical URL does not change. */
export const variationPath = (slug: string, variationId: number): string =>
  `/product/${slug}/?${VARIATION_PARAM}=${variationId}`;
