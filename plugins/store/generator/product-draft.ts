import type { PriceTag, StockStatus } from '../contract/index.js';
import { DEPARTMENTS } from './catalog-terms.js';
import { type ProductText, writeText } from './product-text.js';
import { entryAt, type Random, xorshift32, zipf } from './random.js';
import { ATTRIBUTES } from './vocabulary/attributes.js';
import type { LeafCategory, RootCategory } from './vocabulary/category-tree.js';
import { IMAGES } from './vocabulary/images.js';
import { BRANDS } from './vocabulary/words.js';

/** An attribute value of the vocabulary: indexes of attribute and value. */
export type AttributeValue = readonly [attribute: number, value: number];

interface SellableDraft {
  readonly sku: string;
  readonly gtin: string;
  readonly price: PriceTag;
  /** null when stock is not tracked. */
  readonly stockQuantity: number | null;
  readonly stock: StockStatus;
}

export interface VariationDraft extends SellableDraft {
  readonly value: AttributeValue;
}

/** A product before its categories, brand and attributes have ids. */
export interface ProductDraft extends SellableDraft, ProductText {
  readonly number: number;
  readonly root: RootCategory;
  /** Indexes of its subcategories in the whole tree; the first is the main one. */
  readonly leaves: readonly number[];
  readonly brand: number;
  readonly values: readonly AttributeValue[];
  /** File in `assets/demo`, without `.svg`. */
  readonly image: string;
  readonly variations: readonly VariationDraft[];
  /** Thousandths of the department's unit; 0 for no price per unit. */
  readonly unitContent: number;
  /** In grams. */
  readonly weight: number;
  /** Hundredths of a star. */
  readonly rating: number;
  readonly ratingCount: number;
  readonly sales: number;
  /** Seconds before the start of the generator. */
  readonly age: number;
}

interface Leaf {
  readonly tokens: LeafCategory;
  readonly root: RootCategory;
}

const LEAVES: readonly Leaf[] = DEPARTMENTS.flatMap((root) =>
  root.children.flatMap((middle) => middle.leaves.map((tokens) => ({ tokens, root }))),
);
const LEAVES_OF_ROOT = LEAVES.length / DEPARTMENTS.length;
/** Coprime to the number of subcategories, so that popular ones are spread over the departments. */
const LEAF_STRIDE = 67;
const chooseLeaf = zipf(LEAVES.length, 0.9);
const chooseBrand = zipf(BRANDS.length, 1);
const chooseValue = ATTRIBUTES.map(({ values }) => zipf(values.length, 1.05));
/** Attributes that variations can differ in: color, scent or taste, size. */
const VARYING = ['kolor', 'nuta', 'rozmiar'].map((slug) =>
  ATTRIBUTES.findIndex((attribute) => attribute.slug === slug),
);

const MEDIAN_PRICE = 81;
const TWO_YEARS = 730 * 86_400;
const CONTENTS: Readonly<Record<RootCategory['unit'], readonly number[]>> = {
  '': [0],
  kg: [200, 250, 500, 1000],
  l: [50, 200, 250, 500],
  szt: [0, 0, 1000, 2000, 4000, 6000],
};

/**
 * Creates drafts by number, identical for the same seed and first number.
 * @param first number of the first product; part of the seed, so that a second run creates different products
 */
export function createDrafts(seed: number, first: number): { next(): ProductDraft } {
  const structure = xorshift32(seed ^ Math.imul(first, 0x9e3779b1));
  const text = xorshift32(~seed ^ Math.imul(first, 0x85ebca6b));
  let number = first;
  return { next: () => draft(number++, structure, text) };
}

