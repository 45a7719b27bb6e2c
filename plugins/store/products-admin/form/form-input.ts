import type { PluginScope } from 'plinth';
import type { ProductInput, VariationInput } from '../../products/product-input.js';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import type {
  CatalogueTaxonomy,
  CatalogueTerm,
  FormError,
  PriceTag,
  ProductField,
  StockStatus,
} from '../../contract/index.js';
import type { ImageInput } from '../../images/image-store.js';
import type { Money } from '../../money/money.js';
import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';
import { fromLocal } from './local-time.js';
import { type LinkedForm, linesOf, type ProductForm, type SoldForm, type VariationForm } from './product-form.js';
import { withTyped } from '../typed-fields.js';

interface FormInputDeps {
  readonly words: Pick<PluginScope, '__'>;
  readonly money: Pick<Money, 'parse'>;
  readonly taxonomies: Pick<TaxonomyWriter, 'ensureTerm'>;
  readonly zone: string;
}

/** What is stored now, which the form does not say. */
interface FormGround {
  readonly stored: StoredProduct | null;
  readonly attributes: readonly CatalogueTaxonomy[];
  /** What extensions keep with products. */
  readonly fields: readonly ProductField[];
}

/** Addresses of pictures say nothing about their size; a square is what lists show. */
const UNKNOWN_SIZE = { width: 1000, height: 1000 };
const DEFAULT_TAX = 23;

/** Makes a product of a form; creates the terms it names. Errors name fields as the product's check does. */
export async function inputOf(
  form: ProductForm,
  { stored, attributes, fields }: FormGround,
  deps: FormInputDeps,
): Promise<{ input: ProductInput; errors: FormError[] }> {
  const {
    words: { __ },
    money,
    taxonomies,
    zone,
  } = deps;
  const errors: FormError[] = [];
  const wrong = (field: string, message: string): void => void errors.push({ field, message });

  function number(text: string, field: string, fallback: number, message: string): number {
    if (text === '') return fallback;
    const value = Number(text.replace(',', '.'));
    if (!Number.isFinite(value)) wrong(field, message);
    return Number.isFinite(value) ? value : fallback;
  }

  function tagOf(one: SoldForm, at: string): PriceTag | null {
    const amount = (text: string, field: string): number | null => {
      const minor = text === '' ? null : money.parse(text);
      if (text !== '' && minor === null)
        wrong(`${at}${field}`, __('Please write a price such as 12.50, with at most nine digits before the point.'));
      return minor;
    };
    const time = (text: string, field: string): string | null => {
      const moment = fromLocal(text, zone);
      if (moment === undefined) wrong(`${at}${field}`, __('Please choose a date and a time.'));
      return moment ?? null;
    };
    const tag = {
      regular: amount(one.regular, 'price.regular'),
      sale: amount(one.sale, 'price.sale'),
      saleFrom: time(one.saleFrom, 'price.saleFrom'),
      saleTo: time(one.saleTo, 'price.saleTo'),
    };
    if (tag.regular === null && tag.sale !== null)
      wrong(`${at}price.regular`, __('A sale needs a regular price to be below.'));
    return tag.regular === null ? null : { ...tag, regular: tag.regular };
  }

  function sold(
    one: SoldForm & { quantityBefore: string },
    at: string,
    now: { stockQuantity: number | null } | undefined,
  ) {
    const typed =
      one.quantity === ''
        ? null
        : number(one.quantity, `${at}stockQuantity`, 0, __('Please write how many pieces there are.'));
    return {
      sku: one.sku,
      gtin: one.gtin.replace(/[\s-]/g, ''),
      price: tagOf(one, at),
      stockQuantity: now && one.quantity === one.quantityBefore ? now.stockQuantity : typed,
      stock: one.stock as StockStatus,
      backorders: one.backorders,
      expectedOn: one.expectedOn,
      weight: Math.round(number(one.weight, `${at}weight`, 0, __('Please write the weight.'))),
    };
  }

  async function named(taxonomy: string, names: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const name of names.slice(0, 100))
      ids.push(await taxonomies.ensureTerm({ taxonomy, name: name.slice(0, 200) }));
    return ids;
  }

  const terms = [
    ...keptOrder(form.categories, stored?.termIds ?? []),
    ...(await named('product_tag', linesOf(form.tags))),
    ...(await named('product_brand', form.brand === '' ? [] : [form.brand])),
  ];
  for (const { name } of attributes)
    if (!form.varies.includes(name)) terms.push(...(await named(name, linesOf(form.attributes[name] ?? ''))));

  const kept = form.images.map((image, index) => ({ image, index })).filter(({ image }) => !image.remove);
  const ordered = [...kept].sort(
    (a, b) =>
      (Number(a.image.position) || a.index + 1) - (Number(b.image.position) || b.index + 1) || a.index - b.index,
  );
  const added = linesOf(form.newImages).map((source): ImageInput => ({
    source,
    alt: form.name.slice(0, 300),
    ...UNKNOWN_SIZE,
  }));
  const variations = form.variations
    .filter((one) => !one.remove)
    .map((one, index): VariationInput => {
      const before = stored?.variations.find((variation) => one.key === `v${variation.id}`);
      const picture = one.image === '' ? -1 : ordered.findIndex((entry) => entry.index === Number(one.image) - 1);
      return {
        id: before?.id ?? 0,
        ...sold(one, `variations.${index}.`, before),
        unitContent: number(
          one.unitContent,
          `variations.${index}.unitContent`,
          0,
          __('Please write how much a package holds.'),
        ),
        termIds: before?.termIds ?? termsOfKey(one),
        imageIndex: picture,
      };
    });

  const input: ProductInput = {
    ...sold(form, '', stored ?? undefined),
    id: stored?.id ?? 0,
    name: form.name,
    slug: form.slug,
    status: form.status as ProductInput['status'],
    visibility: form.visibility as ProductInput['visibility'],
    kind: form.kind,
    shortDescription: form.shortDescription,
    description: form.description,
    taxRate: number(form.taxRate, 'taxRate', DEFAULT_TAX, __('Please write a tax rate from 0 to 99.')),
    unit: form.unit,
    unitContent: number(form.unitContent, 'unitContent', 0, __('Please write how much a package holds.')),
    position: number(form.position, 'position', 0, __('Please write a whole number.')),
    featured: form.featured,
    upsellIds: linkedIds(form.upsells),
    crossSellIds: linkedIds(form.crossSells),
    termIds: [...new Set(terms)],
    variations,
    fields: withTyped(
      stored?.fields ?? {},
      fields,
      (key) => form.extra[key] ?? '',
      (key, message) => wrong(`extra.${key}`, message),
      __,
    ),
    images: [
      ...ordered.map(({ image }): ImageInput => ({
        source: image.source,
        alt: image.alt,
        width: Number(image.width) || UNKNOWN_SIZE.width,
        height: Number(image.height) || UNKNOWN_SIZE.height,
      })),
      ...added,
    ],
  };
  return { input, errors };
}

