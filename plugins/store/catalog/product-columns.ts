import { toUtcString } from 'plinth';
import type { ProductInput, VariationInput } from '../products/product-input.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { bestStockStatus, statusForQuantity } from '../stock/stock.js';
import { normalizeLine } from '../search-tokens/ngrams.js';

/** Returns the columns that products and variations have in common, except prices. */
export function sellableColumns(
  sellable: VariationInput,
): Pick<VariationRow, 'sku' | 'gtin' | 'stock_quantity' | 'stock' | 'backorders' | 'weight'> &
  Partial<Pick<VariationRow, 'expected_on'>> {
  return {
    ...(sellable.expectedOn === undefined ? {} : { expected_on: sellable.expectedOn }),
    sku: sellable.sku === '' ? null : sellable.sku,
    gtin: sellable.gtin,
    weight: sellable.weight,
    backorders: sellable.backorders ? 1 : 0,
    stock_quantity: sellable.stockQuantity,
    stock:
      sellable.stockQuantity === null ? sellable.stock : statusForQuantity(sellable.stockQuantity, sellable.backorders),
  };
}

/** Values to store with a product besides the input. */
interface ProductColumnInputs {
  readonly slug: string;
  readonly description: string;
  /** UTC. */
  readonly savedAt: string;
  /** Existing row; undefined for a new product. */
  readonly before: ProductRow | undefined;
}

export function productColumns(input: ProductInput, { slug, description, savedAt, before }: ProductColumnInputs) {
  const isVariable = input.variations.length > 0;
  const counted = isVariable ? null : input.stockQuantity;
  const ownStatus = counted === null ? input.stock : statusForQuantity(counted, input.backorders);
  const searchTexts = [input.name, input.sku, input.gtin, ...input.variations.flatMap(({ sku, gtin }) => [sku, gtin])];
  return {
    slug,
    name: input.name.trim(),
    status: input.status,
    visibility: input.visibility,
    type: isVariable ? ('variable' as const) : ('simple' as const),
    kind: input.kind,
    sku: input.sku === '' ? null : input.sku,
    gtin: input.gtin,
    search: normalizeLine(searchTexts.filter(Boolean).join(' ')).slice(0, 500),
    short_description: input.shortDescription,
    description,
    stock_quantity: counted,
    backorders: input.backorders ? 1 : 0,
    ...(input.expectedOn === undefined ? {} : { expected_on: input.expectedOn }),
    stock: isVariable
      ? bestStockStatus(input.variations.map((variation) => sellableColumns(variation).stock))
      : ownStatus,
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
export function laterTimestamp(before: string | undefined): string {
  const now = toUtcString();
  return before === undefined || now > before ? now : toUtcString(Date.parse(`${before.replace(' ', 'T')}Z`) + 1000);
}
