import type { ProductField } from '../../contract/index.js';
import { parseAttributeColumn } from './product-cells.js';
import { isAttributePart, WOO_NAMES, type WooKey } from './woo-columns.js';

/** Weight columns of WooCommerce, by target field. */
const WEIGHT_COLUMNS = {
  'weight:kg': 'Weight (kg)',
  'weight:g': 'Weight (g)',
  'weight:lbs': 'Weight (lbs)',
  'weight:oz': 'Weight (oz)',
} as const;
type WeightField = keyof typeof WEIGHT_COLUMNS;
export const WEIGHT_FIELDS = Object.keys(WEIGHT_COLUMNS) as readonly WeightField[];

/** Fields of the store that a column of a file can be mapped to. */
export type StoreField = WooKey | WeightField | 'attribute' | 'attribute-part';

/** A product field of an extension, named like its column in files exported by Plinth. */
type ExtensionField = `field:${string}`;

/** A field that a column of a file can be mapped to. */
export type ForeignField = StoreField | ExtensionField;

/** Fields of extensions that a column can be mapped to. */
export type ExtensionFields = readonly Pick<ProductField, 'key' | 'label'>[];

/** Target field of each column, in order; an empty string skips the column. */
export type ColumnMapping = readonly (ForeignField | '')[];

/** Fields that several columns may be mapped to. */
export const REPEATABLE_FIELDS: readonly ForeignField[] = ['attribute', 'attribute-part'];

export const FOREIGN_FIELDS: readonly StoreField[] = [
  'name',
  'sku',
  'gtin',
  'regular',
  'sale',
  'taxClass',
  'taxStatus',
  'saleFrom',
  'saleTo',
  'stock',
  'inStock',
  'backorders',
  'short',
  'description',
  'categories',
  'tags',
  'brands',
  'images',
  ...WEIGHT_FIELDS,
  'attribute',
  'published',
  'featured',
  'visibility',
  'position',
  'upsells',
  'crossSells',
  'type',
  'id',
  'parent',
  'attribute-part',
];

/** Column names in addition to those of WooCommerce: common ones in English and Polish, and those of Plinth. */
const COLUMN_ALIASES: Readonly<Partial<Record<StoreField, readonly string[]>>> = {
  name: ['name', 'title', 'product name', 'product', 'nazwa produktu', 'nazwa towaru', 'produkt', 'tytuł'],
  sku: [
    'sku',
    'code',
    'product code',
    'kod',
    'kod produktu',
    'kod towaru',
    'indeks',
    'symbol',
    'nr katalogowy',
    'numer katalogowy',
  ],
  gtin: ['gtin', 'ean', 'barcode', 'kod ean', 'ean13', 'kod kreskowy'],
  regular: [
    'regular_price',
    'price',
    'gross price',
    'cena brutto',
    'cena sprzedaży',
    'cena detaliczna',
    'cena (pln)',
    'cena zł',
  ],
  sale: ['sale_price', 'promo price', 'cena promocyjna brutto', 'cena po obniżce'],
  taxClass: ['tax_class', 'tax_rate', 'vat', 'stawka vat'],
  taxStatus: ['tax_status'],
  saleFrom: ['sale_from'],
  saleTo: ['sale_to'],
  stock: ['stock_quantity', 'quantity', 'qty', 'ilość', 'stan', 'liczba sztuk', 'stan magazynu', 'ilość w magazynie'],
  inStock: ['availability', 'dostępność'],
  backorders: ['backorders'],
  short: ['short_description', 'opis skrócony', 'skrót opisu'],
  description: ['description', 'opis produktu', 'opis długi'],
  categories: ['categories', 'category', 'kategoria', 'grupa', 'dział'],
  tags: ['tags'],
  brands: ['brand', 'vendor', 'manufacturer', 'marka', 'producent'],
  images: [
    'images',
    'image',
    'image url',
    'picture',
    'zdjęcie',
    'zdjęcia',
    'zdjęcie główne',
    'adres zdjęcia',
    'obrazek',
  ],
  'weight:g': ['weight', 'weight (g)', 'waga (g)', 'waga [g]'],
  'weight:kg': ['weight (kg)', 'waga', 'waga (kg)', 'waga [kg]', 'masa'],
  'weight:lbs': ['weight (lbs)', 'weight (lb)', 'waga (lbs)'],
  'weight:oz': ['weight (oz)', 'waga (oz)'],
  published: ['status', 'active', 'aktywny', 'opublikowany'],
  featured: ['featured'],
  visibility: ['visibility'],
  position: ['position', 'kolejność'],
  type: ['type'],
  parent: ['parent'],
  upsells: ['upsells', 'up-sells'],
  crossSells: ['cross_sells', 'cross sells'],
};

