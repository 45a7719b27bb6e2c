import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { CatalogTerm, ProductSummary, StockStatus } from '../contract/index.js';
import type { ImageRow } from '../images/tables.js';
import { createPriceLabels } from '../prices/price-labels.js';
import type { ConcealedReductions } from '../prices/announced-reductions.js';
import { rowPrice, unitPriceBase } from '../prices/displayed-price.js';
import { expectedDate } from '../products/supply-kind.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { variationPath } from '../catalog/product-summary.js';
import { variationNames } from '../taxonomies/term-store.js';

/** A variation that can be selected on a product page. */
export interface VariationView {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly swatch: string;
  readonly sku: string;
  readonly gtin: string;
  readonly price: number;
  readonly priceHtml: string;
  readonly priceText: string;
  /** Plain-text price in the visitor's language. */
  readonly priceLabel: string;
  readonly stock: StockStatus;
  /** Expected restock date, `YYYY-MM-DD`; empty for none. */
  readonly expectedOn: string;
  readonly stockText: string;
  readonly soldOut: boolean;
  readonly checked: boolean;
  /** Position of its image in the gallery, starting at 1; 0 for none. */
  readonly image: number;
}

interface VariationViewInput {
  readonly row: ProductRow;
  readonly variations: readonly VariationRow[];
  readonly summary: ProductSummary;
  /** The initially selected variation. */
  readonly initialVariation: VariationRow | undefined;
  /** Images in gallery order. */
  readonly images: readonly ImageRow[];
  readonly terms: readonly CatalogTerm[];
  /** Current time, UTC. */
  readonly now: string;
  /** Reductions that must not be announced. */
  readonly concealed: ConcealedReductions;
  /** In the site's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  stockText(variation: VariationRow): string;
}

/** Returns the variations of a product that have a price. */
export async function variationViews(
  { scope, parts }: { readonly scope: PluginScope; readonly parts: CatalogParts },
  { row, variations, summary, initialVariation, images, terms, now, today, concealed, stockText }: VariationViewInput,
): Promise<VariationView[]> {
  const own = await parts.terms.variationTerms(variations.map((variation) => variation.id));
  const names = variationNames(own);
  const formatDuration = createPriceLabels(await parts.rules.display('single'), {
    i18n: scope,
    currency: parts.currency,
  });
  const views: VariationView[] = [];
  for (const variation of variations) {
    const price = rowPrice(variation, now, concealed);
    if (price.price === null) continue;
    const swatch =
      own
        .filter((term) => term.variationId === variation.id)
        .map((term) => terms.find(({ id }) => id === term.termId)?.swatch ?? '')
        .find((text) => text.startsWith('#')) ?? '';
    const variationSummary = {
      ...summary,
      price: price.price,
      priceText: parts.currency.formatDecimal(price.price),
      onSale: price.onSale,
      stock: variation.stock,
      sku: variation.sku ?? summary.sku,
      variationId: variation.id,
    };
    views.push({
      id: variation.id,
      name: names.get(variation.id) ?? '',
      url: scope.homeUrl(variationPath(row.slug, variation.id)),
      swatch,
      sku: variation.sku || (row.sku ?? ''),
      gtin: variation.gtin || row.gtin,
      price: price.price,
      priceText: variationSummary.priceText,
      priceLabel: formatDuration.hidden ? '' : formatDuration.price(price.price, summary.taxRate),
      priceHtml: await parts.summaries.price(
        variationSummary,
        { ...price, ...unitPriceBase(row, variation) },
        'single',
      ),
      stock: variation.stock,
      expectedOn: expectedDate(variation, today),
      stockText: stockText(variation),
      soldOut: variation.stock === 'outofstock',
      checked: variation === initialVariation,
      image: images.findIndex((image) => image.id === variation.image_id) + 1,
    });
  }
  return views;
}
