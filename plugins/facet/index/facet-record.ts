import { normalizeForSearch } from 'plinth';
import { SOLD_OUT } from '../engine/sold-out.js';
import type { FacetDocument, FacetRecord } from '../engine/types.js';
import type { ProductRecord, Term, VariationRecord } from './catalog.js';
import { MAX_VALUE_LENGTH } from './clean-value.js';
import { toDayNumber } from './days.js';
import type { CustomValues } from './facet-source.js';
import type { Vocabulary } from './vocabulary.js';

/**
 * Converts a product to the engine's record: one document per variation, or one for a simple product.
 * @param customValues values from extensions' sources, which apply to each of its documents
 */
export function toFacetRecord(
  product: ProductRecord,
  vocabulary: Vocabulary,
  customValues: CustomValues = {},
): FacetRecord {
  const terms = product.termIds.flatMap((id) => vocabulary.lineage(id));
  return {
    id: product.id,
    order: {
      position: product.position,
      name: normalizeForSearch(product.name),
      rating: product.rating,
      ratingCount: product.ratingCount,
      sales: product.sales,
      published: Math.floor(Date.parse(`${product.publishedAt.replace(' ', 'T')}Z`) / 1000) || 0,
      available: product.stock === 'instock' || product.variations.some(({ stock }) => stock === 'instock'),
    },
    text: {
      name: product.name,
      codes: [product, ...product.variations].flatMap(({ sku, gtin }) => [sku, gtin]).filter((code) => code !== ''),
      other: [...terms.map(({ name }) => name), product.shortDescription].join(' '),
    },
    docs: documentsOf(product, terms, vocabulary, customValues),
  };
}

function documentsOf(
  product: ProductRecord,
  terms: readonly Term[],
  vocabulary: Vocabulary,
  customValues: CustomValues,
): FacetDocument[] {
  const shared = fieldValues(product, vocabulary);
  addCustomValues(shared, customValues);
  const starValues = ratingValues(product.rating);
  if (starValues.length > 0) shared.values.rating = starValues;
  const byTaxonomy = groupTerms(terms);
  if (product.variations.length === 0) return [documentOf(shared, byTaxonomy, product)];
  const variations = product.variations.map((variation) => ({
    variation,
    own: groupTerms(variation.termIds.flatMap((id) => vocabulary.lineage(id))),
  }));
  const variationTaxonomies = new Set(variations.flatMap(({ own }) => [...own.keys()]));
  return variations
    .map(({ variation, own }) => {
      const groups = new Map(byTaxonomy);
      // A variation without a value for an attribute that others have matches any of the product's values.
      for (const taxonomy of variationTaxonomies)
        groups.set(taxonomy, own.get(taxonomy) ?? byTaxonomy.get(taxonomy) ?? []);
      return { variation, document: { ...documentOf(shared, groups, variation), variation: variation.id } };
    })
    .sort(
      (a, b) =>
        Number(a.variation.stock === SOLD_OUT) - Number(b.variation.stock === SOLD_OUT) ||
        a.variation.price - b.variation.price ||
        a.variation.id - b.variation.id,
    )
    .map(({ document }) => document);
}

type Buyable = Pick<VariationRecord, 'price' | 'onSale' | 'stock'>;
type Values = Record<string, readonly string[]>;

function documentOf(
  shared: { values: Values; numbers: Record<string, number> },
  groups: ReadonlyMap<string, readonly string[]>,
  { price, onSale, stock }: Buyable,
): FacetDocument {
  const values: Values = {};
  for (const [taxonomy, ids] of groups) values[`tax:${taxonomy}`] = ids;
  return {
    values: { ...values, ...shared.values, stock: [stock], ...(onSale ? { on_sale: ['yes'] } : {}) },
    numbers: { ...shared.numbers, price },
  };
}

function groupTerms(terms: readonly Term[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { taxonomy, id } of terms) {
    const ids = groups.get(taxonomy);
    if (!ids) groups.set(taxonomy, [String(id)]);
    else if (!ids.includes(String(id))) ids.push(String(id));
  }
  return groups;
}

/** Returns the whole stars that the rating reaches; selecting four stars means four and more. */
function ratingValues(rating: number): string[] {
  return ['1', '2', '3', '4', '5'].filter((stars) => rating >= Number(stars));
}

function fieldValues(
  product: ProductRecord,
  vocabulary: Vocabulary,
): { values: Values; numbers: Record<string, number> } {
  const values: Values = {};
  const numbers: Record<string, number> = {};
  for (const { key, type, format } of vocabulary.fields.values()) {
    const value = product.fields[key];
    const source = `field:${key}`;
    if (value === undefined || value === '') continue;
    if (type === 'number') {
      if (Number.isFinite(Number(value))) numbers[source] = Number(value);
    } else if (type === 'boolean') {
      values[source] = [value === true || value === 'true' || value === 1 || value === '1' ? 'yes' : 'no'];
    } else {
      const text = String(value).trim().slice(0, MAX_VALUE_LENGTH);
      if (text !== '') values[source] = [text];
      const day = format === undefined ? undefined : toDayNumber(text);
      if (day !== undefined) numbers[source] = day;
    }
  }
  return { values, numbers };
}

function addCustomValues({ values, numbers }: ReturnType<typeof fieldValues>, customValues: CustomValues): void {
  for (const [source, value] of Object.entries(customValues)) {
    if (typeof value === 'string') values[source] = [value];
    else if (typeof value === 'number') numbers[source] = value;
    else if (typeof value === 'boolean') values[source] = [value ? 'yes' : 'no'];
    else if (isList(value)) values[source] = value;
    else for (const [name, number] of Object.entries(value)) numbers[`${source}.${name}`] = number;
  }
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

/** Returns the number of distinct values and numbers of a product, as an index with one row per value would have. */
export function countRows({ docs }: FacetRecord): number {
  const rows = new Set<string>();
  for (const { values, numbers } of docs) {
    for (const [source, keys] of Object.entries(values)) for (const key of keys) rows.add(`${source}=${key}`);
    for (const [source, number] of Object.entries(numbers)) rows.add(`${source}#${number}`);
  }
  return rows.size;
}
