import { isListed, type ProductRow, type VariationRow } from '../products/tables.js';
import { firstCharacters, normalizeLine, splitWords } from '../search-tokens/ngrams.js';
import type { TextRow, TokenRow } from './tables.js';

/** Numbers of the fields in which words occur, as stored in `field`. */
const FIELD_NUMBERS = { name: 1, code: 2, wholeCode: 3, unpriced: 4, description: 5 } as const;
export type TextField = keyof typeof FIELD_NUMBERS;
/** Added to the field number for products that visitors cannot find. */
const UNLISTED_OFFSET = 10;
const FIELD_BY_NUMBER: Readonly<Partial<Record<number, TextField>>> = Object.fromEntries(
  Object.entries(FIELD_NUMBERS).map(([field, number]) => [number, field as TextField]),
);

type TextSource = Pick<
  ProductRow,
  'id' | 'name' | 'sku' | 'gtin' | 'short_description' | 'status' | 'visibility' | 'price'
>;
export type CodeSource = Pick<VariationRow, 'product_id' | 'sku' | 'gtin' | 'regular_price'>;

/**
 * Returns the stored numbers of fields.
 * @param all whether to include products that visitors cannot find
 */
export function fieldNumbers(fields: readonly TextField[], all: boolean): number[] {
  return fields.flatMap((field) =>
    all ? [FIELD_NUMBERS[field], FIELD_NUMBERS[field] + UNLISTED_OFFSET] : [FIELD_NUMBERS[field]],
  );
}

/** Returns the field of a stored number. */
export function fieldOfNumber(number: number): TextField {
  return FIELD_BY_NUMBER[number % UNLISTED_OFFSET] ?? 'description';
}

export function createTextRow(product: TextSource, variations: readonly CodeSource[]): TextRow {
  const name = normalizeLine(product.name);
  const codes = (rows: readonly Pick<ProductRow, 'sku' | 'gtin'>[]): string => {
    const found = rows
      .flatMap(({ sku, gtin }) => [sku ?? '', gtin])
      .filter((code) => code !== '')
      .map(normalizeLine);
    return found.length === 0 ? '' : `\n${found.join('\n')}\n`;
  };
  return {
    product_id: product.id,
    listed: isListed(product) ? 1 : 0,
    name_start: firstCharacters(name),
    name,
    codes: codes([product, ...variations.filter((row) => row.regular_price !== null)]),
    unpriced: codes(variations.filter((row) => row.regular_price === null)),
    description: normalizeLine(product.short_description.replace(/<[^>]*>/g, ' ')),
  };
}

/** Returns the token rows of a product. The same texts result in the same rows. */
export function createTokenRows({ product_id, listed, name, codes, unpriced, description }: TextRow): TokenRow[] {
  const rows = (field: TextField, words: readonly string[]): TokenRow[] =>
    words.map((word) => ({ word, field: FIELD_NUMBERS[field] + (listed === 1 ? 0 : UNLISTED_OFFSET), product_id }));
  return [
    ...rows('name', splitWords(name)),
    ...rows('code', splitWords(codes)),
    ...rows('wholeCode', [
      ...new Set(
        codes
          .split('\n')
          .filter(Boolean)
          .map((code) => firstCharacters(code)),
      ),
    ]),
    ...rows('unpriced', splitWords(unpriced)),
    ...rows('description', splitWords(description)),
  ];
}
