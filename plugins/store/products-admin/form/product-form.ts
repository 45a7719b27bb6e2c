import type { FormValue, PageRequest } from 'plinth';
import type { StoredProduct } from '../../catalog/stored-product.js';
import type { CatalogTaxonomy, CatalogTerm, PriceTag } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { PRODUCT_LIMITS } from '../../products/product-limits.js';
import { toLocalInput } from '../../time/local-time.js';

/** Submitted values that products and variations have in common. */
export interface CommonForm {
  sku: string;
  gtin: string;
  regular: string;
  sale: string;
  saleFrom: string;
  saleTo: string;
  quantity: string;
  stock: string;
  backorders: boolean;
  expectedOn: string;
  weight: string;
}

export interface VariationForm extends CommonForm {
  /** `v<id>`, or `n<term>_<term>` for an unsaved variation. */
  key: string;
  /** Content of a package; empty for that of the product. */
  unitContent: string;
  /** Position of its image, starting at 1; empty for none. */
  image: string;
  remove: boolean;
  /** Stock quantity when the form was opened. If `quantity` is unchanged, the stock is not saved. */
  quantityBefore: string;
}

/** Submitted values of a linked product. */
export interface LinkedForm {
  id: number;
  /** Position, starting at 1; empty for the end of the list. */
  position: string;
  remove: boolean;
}

export interface ImageForm {
  source: string;
  alt: string;
  width: string;
  height: string;
  remove: boolean;
  position: string;
}

/** Submitted product form, which is shown again when it has errors. */
export interface ProductForm extends CommonForm {
  name: string;
  slug: string;
  status: string;
  visibility: string;
  kind: string;
  featured: boolean;
  shortDescription: string;
  description: string;
  taxRate: string;
  unit: string;
  unitContent: string;
  position: string;
  quantityBefore: string;
  categories: readonly number[];
  tags: string;
  brand: string;
  /** Values of each attribute, one per line. */
  attributes: Readonly<Record<string, string>>;
  /** Attributes used for variations. */
  varies: readonly string[];
  /** Extension fields by key; `1` for true. */
  extra: Readonly<Record<string, string>>;
  images: readonly ImageForm[];
  newImages: string;
  /** Products recommended on the product page. */
  upsells: readonly LinkedForm[];
  /** Products recommended in a cart that contains the product. */
  crossSells: readonly LinkedForm[];
  /** Search phrase for products to link. */
  linkedSearch: string;
  variations: readonly VariationForm[];
  modified: string;
  /** Whether the request contains the last field of the form; false when the request was truncated. */
  complete: boolean;
}

/**
 * Maximum number of linked products that are read. It exceeds the product limit, so that validation reports an error.
 */
const MAX_LINKED = PRODUCT_LIMITS.linked * 3;

type Fields = Readonly<Record<string, FormValue>>;

const isFields = (value: FormValue | undefined): value is Fields & { [key: string]: FormValue } =>
  typeof value === 'object' && !Array.isArray(value);
const toText = (value: FormValue | undefined): string =>
  typeof value === 'string' ? value.replace(/\r\n/g, '\n') : '';

function entries(value: FormValue | undefined): [string, Fields][] {
  if (Array.isArray(value))
    return value.flatMap((entry, index): [string, Fields][] => (isFields(entry) ? [[String(index), entry]] : []));
  return isFields(value)
    ? Object.entries(value).flatMap(([key, entry]): [string, Fields][] => (isFields(entry) ? [[key, entry]] : []))
    : [];
}

function toTexts(value: FormValue | undefined): string[] {
  if (Array.isArray(value)) return value.filter((entry): entry is string => typeof entry === 'string');
  return isFields(value) ? Object.values(value).filter((entry): entry is string => typeof entry === 'string') : [];
}

/** Reads the linked products in the form, followed by those selected in the search results. */
function readLinked(stored: FormValue | undefined, selectedIds: FormValue | undefined): LinkedForm[] {
  const parseId = (value: string): number => (/^\d{1,10}$/.test(value) ? Number(value) : 0);
  const rows = entries(stored).map(([, row]) => ({
    id: parseId(toText(row.id)),
    position: toText(row.position).trim().slice(0, 5),
    remove: toText(row.remove) === '1',
  }));
  const added = toTexts(selectedIds)
    .map(parseId)
    .filter((id) => !rows.some((row) => row.id === id));
  return [...rows, ...[...new Set(added)].map((id) => ({ id, position: '', remove: false }))]
    .filter(({ id }) => id > 0)
    .slice(0, MAX_LINKED);
}

function readCommonFields(fields: Fields): CommonForm {
  const part = (name: string): string => toText(fields[name]).trim().slice(0, 200);
  return {
    sku: part('sku'),
    gtin: part('gtin'),
    regular: part('regular'),
    sale: part('sale'),
    saleFrom: part('saleFrom'),
    saleTo: part('saleTo'),
    quantity: part('quantity'),
    stock: part('stock') || 'instock',
    backorders: part('backorders') === '1',
    expectedOn: part('expectedOn'),
    weight: part('weight'),
  };
}

