import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { concealReductionsOf } from '../prices/announced-reductions.js';
import { sortForDisplay, getDisplayedPrice } from '../prices/displayed-price.js';
import { readShownRows } from '../change-log/visible-rows.js';
import type { ImageRow } from '../images/tables.js';
import { localDay, siteZone } from '../time/local-time.js';
import {
  formatDay,
  expectedDate,
  earliestExpectedDate,
  expectedDateExpiry,
  MAX_DELIVERY_DAYS,
} from '../products/supply-kind.js';
import type { CatalogTaxonomy, CatalogTerm, ProductImage, ProductSummary, StockStatus } from '../contract/index.js';
import { type VariationView, variationViews } from './variation-views.js';

interface ProductViewDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
}

/** Data of a product page. */
export interface ProductView {
  readonly summary: ProductSummary;
  /** SKU and the next five values are those of the initially selected variation, or of the product for none. */
  readonly sku: string;
  readonly gtin: string;
  readonly priceText: string;
  readonly priceHtml: string;
  readonly stock: StockStatus;
  /** End of the current sale, UTC; empty for none. */
  readonly saleUntil: string;
  /** Last day of the current sale in the site's time zone, `YYYY-MM-DD`; empty for none. */
  readonly saleLastDay: string;
  readonly stockText: string;
  readonly forSale: boolean;
  /** Whether the initially selected variation is out of stock, but other variations are available. */
  readonly opensSoldOut: boolean;
  readonly gallery: readonly (ProductImage & { readonly number: number })[];
  readonly variations: readonly VariationView[];
  readonly attributes: readonly { readonly label: string; readonly values: readonly string[] }[];
  readonly tags: readonly { readonly name: string; readonly url: string }[];
  readonly brandUrl: string;
  readonly categories: readonly CatalogTerm[];
}

interface ViewOptions {
  /** Current time, UTC. */
  readonly now: string;
  /** Stock quantity at or below which the remaining quantity is shown. */
  readonly lowStock: number;
  /** ID of the variation in the URL; 0 for none. */
  readonly variationId: number;
}

/** Collects the data of a product page. */
export async function productView(
  { scope, parts }: ProductViewDeps,
  row: ProductRow,
  { now, lowStock, variationId }: ViewOptions,
): Promise<ProductView> {
  const zone = await siteZone(scope.getOption);
  const today = localDay(now, zone);
  const variationRows = row.type === 'variable' ? await readVariations(scope, row.id) : [];
  const sellableVariations = sortForDisplay(variationRows, now);
  const selectedVariation =
    sellableVariations.find((sellableVariation) => sellableVariation.id === variationId) ?? sellableVariations[0];
  const images = moveToFront(
    (await parts.images.listByProducts([row.id])).get(row.id) ?? [],
    selectedVariation?.image_id,
  );
  const [summary] = await parts.summaries.unpriced([row], now);
  if (!summary) throw new Error('The product has no summary.');
  const concealed = await concealReductionsOf(scope, [row], variationRows, now);
  const displayedPrice = getDisplayedPrice(row, variationRows, now, concealed);
  const all = await parts.terms.all();
  const ids = await termIdsOf(scope, row.id);
  const productTerms = ids.flatMap((id) => all.find((term) => term.id === id) ?? []);
  const taxonomies = await parts.taxonomies.taxonomies();

  const stockText = (
    stocked: Pick<ProductRow, 'stock' | 'stock_quantity' | 'expected_on'>,
    day = expectedDate(stocked, today),
  ): string => formatStock(scope, stocked, { day, zone }, lowStock);
  const variations = await variationViews(
    { scope, parts },
    {
      row,
      variations: variationRows,
      summary,
      initialVariation: selectedVariation,
      images,
      terms: all,
      now,
      concealed,
      today,
      stockText,
    },
  );
  const checkedVariation = variations.find(({ checked }) => checked);
  summary.priceHtml = checkedVariation?.priceHtml ?? (await parts.summaries.price(summary, displayedPrice, 'single'));
  return {
    summary,
    ...selectedVariationView(row, summary, checkedVariation),
    priceHtml: summary.priceHtml,
    ...saleEnd(row, displayedPrice, zone),
    stockText:
      checkedVariation?.stockText ??
      (displayedPrice.price === null ? '' : stockText(row, earliestExpectedDate(row, variationRows, today))),
    forSale: displayedPrice.price !== null && row.stock !== 'outofstock',
    opensSoldOut: row.stock !== 'outofstock' && checkedVariation?.soldOut === true,
    gallery: images.map((image, index) => ({ ...parts.images.show(image), number: index + 1 })),
    variations,
    ...termsView(productTerms, taxonomies, scope.homeUrl),
  };
}

