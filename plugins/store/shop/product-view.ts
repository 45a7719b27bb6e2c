import type { PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { ProductRow } from '../products/tables.js';
import { offeredFirst, shownPrice } from '../prices/displayed-price.js';
import { shownRows } from '../change-feed/visible-rows.js';
import type { ImageRow } from '../images/tables.js';
import { dayText, expectedDay, firstExpected, toldUntil } from '../products/supply-kind.js';
import type { CatalogueTaxonomy, CatalogueTerm, ProductImage, ProductSummary, StockStatus } from '../contract/index.js';
import { type VariationView, variationViews } from './variation-views.js';

interface ProductViewDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
}

/** All data shown on a product page. */
export interface ProductView {
  readonly summary: ProductSummary;
  /** Of the initially selected variation, like the next five; of the product when it has none. */
  readonly sku: string;
  readonly gtin: string;
  readonly priceText: string;
  readonly priceHtml: string;
  readonly stock: StockStatus;
  /** UTC; empty when no sale is active or it has no end. */
  readonly saleUntil: string;
  readonly stockText: string;
  readonly forSale: boolean;
  /** Whether the initially selected variation is unavailable while others are available. */
  readonly opensSoldOut: boolean;
  readonly gallery: readonly (ProductImage & { readonly number: number })[];
  readonly variations: readonly VariationView[];
  readonly attributes: readonly { readonly label: string; readonly values: readonly string[] }[];
  readonly tags: readonly { readonly name: string; readonly url: string }[];
  readonly brandUrl: string;
  readonly categories: readonly CatalogueTerm[];
}

interface Visit {
  /** UTC. */
  readonly now: string;
  /** Stock level at or below which the remaining quantity is shown. */
  readonly lowStock: number;
  /** ID of the variation in the URL; 0 for none. */
  readonly variationId: number;
}

/** Collects the data of a product page. */
export async function productView(
  { scope, parts }: ProductViewDeps,
  row: ProductRow,
  { now, lowStock, variationId }: Visit,
): Promise<ProductView> {
  const { db } = scope;
  const versions =
    row.type === 'variable'
      ? await shownRows(scope, 'variations', [row.id], () =>
          db()('store_variations').whereIn('product_id', [row.id]).orderBy(['product_id', 'position', 'id']),
        )
      : [];
  const offered = offeredFirst(versions, now);
  const named = offered.find((one) => one.id === variationId) ?? offered[0];
  const images = inFront((await parts.images.listByProducts([row.id])).get(row.id) ?? [], named?.image_id);
  const [summary] = await parts.summaries.unpriced([row], now);
  if (!summary) throw new Error('The product has no summary.');
  const displayedPrice = shownPrice(row, versions, now);
  const all = await parts.terms.all();
  const ids = (
    await shownRows(scope, 'links', [row.id], () =>
      db()('store_product_terms')
        .whereIn('product_id', [row.id])
        .orderBy(['product_id', 'position', 'term_id'])
        .select('product_id', 'term_id'),
    )
  ).map((one) => one.term_id);
  const own = ids.flatMap((id) => all.find((term) => term.id === id) ?? []);
  const taxonomies = await parts.taxonomies.taxonomies();

  const stockText = (
    one: Pick<ProductRow, 'stock' | 'stock_quantity' | 'expected_on'>,
    day = expectedDay(one, now),
  ): string => stockWords(scope, one, day, lowStock);
  const variations = await variationViews(
    { scope, parts },
    { row, variations: versions, summary, initialVariation: named, images, terms: all, now, stockText },
  );
  const opened = variations.find(({ checked }) => checked);
  summary.priceHtml = opened?.priceHtml ?? (await parts.summaries.price(summary, displayedPrice, 'single'));
  return {
    summary,
    ...openedView(row, summary, opened),
    priceHtml: summary.priceHtml,
    saleUntil: displayedPrice.onSale && row.type === 'simple' ? (displayedPrice.saleTo ?? '') : '',
    stockText:
      opened?.stockText ?? (displayedPrice.price === null ? '' : stockText(row, firstExpected(row, versions, now))),
    forSale: displayedPrice.price !== null && row.stock !== 'outofstock',
    opensSoldOut: row.stock !== 'outofstock' && opened?.soldOut === true,
    gallery: images.map((image, index) => ({ ...parts.images.show(image), number: index + 1 })),
    variations,
    ...termsView(own, taxonomies, scope.homeUrl),
  };
}

/** Data of the initially selected variation, or of the product. */
function openedView(
  row: ProductRow,
  summary: ProductSummary,
  opened: VariationView | undefined,
): Pick<ProductView, 'sku' | 'gtin' | 'priceText' | 'stock'> {
  if (opened) return { sku: opened.sku, gtin: opened.gtin, priceText: opened.priceText, stock: opened.stock };
  return { sku: row.sku ?? '', gtin: row.gtin, priceText: summary.priceText, stock: summary.stock };
}

function termsView(
  own: readonly CatalogueTerm[],
  taxonomies: readonly CatalogueTaxonomy[],
  homeUrl: PluginScope['homeUrl'],
): Pick<ProductView, 'attributes' | 'tags' | 'brandUrl' | 'categories'> {
  const brand = own.find((term) => term.taxonomy === 'product_brand');
  return {
    attributes: taxonomies
      .filter((taxonomy) => taxonomy.kind === 'attribute')
      .flatMap((taxonomy) => {
        const values = own.filter((term) => term.taxonomy === taxonomy.name).map((term) => term.name);
        return values.length > 0 ? [{ label: taxonomy.label, values }] : [];
      }),
    tags: own
      .filter((term) => term.taxonomy === 'product_tag')
      .map((term) => ({ name: term.name, url: homeUrl(`/product-tag/${term.slug}/`) })),
    brandUrl: brand ? homeUrl(`/brand/${brand.slug}/`) : '',
    categories: own.filter((term) => term.taxonomy === 'product_cat'),
  };
}

/**
 * @param day expected restock date, `YYYY-MM-DD`; empty for none
 * @param lowStock stock level at or below which the remaining quantity is shown
 */
function stockWords(
  scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'cache'>,
  one: Pick<ProductRow, 'stock' | 'stock_quantity'>,
  day: string,
  lowStock: number,
): string {
  const { __, _n } = scope;
  if (day !== '') scope.cache.expiresAt(toldUntil(day));
  if (one.stock === 'outofstock')
    return day === '' ? __('Out of stock') : __('Out of stock, expected from %s', dayText(day, scope.locale()));
  if (one.stock === 'onbackorder')
    return day === ''
      ? __('Available on backorder')
      : __('Available on backorder, expected from %s', dayText(day, scope.locale()));
  return one.stock_quantity !== null && one.stock_quantity > 0 && one.stock_quantity <= lowStock
    ? _n('Only %d left', 'Only %d left', one.stock_quantity)
    : __('In stock');
}

/** Moves one image to the front: without a script, only the first one is visible. */
function inFront(images: readonly ImageRow[], first: number | undefined): readonly ImageRow[] {
  return [...images.filter(({ id }) => id === first), ...images.filter(({ id }) => id !== first)];
}
