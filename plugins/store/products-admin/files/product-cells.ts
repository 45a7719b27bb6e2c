import type { ProductInput, VariationInput } from '../../products/product-input.js';
import type { CatalogTaxonomy, CatalogTerm, PriceTag, ProductField } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { categoryPath } from '../../taxonomies/term-store.js';
import { joinCell } from './cell-list.js';
import { toFileTime } from '../../time/local-time.js';

/**
 * Columns of every product file. Attributes have additional columns such as `attribute:pa_color (Color)`, and extension
 * fields have columns such as `field:<key>`.
 */
export const COLUMNS = [
  'type',
  'sku',
  'parent',
  'name',
  'slug',
  'status',
  'visibility',
  'featured',
  'kind',
  'gtin',
  'short_description',
  'description',
  'regular_price',
  'sale_price',
  'sale_from',
  'sale_to',
  'tax_rate',
  'stock_quantity',
  'stock',
  'backorders',
  'expected_on',
  'weight',
  'unit',
  'unit_content',
  'position',
  'categories',
  'tags',
  'brand',
  'images',
  'image_alts',
  'image_sizes',
  'image',
  'upsells',
  'cross_sells',
] as const;

type Column = (typeof COLUMNS)[number];
/** Cells of a row, by column. A column that is not in the row leaves the value unchanged. */
export type Cells = Readonly<Partial<Record<string, string>>>;

const ATTRIBUTE = /^attribute:(pa_[a-z0-9_-]{1,50})(?: \((.{1,100})\))?$/;

/** Parses the name of an attribute column; null for other columns. */
export function parseAttributeColumn(column: string): { name: string; label: string } | null {
  const parts = ATTRIBUTE.exec(column);
  return parts?.[1] === undefined ? null : { name: parts[1], label: parts[2] ?? parts[1].slice(3) };
}

export function exportColumns({ taxonomies, fields }: Pick<CellParts, 'taxonomies' | 'fields'>): string[] {
  return [
    ...COLUMNS,
    ...fields.map(({ key }) => `field:${key}`),
    ...taxonomies
      .filter((taxonomy) => taxonomy.kind === 'attribute')
      .map(({ name, label }) => `attribute:${name} (${label})`),
  ];
}

interface CellParts {
  readonly money: Pick<Money, 'formatDecimal'>;
  /** Time zone of exported times. */
  readonly timeZone: string;
  readonly terms: readonly CatalogTerm[];
  readonly taxonomies: readonly CatalogTaxonomy[];
  readonly fields: readonly ProductField[];
  /** SKUs or slugs of linked products, by product ID. */
  readonly keys: ReadonlyMap<number, string>;
}

/** Converts a product to rows of a file: a product row, followed by a row for each variation. */
export function productCells(product: ProductInput, parts: CellParts): Record<string, string>[] {
  const byId = new Map(parts.terms.map((term) => [term.id, term]));
  const termNames = (ids: readonly number[], taxonomy: string): string[] =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .filter((term) => term.taxonomy === taxonomy)
      .map((term) => term.name);
  const attributeCells = (ids: readonly number[]): Record<string, string> =>
    Object.fromEntries(
      parts.taxonomies
        .filter((taxonomy) => taxonomy.kind === 'attribute')
        .map(({ name, label }) => [`attribute:${name} (${label})`, joinCell(termNames(ids, name), '|')]),
    );
  const paths = product.termIds
    .filter((id) => byId.get(id)?.taxonomy === 'product_cat')
    .map((id) =>
      joinCell(
        categoryPath(id, parts.terms).map((term) => term.name),
        '>',
      ),
    );
  const linkedCell = (ids: readonly number[] = []): string =>
    joinCell(
      ids.flatMap((id) => parts.keys.get(id) ?? []),
      '|',
    );
  const productRow: Record<Column, string> = {
    ...commonCells(product, parts),
    type: 'product',
    parent: '',
    name: product.name,
    slug: product.slug,
    status: product.status,
    visibility: product.visibility,
    featured: product.featured ? '1' : '0',
    kind: product.kind,
    short_description: product.shortDescription,
    description: product.description,
    tax_rate: String(product.taxRate),
    unit: product.unit,
    unit_content: String(product.unitContent),
    position: String(product.position),
    categories: paths.join(' | '),
    tags: joinCell(termNames(product.termIds, 'product_tag'), '|'),
    brand: termNames(product.termIds, 'product_brand')[0] ?? '',
    images: joinCell(
      product.images.map((image) => image.source),
      '|',
    ),
    image_alts: product.images.map((image) => image.alt.replace(/[\\|>]/g, '\\$&') || '-').join(' | '),
    image_sizes: product.images.map(({ width, height }) => `${width}x${height}`).join(' | '),
    image: '',
    upsells: linkedCell(product.upsellIds),
    cross_sells: linkedCell(product.crossSellIds),
  };
  const extra = Object.fromEntries(
    parts.fields.map(({ key }) => {
      const value = product.fields[key] ?? '';
      return [`field:${key}`, String(typeof value === 'boolean' ? Number(value) : value)];
    }),
  );
  return [
    { ...productRow, ...extra, ...attributeCells(product.termIds) },
    ...product.variations.map((variation) => ({
      ...commonCells(variation, parts),
      unit_content: String(variation.unitContent),
      type: 'variation',
      parent: product.sku || product.slug,
      image: product.images[variation.imageIndex]?.source ?? '',
      ...attributeCells(variation.termIds),
    })),
  ];
}

function commonCells(
  item: Pick<
    VariationInput,
    'sku' | 'gtin' | 'price' | 'stockQuantity' | 'stock' | 'backorders' | 'expectedOn' | 'weight'
  >,
  { money, timeZone }: Pick<CellParts, 'money' | 'timeZone'>,
) {
  const tag: PriceTag | null = item.price;
  return {
    sku: item.sku,
    gtin: item.gtin,
    regular_price: tag ? money.formatDecimal(tag.regular) : '',
    sale_price: tag && tag.sale !== null ? money.formatDecimal(tag.sale) : '',
    sale_from: toFileTime(tag?.saleFrom ?? null, timeZone),
    sale_to: toFileTime(tag?.saleTo ?? null, timeZone),
    stock_quantity: item.stockQuantity === null ? '' : String(item.stockQuantity),
    stock: item.stock,
    backorders: item.backorders ? '1' : '0',
    expected_on: item.expectedOn ?? '',
    weight: String(item.weight),
  };
}