/** Returns the variations of a product in their order. */
async function readVariations(
  scope: Pick<PluginScope, 'db' | 'cache'>,
  productId: number,
): Promise<readonly VariationRow[]> {
  return readShownRows(scope, 'variations', [productId], () =>
    scope.db()('store_variations').whereIn('product_id', [productId]).orderBy(['product_id', 'position', 'id']),
  );
}

/** Returns the IDs of a product's terms in their order. */
async function termIdsOf(scope: Pick<PluginScope, 'db' | 'cache'>, productId: number): Promise<readonly number[]> {
  const rows = await readShownRows(scope, 'links', [productId], () =>
    scope
      .db()('store_product_terms')
      .whereIn('product_id', [productId])
      .orderBy(['product_id', 'position', 'term_id'])
      .select('product_id', 'term_id'),
  );
  return rows.map((row) => row.term_id);
}

/** Returns the end of the current sale of a simple product. */
function saleEnd(
  { type }: Pick<ProductRow, 'type'>,
  { onSale, saleTo }: Pick<ReturnType<typeof getDisplayedPrice>, 'onSale' | 'saleTo'>,
  zone: string,
): Pick<ProductView, 'saleUntil' | 'saleLastDay'> {
  const saleUntil = onSale && type === 'simple' ? (saleTo ?? '') : '';
  return { saleUntil, saleLastDay: saleUntil === '' ? '' : localDay(saleUntil, zone) };
}

/** Returns the data of the initially selected variation, or of the product. */
function selectedVariationView(
  row: ProductRow,
  summary: ProductSummary,
  opened: VariationView | undefined,
): Pick<ProductView, 'sku' | 'gtin' | 'priceText' | 'stock'> {
  if (opened) return { sku: opened.sku, gtin: opened.gtin, priceText: opened.priceText, stock: opened.stock };
  return { sku: row.sku ?? '', gtin: row.gtin, priceText: summary.priceText, stock: summary.stock };
}

function termsView(
  own: readonly CatalogTerm[],
  taxonomies: readonly CatalogTaxonomy[],
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
 * Returns the text about the stock status.
 * @param expected expected restock date, `YYYY-MM-DD`, empty for none; and the site's time zone
 * @param lowStock stock quantity at or below which the remaining quantity is shown
 */
function formatStock(
  scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'cache'>,
  stocked: Pick<ProductRow, 'stock' | 'stock_quantity'>,
  { day, zone }: { readonly day: string; readonly zone: string },
  lowStock: number,
): string {
  const { __, _n } = scope;
  if (day !== '') scope.cache.expiresAt(expectedDateExpiry(day, zone));
  if (stocked.stock === 'outofstock')
    return day === '' ? __('Out of stock') : __('Out of stock, expected from %s', formatDay(day, scope.locale()));
  if (stocked.stock === 'onbackorder')
    return day === ''
      ? __('Available on backorder, delivered within %d days', MAX_DELIVERY_DAYS)
      : __('Available on backorder, expected from %s', formatDay(day, scope.locale()));
  return stocked.stock_quantity !== null && stocked.stock_quantity > 0 && stocked.stock_quantity <= lowStock
    ? _n('Only %d left', 'Only %d left', stocked.stock_quantity)
    : __('In stock');
}

/** Moves an image to the front, because only the first image is visible without JavaScript. */
function moveToFront(images: readonly ImageRow[], first: number | undefined): readonly ImageRow[] {
  return [...images.filter(({ id }) => id === first), ...images.filter(({ id }) => id !== first)];
}
