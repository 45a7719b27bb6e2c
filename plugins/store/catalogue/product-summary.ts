import type { PluginScope } from 'plinth';
import type { ProductSummary } from '../contract/index.js';
import type { ImageStore } from '../images/image-store.js';
import type { ImageRow } from '../images/tables.js';
import type { Currency } from '../money/currency.js';
import type { ShownPrice } from '../prices/price-html.js';
import { offeredFirst } from '../prices/displayed-price.js';
import { firstExpected, toldUntil } from '../products/supply-kind.js';
import type { ProductTypes } from '../products/product-types.js';
import { readableReviews } from '../products/review-settings.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { bestStatus } from '../stock/stock.js';
import { fieldsOf } from './stored-product.js';

/** What a list shows of a product, but for the price. */
export type UnpricedSummary = ProductSummary & { priceHtml: string };

interface SummaryDeps {
  readonly scope: Pick<PluginScope, 'homeUrl' | 'freshUntil'>;
  readonly images: Pick<ImageStore, 'show'>;
  readonly currency: Currency;
  readonly types: Pick<ProductTypes, 'sentAs'>;
}

/** What is known of a product besides its row. */
interface SummaryGround {
  /** All of its versions. */
  readonly own: readonly VariationRow[];
  /** The versions that it is shown for, the first one opens; none: for all of them. */
  readonly fitting: readonly VariationRow[];
  readonly shown: ShownPrice;
  readonly gallery: readonly ImageRow[];
  readonly names: { readonly category: string; readonly brand: string };
  /** Percent. */
  readonly taxRate: number;
  readonly shownReviews: Parameters<typeof readableReviews>[1];
  readonly now: string;
}

/** Makes what a list shows of a product, without its price as HTML. */
export function createSummaryOf({
  scope,
  images,
  currency,
  types,
}: SummaryDeps): (row: ProductRow, ground: SummaryGround) => UnpricedSummary {
  return (row, { own, fitting, shown, gallery, names, taxRate, shownReviews, now }) => {
    const [variation] = fitting;
    const [first] = offeredFirst(own, now);
    const image = gallery.find((one) => one.id === (variation ?? first)?.image_id) ?? gallery[0];
    const { url, sku, variationId } = placeOf(variation, row, scope.homeUrl);
    const stock = variation ? bestStatus(fitting.map((one) => one.stock)) : row.stock;
    const day = firstExpected({ stock, expected_on: row.expected_on }, variation ? fitting : own, now);
    // What shows it is made anew when the day has come.
    if (day !== '') scope.freshUntil(toldUntil(day));
    const price = shown.price ?? 0;
    // Name by name, and completed in its place: V8 spreads and copies an object of that many names slowly.
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      url,
      image: image ? images.show(image) : null,
      priceHtml: '',
      price,
      priceText: currency.plain(price),
      currency: currency.code(),
      taxRate,
      onSale: variation ? shown.reduced : shown.onSale,
      stock,
      kind: types.sentAs(row.kind),
      rating: row.shown_rating / 100,
      ratingCount: row.review_count,
      reviews: readableReviews(row, shownReviews),
      brand: names.brand,
      category: names.category,
      sku,
      fields: fieldsOf(row.fields),
      variationId,
      expectedOn: day === '' ? undefined : day,
      variations: variation || own.length < 2 ? undefined : own.length,
    };
  };
}

/** The address and the number of a version, or of the product. */
function placeOf(
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

/** The variable of a product's address that says which version is chosen. */
export const VERSION = 'variation';

/** The address of a product's version; its address of record stays the product's. */
export const variationPath = (slug: string, variationId: number): string =>
  `/product/${slug}/?${VERSION}=${variationId}`;
