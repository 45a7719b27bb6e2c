import { isListed, type ProductRow, type VariationRow } from '../products/tables.js';
import { firstCharacters, foldedLine, wordsOf } from '../search-tokens/ngrams.js';
import type { TextRow, TokenRow } from './tables.js';

/** Field in which a word occurs; products that visitors cannot find have separate numbers. */
const FIELD_NUMBERS = { name: 1, code: 2, wholeCode: 3, unpriced: 4, description: 5 } as const;
export type TextField = keyof typeof FIELD_NUMBERS;
const UNLISTED = 10;
const FIELD_BY_NUMBER: Readonly<Partial<Record<number, TextField>>> = Object.fromEntries(
  Object.entries(FIELD_NUMBERS).map(([field, number]) => [number, field as TextField]),
);

type TextSource = Pick<
  ProductRow,
  'id' | 'name' | 'sku' | 'gtin' | 'short_description' | 'status' | 'visibility' | 'price'
>;
export type CodeSource = Pick<VariationRow, 'product_id' | 'sku' | 'gtin' | 'regular_price'>;

/** Returns the numbers of fields in the table, for products that visitors can find or, for the shop owner, for all. */
export function placesOf(fields: readonly TextField[], all: boolean): number[] {
  return fields.flatMap((field) =>
    all ? [FIELD_NUMBERS[field], FIELD_NUMBERS[field] + UNLISTED] : [FIELD_NUMBERS[field]],
  );
}

/** Returns the field of a number in the table. */
export function placeOf(number: number): TextField {
  return FIELD_BY_NUMBER[number % UNLISTED] ?? 'description';
}

export function textsOf(product: TextSource, variations: readonly CodeSource[]): TextRow {
  const name = foldedLine(product.name);
  const codes = (rows: readonly Pick<ProductRow, 'sku' | 'gtin'>[]): string => {
    const found = rows
      .flatMap(({ sku, gtin }) => [sku ?? '', gtin])
      .filter((code) => code !== '')
      .map(foldedLine);
    return found.length === 0 ? '' : `\n${found.join('\n')}\n`;
  };
  return {
    product_id: product.id,
    listed: isListed(product) ? 1 : 0,
    name_start: firstCharacters(name),
    name,
    codes: codes([product, ...variations.filter((row) => row.regular_price !== null)]),
    unpriced: codes(variations.filter((row) => row.regular_price === null)),
    description: foldedLine(product.short_description.replace(/<[^>]*>/g, ' ')),
  };
}

/** Returns the token rows of a product; deterministic for the same texts. */
export function tokenRowsOf({ product_id, listed, name, codes, unpriced, description }: TextRow): TokenRow[] {
  const rows = (field: TextField, words: readonly string[]): TokenRow[] =>
    words.map((word) => ({ word, place: FIELD_NUMBERS[field] + (listed === 1 ? 0 : UNLISTED), product_id }));
  return [
    ...rows('name', wordsOf(name)),
    ...rows('code', wordsOf(codes)),
    ...rows('wholeCode', [
      ...new Set(
        codes
          .split('\n')
          .filter(Boolean)
          .map((code) => firstCharacters(code)),
      ),
    ]),
    ...rows('unpriced', wordsOf(unpriced)),
    ...rows('description', wordsOf(description)),
  ];
}
