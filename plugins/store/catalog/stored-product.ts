import type { ImageRow } from '../images/tables.js';
import { toPriceTag } from '../prices/price-tag.js';
import type { ProductInput } from '../products/product-input.js';
import { fieldsOf } from '../products/stored-fields.js';
import type { LinkedProductIds } from './linked-products.js';
import type { ProductRow, VariationRow } from '../products/tables.js';

/** A product as shown in its form. */
export interface StoredProduct extends ProductInput {
  /** UTC; compared on save, so that concurrent changes are not overwritten unnoticed. */
  readonly updatedAt: string;
  readonly publishedAt: string | null;
}

/** Data of a product from other tables, each list in its sort order. */
interface ProductRelations {
  readonly linkedProducts: LinkedProductIds;
  readonly variations: readonly VariationRow[];
  readonly gallery: readonly ImageRow[];
  readonly terms: readonly { readonly term_id: number }[];
  readonly variationTerms: readonly { readonly variation_id: number; readonly term_id: number }[];
}

/** Builds a product from its row and the related data. */
export function toStoredProduct(
  row: ProductRow,
  { variations, gallery, terms, variationTerms, linkedProducts }: ProductRelations,
): StoredProduct {
  const variationTermIds = new Set(variationTerms.map((term) => term.term_id));
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status,
    visibility: row.visibility,
    kind: row.kind,
    sku: row.sku ?? '',
    gtin: row.gtin,
    shortDescription: row.short_description,
    description: row.description,
    price: toPriceTag(row),
    stockQuantity: row.stock_quantity,
    stock: row.stock,
    backorders: row.backorders === 1,
    expectedOn: row.expected_on,
    taxRate: row.tax_rate / 100,
    weight: row.weight,
    unit: row.unit,
    unitContent: row.unit_content / 1000,
    position: row.position,
    featured: row.featured === 1,
    termIds: terms.map((term) => term.term_id).filter((term) => !variationTermIds.has(term)),
    images: gallery.map(({ source, alt, width, height }) => ({ source, alt, width, height })),
    variations: variations.map((variation) => ({
      id: variation.id,
      sku: variation.sku ?? '',
      gtin: variation.gtin,
      price: toPriceTag(variation),
      stockQuantity: variation.stock_quantity,
      stock: variation.stock,
      backorders: variation.backorders === 1,
      expectedOn: variation.expected_on,
      weight: variation.weight,
      unitContent: variation.unit_content / 1000,
      termIds: variationTerms.filter((term) => term.variation_id === variation.id).map((term) => term.term_id),
      imageIndex: gallery.findIndex((image) => image.id === variation.image_id),
    })),
    ...linkedProducts,
    fields: fieldsOf(row.fields),
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
  };
}
