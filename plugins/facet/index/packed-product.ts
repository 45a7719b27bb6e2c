import type { ProductRecord, VariationRecord } from './catalogue.js';
import { countRows, toFacetRecord } from './facet-record.js';
import type { IndexRow } from './index-state.js';
import type { Vocabulary } from './vocabulary.js';

/** Changes with the shape below; an index of another format is built anew. */
export const PACK_FORMAT = 1;

/** Descriptions longer than this are searched by their beginning. */
const MAX_DESCRIPTION = 600;

type PackedVariation = [number, string, string, number, boolean, VariationRecord['stock'], readonly number[]];
type Packed = [
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

/** A product as one short text: an array, since the names of the fields would be most of it. */
export function packProduct(p: ProductRecord): string {
  const packed: Packed = [
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
  ] = JSON.parse(text) as Packed;
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
    .slice(0, MAX_DESCRIPTION);
}

/** A product as it stands in the index, without what extensions say of it. */
export function rowOf(product: ProductRecord, vocabulary: Vocabulary): IndexRow {
  return { productId: product.id, packed: packProduct(product), rows: countRows(toFacetRecord(product, vocabulary)) };
}
