import { toUtcString } from 'plinth';
import type { ProductInput, VariationInput } from '../products/product-input.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { bestStatus, countedStatus } from '../stock/stock.js';
import { foldedLine } from '../search-tokens/ngrams.js';

/** Returns the columns that products and variations have in common, except prices. */
export function soldColumns(
  sold: VariationInput,
): Pick<VariationRow, 'sku' | 'gtin' | 'stock_quantity' | 'stock' | 'backorders' | 'weight'> &
  Partial<Pick<VariationRow, 'expected_on'>> {
  return {
    ...(sold.expectedOn === undefined ? {} : { expected_on: sold.expectedOn }),
    sku: sold.sku === '' ? null : sold.sku,
    gtin: sold.gtin,
    weight: sold.weight,
    backorders: sold.backorders ? 1 : 0,
    stock_quantity: sold.stockQuantity,
    stock: sold.stockQuantity === null ? sold.stock : countedStatus(sold.stockQuantity, sold.backorders),
  };
}

/** Values to store with a product besides the input. */
interface StoredWith {
  readonly slug: string;
  readonly description: string;
  /** UTC. */
  readonly savedAt: string;
  /** Existing row; undefined for a new product. */
  readonly before: ProductRow | undefined;
}

export function productColumns(input: ProductInput, { slug, description, savedAt, before }: StoredWith) {
  const variable = input.variations.length > 0;
  const counted = variable ? null : input.stockQuantity;
  const own = counted === null ? input.stock : countedStatus(counted, input.backorders);
  const searchTexts = [input.name, input.sku, input.gtin, ...input.variations.flatMap(({ sku, gtin }) => [sku, gtin])];
  return {
    slug,
    name: input.name.trim(),
    status: input.status,
    visibility: input.visibility,
    type: variable ? ('variable' as const) : ('simple' as const),
    kind: input.kind,
    sku: input.sku === '' ? null : input.sku,
    gtin: input.gtin,
    search: foldedLine(searchTexts.filter(Boolean).join(' ')).slice(0, 500),
    short_description: input.shortDescription,
    description,
    stock_quantity: counted,
    backorders: input.backorders ? 1 : 0,
    ...(input.expectedOn === undefined ? {} : { expected_on: input.expectedOn }),
    stock: variable ? bestStatus(input.variations.map((variation) => soldColumns(variation).stock)) : own,
    tax_rate: Math.round(input.taxRate * 100),
    weight: input.weight,
    unit: input.unit,
    unit_content: Math.round(input.unitContent * 1000),
    position: input.position,
    featured: input.featured ? 1 : 0,
    fields: JSON.stringify(input.fields),
    published_at: before?.published_at ?? (input.status === 'publish' ? savedAt : null),
    updated_at: savedAt,
    created_at: before?.created_at ?? savedAt,
  };
}

/** Returns a UTC timestamp later than the previous one, so that two saves within a second can be told apart. */
export function later(before: string | undefined): string {
  const now = toUtcString();
  return before === undefined || now > before ? now : toUtcString(Date.parse(`${before.replace(' ', 'T')}Z`) + 1000);
}