const FIELD_BY_COLUMN = new Map<string, ForeignField>([
  ...(Object.entries(WOO_NAMES) as [WooKey, readonly string[]][]).flatMap(([key, names]) =>
    names.map((name) => [name.toLowerCase(), key] as const),
  ),
  ...(Object.entries(COLUMN_ALIASES) as [ForeignField, readonly string[]][]).flatMap(([field, names]) =>
    names.map((name) => [name, field] as const),
  ),
]);

/**
 * Finds an extension field by its column in files of Plinth (`field:key`) or WooCommerce (`Meta: key`), or its label.
 */
function extensionField(name: string, fields: ExtensionFields): ExtensionField | undefined {
  const keyOrLabel = /^(?:field:|meta:\s*)?(.*)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const found =
    fields.find(({ key }) => key.toLowerCase() === keyOrLabel) ??
    fields.find(({ label }) => label.toLowerCase() === keyOrLabel);
  return found && `field:${found.key}`;
}

function guessField(name: string, fields: ExtensionFields): ForeignField | undefined {
  if (isAttributePart(name)) return 'attribute-part';
  if (parseAttributeColumn(name)) return 'attribute';
  return FIELD_BY_COLUMN.get(name.toLowerCase().replace(/\s+/g, ' ')) ?? extensionField(name, fields);
}

/** Guesses the mapping from the column names. Each field is used once; unknown columns are skipped. */
export function guessMapping(names: readonly string[], fields: ExtensionFields): ColumnMapping {
  const usedFields = new Set<ForeignField>();
  return names.map((name) => {
    const field = guessField(name, fields);
    if (field === undefined || (usedFields.has(field) && !REPEATABLE_FIELDS.includes(field))) return '';
    usedFields.add(field);
    return field;
  });
}

/** Whether a stored or submitted value is a mapping for this number of columns. */
export function isMapping(value: unknown, columns: number): value is ColumnMapping {
  return (
    Array.isArray(value) &&
    value.length === columns &&
    value.every((field) => field === '' || FOREIGN_FIELDS.includes(field as StoreField) || isExtensionField(field))
  );
}

/** Removes fields of inactive extensions from a mapping. */
export function removeInactiveFields(mapping: ColumnMapping, fields: ExtensionFields): ColumnMapping {
  const isActiveField = (field: string): boolean => fields.some(({ key }) => field === `field:${key}`);
  return mapping.map((field) => (isExtensionField(field) && !isActiveField(field) ? '' : field));
}

export const isExtensionField = (field: unknown): field is ExtensionField =>
  typeof field === 'string' && field.startsWith('field:');

const isWeightField = (field: ForeignField): field is WeightField => Object.hasOwn(WEIGHT_COLUMNS, field);

/**
 * Converts a row to WooCommerce's column names.
 * @param cells cells in column order
 */
export function toWooRow(
  cells: readonly string[],
  names: readonly string[],
  mapping: ColumnMapping,
): Record<string, string> {
  const row: Record<string, string> = {};
  for (const [index, field] of mapping.entries()) {
    const [name, cell] = [names[index] ?? '', cells[index] ?? ''];
    if (field === '') continue;
    if (field === 'attribute-part') row[name] = cell;
    else if (field === 'attribute') {
      // The column name is the attribute name. The numbers start above those in WooCommerce exports.
      row[`Attribute ${index + 700} name`] = parseAttributeColumn(name)?.label ?? name;
      row[`Attribute ${index + 700} value(s)`] = cell;
    } else if (isExtensionField(field)) row[field] = cell;
    else if (isWeightField(field)) row[WEIGHT_COLUMNS[field]] = cell;
    else row[WOO_NAMES[field][0]] = cell;
  }
  return row;
}