/** The ids that stay, by their places. */
export function linkedIds(rows: readonly LinkedForm[]): number[] {
  const kept = rows
    .map((row, index) => ({ row, index, place: Number(row.position) || rows.length + index }))
    .filter(({ row }) => !row.remove);
  return kept.sort((a, b) => a.place - b.place || a.index - b.index).map(({ row }) => row.id);
}

/** The category that was the first stays it, since cards name it. */
function keptOrder(chosen: readonly number[], before: readonly number[]): number[] {
  return [...before.filter((id) => chosen.includes(id)), ...chosen.filter((id) => !before.includes(id))];
}

/** The terms of a variation that is not saved yet. */
function termsOfKey({ key }: Pick<VariationForm, 'key'>): number[] {
  return /^n\d{1,10}(?:_\d{1,10}){0,9}$/.test(key) ? key.slice(1).split('_').map(Number) : [];
}

/** Adds a row for each choice of the values that has none yet; the rows that are there keep what they hold. */
export async function withMissingVariations(
  form: ProductForm,
  { stored, attributes }: Omit<FormGround, 'fields'>,
  { taxonomies }: Pick<FormInputDeps, 'taxonomies'>,
  most: number,
): Promise<ProductForm> {
  const lists: number[][] = [];
  for (const { name } of attributes) {
    if (!form.varies.includes(name)) continue;
    const ids: number[] = [];
    for (const value of linesOf(form.attributes[name] ?? '').slice(0, most))
      ids.push(await taxonomies.ensureTerm({ taxonomy: name, name: value.slice(0, 200) }));
    if (ids.length > 0) lists.push(ids);
  }
  if (lists.length === 0) return form;
  const known = new Set(
    form.variations.map((one) =>
      keyOf(stored?.variations.find((variation) => one.key === `v${variation.id}`)?.termIds ?? termsOfKey(one)),
    ),
  );
  const choices = lists.reduce<number[][]>(
    (rows, ids) => rows.flatMap((row) => ids.map((id) => [...row, id])).slice(0, most * 4),
    [[]],
  );
  const added = choices
    .filter((choice) => !known.has(keyOf(choice)))
    .map((choice): VariationForm => ({
      key: `n${choice.join('_')}`,
      sku: '',
      gtin: '',
      regular: form.regular,
      sale: '',
      saleFrom: '',
      saleTo: '',
      quantity: '',
      quantityBefore: '',
      stock: 'instock',
      backorders: false,
      expectedOn: '',
      weight: '',
      unitContent: '',
      image: '',
      remove: false,
    }));
  return { ...form, variations: [...form.variations, ...added].slice(0, most) };
}

const keyOf = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join('_');

/** What tells a row of the form from the others, by the names of its terms. */
export function rowName(
  row: Pick<VariationForm, 'key'>,
  stored: StoredProduct | null,
  terms: readonly CatalogueTerm[],
): string {
  const ids = stored?.variations.find((variation) => row.key === `v${variation.id}`)?.termIds ?? termsOfKey(row);
  return ids.map((id) => terms.find((term) => term.id === id)?.name ?? `#${id}`).join(', ');
}
