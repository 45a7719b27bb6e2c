import type { ProductRecord, VariationRecord } from './catalog.js';
import { countRows, toFacetRecord } from './facet-record.js';
import type { IndexRow } from './index-state.js';
import type { Vocabulary } from './vocabulary.js';

/** Changes with the format below; an index of another format is rebuilt. */
export const PACK_FORMAT = 2;

/** Number of characters of a description that are searched; longer ones are cut. */
const MAX_DESCRIPTION_LENGTH = 600;

type PackedVariation = [number, string, string, number, boolean, VariationRecord['stock'], readonly number[]];
type PackedProduct = [
  slug: string,
  name: string,
  sku: string,
  gtin: string,
  description: string,
  price: number,
  maxPrice: number,
  onSale: boolean,
  stock: ProductRecord['stock'],
  rating: number,
  ratingCount: number,
  sales: number,
  position: number,
  publishedAt: string,
  termIds: readonly number[],
  fields: ProductRecord['fields'],
  variations: PackedVariation[],
];

/** Packs a product as a short JSON array, since field names would take most of the space. */
export function packProduct(p: ProductRecord): string {
  const packed: PackedProduct = [
    p.slug,
    p.name,
    p.sku,
    p.gtin,
    visibleText(p.shortDescription),
    p.price,
    p.maxPrice,
    p.onSale,
    p.stock,
    p.rating,
    p.ratingCount,
    p.sales,
    p.position,
    p.publishedAt,
    p.termIds,
    p.fields,
    p.variations.map((v): PackedVariation => [v.id, v.sku, v.gtin, v.price, v.onSale, v.stock, v.termIds]),
  ];
  return JSON.stringify(packed);
}

export function unpackProduct(id: number, text: string): ProductRecord {
  const [
    slug,
    name,
    sku,
    gtin,
    shortDescription,
    price,
    maxPrice,
    onSale,
    stock,
    rating,
    ratingCount,
    sales,
    position,
    publishedAt,
    termIds,
    fields,
    variations,
  ] = JSON.parse(text) as PackedProduct;
  return {
    id,
    slug,
    name,
    sku,
    gtin,
    shortDescription,
    price,
    maxPrice,
    onSale,
    stock,
    rating,
    ratingCount,
    sales,
    position,
    publishedAt,
    termIds,
    fields,
    variations: variations.map(([variation, itsSku, itsGtin, itsPrice, sale, itsStock, terms]) => ({
      id: variation,
      sku: itsSku,
      gtin: itsGtin,
      price: itsPrice,
      onSale: sale,
      stock: itsStock,
      termIds: terms,
    })),
  };
}

function visibleText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_DESCRIPTION_LENGTH);
}

/** Returns the row of a product in the index, without values from extensions. */
export function indexRowOf(product: ProductRecord, vocabulary: Vocabulary): IndexRow {
  return { productId: product.id, packed: packProduct(product), rows: countRows(toFacetRecord(product, vocabulary)) };
}
