import type { FormValue, PageRequest } from 'plinth';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import type { CatalogueTaxonomy, CatalogueTerm, PriceTag } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { PRODUCT_LIMITS } from '../../products/product-limits.js';
import { toLocal } from '../../time/local-time.js';

/** Fields of price and stock, as submitted. */
export interface SoldForm {
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

export interface VariationForm extends SoldForm {
  /** `v<id>`, or `n<term>_<term>` for an unsaved variation. */
  key: string;
  /** Content of a package; empty: same as the product. */
  unitContent: string;
  /** Position of its image, starting at 1; empty for none. */
  image: string;
  remove: boolean;
  /** Stock when the form was opened: an untouched quantity must not undo sales made meanwhile. */
  quantityBefore: string;
}

/** A linked product in the form, as submitted. */
export interface LinkedForm {
  id: number;
  /** Position, starting at 1; empty for the last. */
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

/** Submitted product form, to be shown again when it is refused. */
export interface ProductForm extends SoldForm {
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
  /** Values by attribute, one per line. */
  attributes: Readonly<Record<string, string>>;
  /** Attributes used for variations. */
  varies: readonly string[];
  /** Extension fields by key; `1` for true. */
  extra: Readonly<Record<string, string>>;
  images: readonly ImageForm[];
  newImages: string;
  /** Products shown on this product's page. */
  upsells: readonly LinkedForm[];
  /** Products shown in a cart that contains this product. */
  crossSells: readonly LinkedForm[];
  /** Search phrase for products to link. */
  linkedSearch: string;
  variations: readonly VariationForm[];
  modified: string;
  /** Last field of the form; absent when the request was truncated. */
  complete: boolean;
}

/** Higher than the limit of a product, so that exceeding it is reported rather than truncated. */
const MAX_LINKED = PRODUCT_LIMITS.linked * 3;

type Fields = Readonly<Record<string, FormValue>>;

const isFields = (value: FormValue | undefined): value is Fields & { [key: string]: FormValue } =>
  typeof value === 'object' && !Array.isArray(value);
const text = (value: FormValue | undefined): string => (typeof value === 'string' ? value.replace(/\r\n/g, '\n') : '');

function entries(value: FormValue | undefined): [string, Fields][] {
  if (Array.isArray(value))
    return value.flatMap((one, index): [string, Fields][] => (isFields(one) ? [[String(index), one]] : []));
  return isFields(value)
    ? Object.entries(value).flatMap(([key, one]): [string, Fields][] => (isFields(one) ? [[key, one]] : []))
    : [];
}

function texts(value: FormValue | undefined): string[] {
  if (Array.isArray(value)) return value.filter((one): one is string => typeof one === 'string');
  return isFields(value) ? Object.values(value).filter((one): one is string => typeof one === 'string') : [];
}

/** Returns the linked products in the form, followed by those selected in the search results. */
function readLinked(stored: FormValue | undefined, ticked: FormValue | undefined): LinkedForm[] {
  const idOf = (value: string): number => (/^\d{1,10}$/.test(value) ? Number(value) : 0);
  const rows = entries(stored).map(([, one]) => ({
    id: idOf(text(one.id)),
    position: text(one.position).trim().slice(0, 5),
    remove: text(one.remove) === '1',
  }));
  const added = texts(ticked)
    .map(idOf)
    .filter((id) => !rows.some((row) => row.id === id));
  return [...rows, ...[...new Set(added)].map((id) => ({ id, position: '', remove: false }))]
    .filter(({ id }) => id > 0)
    .slice(0, MAX_LINKED);
}

function readSold(fields: Fields): SoldForm {
  const part = (name: string): string => text(fields[name]).trim().slice(0, 200);
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
  const part = (name: string, max = 400): string => text(fields[name]).trim().slice(0, max);
  return {
    ...readSold(fields),
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
    categories: texts(fields.categories).map(Number).filter(Number.isInteger),
    tags: part('tags', 6000),
    brand: part('brand'),
    attributes: isFields(fields.attributes)
      ? Object.fromEntries(
          Object.entries(fields.attributes).map(([name, value]) => [name, text(value).slice(0, 10_000)]),
        )
      : {},
    varies: texts(fields.varies),
    extra: isFields(fields.extra)
      ? Object.fromEntries(Object.entries(fields.extra).map(([key, value]) => [key, text(value).trim().slice(0, 5000)]))
      : {},
    images: entries(fields.images).map(([, image]) => ({
      source: text(image.source),
      alt: text(image.alt).trim(),
      width: text(image.width),
      height: text(image.height),
      remove: text(image.remove) === '1',
      position: text(image.position),
    })),
    newImages: part('newImages', 6000),
    upsells: readLinked(fields.upsells, fields.addUpsells),
    crossSells: readLinked(fields.crossSells, fields.addCrossSells),
    linkedSearch: part('linkedSearch', 200),
    variations: entries(fields.variations).map(([key, one]) => ({
      ...readSold(one),
      key,
      unitContent: text(one.unitContent).trim().slice(0, 20),
      image: text(one.image),
      remove: text(one.remove) === '1',
      quantityBefore: text(one.quantityBefore),
    })),
    modified: part('modified'),
    complete: part('complete') === '1',
  };
}

const linkedForm = (ids: readonly number[] = []): LinkedForm[] =>
  ids.map((id, index) => ({ id, position: String(index + 1), remove: false }));

/** Returns the distinct names in a text with one per line. */
export function linesOf(value: string): string[] {
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
  readonly terms: readonly CatalogueTerm[];
  readonly taxonomies: readonly CatalogueTaxonomy[];
}

/** Returns the form of a stored product. */
export function formOf(product: StoredProduct, { money, timeZone, terms, taxonomies }: FormParts): ProductForm {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const own = product.termIds.flatMap((id) => byId.get(id) ?? []);
  const variationTerms = [...new Set(product.variations.flatMap((variation) => variation.termIds))].flatMap(
    (id) => byId.get(id) ?? [],
  );
  const names = (taxonomy: string): string =>
    [...own, ...variationTerms]
      .filter((term) => term.taxonomy === taxonomy)
      .map((term) => term.name)
      .join('\n');
  const sold = (
    one: Pick<
      StoredProduct,
      'sku' | 'gtin' | 'price' | 'stockQuantity' | 'stock' | 'backorders' | 'expectedOn' | 'weight'
    >,
  ): SoldForm & { quantityBefore: string } => {
    const quantity = one.stockQuantity === null ? '' : String(one.stockQuantity);
    return {
      sku: one.sku,
      gtin: one.gtin,
      ...priceForm(one.price),
      quantity,
      quantityBefore: quantity,
      stock: one.stock,
      backorders: one.backorders,
      expectedOn: one.expectedOn ?? '',
      weight: one.weight === 0 ? '' : String(one.weight),
    };
  };
  const priceForm = (tag: PriceTag | null): Pick<SoldForm, 'regular' | 'sale' | 'saleFrom' | 'saleTo'> => ({
    regular: tag ? money.formatInput(tag.regular) : '',
    sale: tag && tag.sale !== null ? money.formatInput(tag.sale) : '',
    saleFrom: toLocal(tag?.saleFrom ?? null, timeZone),
    saleTo: toLocal(tag?.saleTo ?? null, timeZone),
  });
  return {
    ...sold(product),
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
    categories: own.filter((term) => term.taxonomy === 'product_cat').map((term) => term.id),
    tags: names('product_tag'),
    brand: names('product_brand').split('\n')[0] ?? '',
    attributes: Object.fromEntries(
      taxonomies.filter((one) => one.kind === 'attribute').map((one) => [one.name, names(one.name)]),
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
    upsells: linkedForm(product.upsellIds),
    crossSells: linkedForm(product.crossSellIds),
    linkedSearch: '',
    variations: product.variations.map((variation) => ({
      ...sold(variation),
      unitContent: variation.unitContent === 0 ? '' : String(variation.unitContent),
      key: `v${variation.id}`,
      image: variation.imageIndex < 0 ? '' : String(variation.imageIndex + 1),
      remove: false,
    })),
    modified: product.updatedAt,
    complete: true,
  };
}