function draft(number: number, structure: Random, text: Random): ProductDraft {
  const main = (chooseLeaf(structure) * LEAF_STRIDE) % LEAVES.length;
  const { tokens, root } = entryAt(LEAVES, main);
  const leaves = structure.chance(0.1)
    ? [...new Set([main, main - (main % LEAVES_OF_ROOT) + structure.integer(LEAVES_OF_ROOT)])]
    : [main];
  const brand = chooseBrand(structure);
  const values = pickValues(root, structure);
  const sku = `${root.code}-${String(number).padStart(7, '0')}`;
  const regular = randomPrice(structure);
  const price = randomPriceTag(regular, structure);
  const variations = structure.chance(0.1) ? randomVariations({ number, sku, root, values, regular }, structure) : [];
  const stockLevel = randomStock(structure);
  const rated = structure.chance(0.55);
  return {
    ...writeText(tokens, number, root.unit === 'kg' || root.unit === 'l', text),
    number,
    root,
    leaves,
    brand,
    image: IMAGES[tokens[1]] ?? root.image,
    values: uniqueValues([
      ...values.filter(([attribute]) => attribute !== variations[0]?.value[0]),
      ...variations.map((variation) => variation.value),
    ]),
    variations,
    sku,
    gtin: gtinOf(number, 0),
    price,
    ...stockLevel,
    unitContent: structure.pick(CONTENTS[root.unit]),
    weight: Math.max(20, Math.round(root.weight * Math.exp(structure.normal() * 0.6))),
    rating: rated ? Math.round(Math.min(5, Math.max(1, 4.2 + structure.normal() * 0.6)) * 100) : 0,
    ratingCount: rated ? 1 + Math.floor(Math.exp(1.8 + structure.normal())) : 0,
    sales: Math.floor(Math.exp(2 + structure.normal() * 1.6)),
    age: structure.integer(TWO_YEARS),
  };
}

function pickValues(root: RootCategory, structure: Random): AttributeValue[] {
  return root.attributes.flatMap((attribute) => {
    const times = entryAt(ATTRIBUTES, attribute).multiple && structure.chance(0.35) ? 2 + structure.integer(3) : 1;
    const choose = entryAt(chooseValue, attribute);
    return Array.from({ length: times }, () => [attribute, choose(structure)] as const);
  });
}

function uniqueValues(values: readonly AttributeValue[]): AttributeValue[] {
  return values.filter(
    ([attribute, value], index) => values.findIndex((other) => other[0] === attribute && other[1] === value) === index,
  );
}

/** Returns a price in minor units: log-normally distributed, mostly just below a whole number. */
function randomPrice(structure: Random): number {
  const wholePrice = Math.max(2, Math.round(MEDIAN_PRICE * Math.exp(structure.normal() * 0.9)));
  const end = structure.next();
  if (end < 0.7) return wholePrice * 100 - 1;
  return end < 0.85 ? wholePrice * 100 - 50 : wholePrice * 100;
}

function randomPriceTag(regular: number, structure: Random): PriceTag {
  const sale = structure.chance(0.18)
    ? Math.max(99, Math.round((regular * (0.5 + structure.next() * 0.4)) / 100) * 100 - 1)
    : null;
  return { regular, sale, saleFrom: null, saleTo: null };
}

function randomStock(structure: Random): { stock: StockStatus; stockQuantity: number | null } {
  const roll = structure.next();
  if (roll < 0.82)
    return { stock: 'instock', stockQuantity: structure.chance(0.3) ? null : 1 + structure.integer(200) };
  return { stock: roll < 0.94 ? 'outofstock' : 'onbackorder', stockQuantity: 0 };
}

interface VariationBase {
  readonly number: number;
  readonly sku: string;
  readonly root: RootCategory;
  readonly values: readonly AttributeValue[];
  readonly regular: number;
}

/** Returns two to four variations that differ in one attribute; the first has the value drawn for the product. */
function randomVariations({ number, sku, root, values, regular }: VariationBase, structure: Random): VariationDraft[] {
  const attribute = VARYING.find((index) => root.attributes.includes(index)) ?? entryAt(root.attributes, 0);
  const variationCount = 2 + structure.integer(3);
  const selectedValues = values
    .filter(([index]) => index === attribute)
    .map(([, value]) => value)
    .slice(0, variationCount);
  const { length: count } = entryAt(ATTRIBUTES, attribute).values;
  while (selectedValues.length < variationCount) {
    const value = structure.integer(count);
    if (!selectedValues.includes(value)) selectedValues.push(value);
  }
  return [...new Set(selectedValues)].map((value, index) => ({
    value: [attribute, value],
    sku: `${sku}-${index + 1}`,
    gtin: gtinOf(number, index + 1),
    price: randomPriceTag(regular + index * 500, structure),
    ...randomStock(structure),
  }));
}

/** GTINs starting with 20 are reserved for internal use by shops. */
function gtinOf(number: number, version: number): string {
  return ean13(`20${String(number * 10 + version).padStart(10, '0')}`);
}

/** Appends the check digit to twelve digits to form a GTIN-13. */
export function ean13(body: string): string {
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