/** Reads the submitted form. */
export function readForm(request: Pick<PageRequest, 'form'>): ProductForm {
  const fields = request.form;
  const part = (name: string, max = 400): string => toText(fields[name]).trim().slice(0, max);
  return {
    ...readCommonFields(fields),
    name: part('name'),
    slug: part('slug'),
    status: part('status') || 'draft',
    visibility: part('visibility') || 'visible',
    kind: part('kind') || 'physical',
    featured: part('featured') === '1',
    shortDescription: part('shortDescription', 6000),
    description: part('description', 210_000),
    taxRate: part('taxRate'),
    unit: part('unit'),
    unitContent: part('unitContent'),
    position: part('position'),
    quantityBefore: part('quantityBefore'),
    categories: toTexts(fields.categories).map(Number).filter(Number.isInteger),
    tags: part('tags', 6000),
    brand: part('brand'),
    attributes: isFields(fields.attributes)
      ? Object.fromEntries(
          Object.entries(fields.attributes).map(([name, value]) => [name, toText(value).slice(0, 10_000)]),
        )
      : {},
    varies: toTexts(fields.varies),
    extra: isFields(fields.extra)
      ? Object.fromEntries(
          Object.entries(fields.extra).map(([key, value]) => [key, toText(value).trim().slice(0, 5000)]),
        )
      : {},
    images: entries(fields.images).map(([, image]) => ({
      source: toText(image.source),
      alt: toText(image.alt).trim(),
      width: toText(image.width),
      height: toText(image.height),
      remove: toText(image.remove) === '1',
      position: toText(image.position),
    })),
    newImages: part('newImages', 6000),
    upsells: readLinked(fields.upsells, fields.addUpsells),
    crossSells: readLinked(fields.crossSells, fields.addCrossSells),
    linkedSearch: part('linkedSearch', 200),
    variations: entries(fields.variations).map(([key, row]) => ({
      ...readCommonFields(row),
      key,
      unitContent: toText(row.unitContent).trim().slice(0, 20),
      image: toText(row.image),
      remove: toText(row.remove) === '1',
      quantityBefore: toText(row.quantityBefore),
    })),
    modified: part('modified'),
    complete: part('complete') === '1',
  };
}

const toLinkedForm = (ids: readonly number[] = []): LinkedForm[] =>
  ids.map((id, index) => ({ id, position: String(index + 1), remove: false }));

/** Splits a text with one name per line into unique names. */
export function uniqueLines(value: string): string[] {
  return [
    ...new Set(
      value
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
}

interface FormParts {
  readonly money: Pick<Money, 'formatInput'>;
  readonly timeZone: string;
  readonly terms: readonly CatalogTerm[];
  readonly taxonomies: readonly CatalogTaxonomy[];
}

/** Returns the form of a stored product. */
export function formOf(product: StoredProduct, { money, timeZone, terms, taxonomies }: FormParts): ProductForm {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const productTerms = product.termIds.flatMap((id) => byId.get(id) ?? []);
  const variationTerms = [...new Set(product.variations.flatMap((variation) => variation.termIds))].flatMap(
    (id) => byId.get(id) ?? [],
  );
  const names = (taxonomy: string): string =>
    [...productTerms, ...variationTerms]
      .filter((term) => term.taxonomy === taxonomy)
      .map((term) => term.name)
      .join('\n');
  const toCommonForm = (
    stored: Pick<
      StoredProduct,
      'sku' | 'gtin' | 'price' | 'stockQuantity' | 'stock' | 'backorders' | 'expectedOn' | 'weight'
    >,
  ): CommonForm & { quantityBefore: string } => {
    const quantity = stored.stockQuantity === null ? '' : String(stored.stockQuantity);
    return {
      sku: stored.sku,
      gtin: stored.gtin,
      ...priceForm(stored.price),
      quantity,
      quantityBefore: quantity,
      stock: stored.stock,
      backorders: stored.backorders,
      expectedOn: stored.expectedOn ?? '',
      weight: stored.weight === 0 ? '' : String(stored.weight),
    };
  };
  const priceForm = (tag: PriceTag | null): Pick<CommonForm, 'regular' | 'sale' | 'saleFrom' | 'saleTo'> => ({
    regular: tag ? money.formatInput(tag.regular) : '',
    sale: tag && tag.sale !== null ? money.formatInput(tag.sale) : '',
    saleFrom: toLocalInput(tag?.saleFrom ?? null, timeZone),
    saleTo: toLocalInput(tag?.saleTo ?? null, timeZone),
  });
  return {
    ...toCommonForm(product),
    name: product.name,
    slug: product.slug,
    status: product.status === 'trash' ? 'draft' : product.status,
    visibility: product.visibility,
    kind: product.kind,
    featured: product.featured,
    shortDescription: product.shortDescription,
    description: product.description,
    taxRate: String(product.taxRate),
    unit: product.unit,
    unitContent: product.unitContent === 0 ? '' : String(product.unitContent),
    position: String(product.position),
    categories: productTerms.filter((term) => term.taxonomy === 'product_cat').map((term) => term.id),
    tags: names('product_tag'),
    brand: names('product_brand').split('\n')[0] ?? '',
    attributes: Object.fromEntries(
      taxonomies
        .filter((taxonomy) => taxonomy.kind === 'attribute')
        .map((taxonomy) => [taxonomy.name, names(taxonomy.name)]),
    ),
    varies: [...new Set(variationTerms.map((term) => term.taxonomy))],
    extra: Object.fromEntries(
      Object.entries(product.fields).map(([key, value]) => [
        key,
        // An unchecked checkbox is not submitted.
        value === false ? '' : String(value === true ? 1 : value),
      ]),
    ),
    images: product.images.map((image, index) => ({
      source: image.source,
      alt: image.alt,
      width: String(image.width),
      height: String(image.height),
      remove: false,
      position: String(index + 1),
    })),
    newImages: '',
    upsells: toLinkedForm(product.upsellIds),
    crossSells: toLinkedForm(product.crossSellIds),
    linkedSearch: '',
    variations: product.variations.map((variation) => ({
      ...toCommonForm(variation),
      unitContent: variation.unitContent === 0 ? '' : String(variation.unitContent),
      key: `v${variation.id}`,
      image: variation.imageIndex < 0 ? '' : String(variation.imageIndex + 1),
      remove: false,
    })),
    modified: product.updatedAt,
    complete: true,
  };
}
