import type { Database } from 'plinth';
import { type CodeSource, createTextRow, createTokenRows } from './product-texts.js';
import type { TextRow, TokenRow } from './tables.js';
import { splitIntoBatches, insertRows } from '../search-tokens/row-batches.js';
import { suffixesOf } from '../search-tokens/ngrams.js';

/** Updates the token index of products. */
export interface ProductTokens {
  /**
   * Updates the tokens of products from their current rows. Call it inside the transaction that wrote the products,
   * while they are locked.
   */
  update(productIds: readonly number[]): Promise<void>;
  /**
   * Rebuilds the index in batches, one transaction each. During this time, searches find only products that are already
   * indexed.
   * @param progress called with the number of indexed products
   */
  rebuild(progress?: (done: number) => void): Promise<number>;
}

/** Number of products per batch. */
const BATCH_SIZE = 200;

const TEXTS = 'store_product_texts';
const TOKENS = 'store_product_tokens';
const PARTS = 'store_search_ngrams';
const TEXT_COLUMNS = [
  'product_id',
  'listed',
  'name_start',
  'name',
  'codes',
  'unpriced',
  'description',
] as const satisfies readonly (keyof TextRow)[];

const isSameText = (a: TextRow, other: TextRow): boolean => TEXT_COLUMNS.every((key) => a[key] === other[key]);
const compareStrings = (a: string, other: string): number => Number(a > other) - Number(a < other);
const tokenKey = ({ word, field, product_id }: TokenRow): string => `${product_id} ${field} ${word}`;

export function createProductTokens({ db }: { db: Database }): ProductTokens {
  /** Adds new words to the substring index. */
  async function addWords(words: readonly string[]): Promise<void> {
    const unknown = new Set(words);
    for (const some of splitIntoBatches(words)) {
      // A known word has an entry that equals the word.
      const known = await db()(PARTS).whereIn('part', some).where('word', db().ref('part')).pluck('word');
      for (const word of known) unknown.delete(word);
    }
    const rows = [...unknown].flatMap((word) => suffixesOf(word).map((part) => ({ part, word })));
    // Sorted, so that two transactions that add the same words do not deadlock.
    rows.sort((a, other) => compareStrings(a.part, other.part) || compareStrings(a.word, other.word));
    await insertRows(db, PARTS, ['part', 'word'], rows, 'leave');
  }

  async function deleteTokens(rows: readonly TokenRow[]): Promise<void> {
    for (const [{ product_id, field }, words] of groupByProductAndField(rows)) {
      for (const some of splitIntoBatches(words))
        await db()(TOKENS).where({ product_id, field }).whereIn('word', some).delete();
    }
  }

  async function updateBatch(ids: readonly number[]): Promise<void> {
    const products = await db()('store_products')
      .whereIn('id', ids)
      .select('id', 'name', 'sku', 'gtin', 'short_description', 'status', 'visibility', 'price', 'type');
    const variableIds = products.filter((row) => row.type === 'variable').map((row) => row.id);
    const variations =
      variableIds.length === 0
        ? []
        : await db()('store_variations')
            .whereIn('product_id', variableIds)
            .orderBy('id')
            .select('product_id', 'sku', 'gtin', 'regular_price');
    const variationsOf = new Map<number, CodeSource[]>(variableIds.map((id) => [id, []]));
    for (const row of variations) variationsOf.get(row.product_id)?.push(row);
    const before = new Map((await db()<TextRow>(TEXTS).whereIn('product_id', ids)).map((row) => [row.product_id, row]));
    const texts = new Map(products.map((row) => [row.id, createTextRow(row, variationsOf.get(row.id) ?? [])]));

    const changed = ids.filter((id) => {
      const [was, is] = [before.get(id), texts.get(id)];
      return was === undefined || is === undefined ? was !== is : !isSameText(was, is);
    });
    if (changed.length === 0) return;
    const oldTexts = changed.flatMap((id) => before.get(id) ?? []);
    const newTexts = changed.flatMap((id) => texts.get(id) ?? []);
    const [oldTokens, newTokens] = [oldTexts.flatMap(createTokenRows), newTexts.flatMap(createTokenRows)];
    const [hadKeys, hasKeys] = [new Set(oldTokens.map(tokenKey)), new Set(newTokens.map(tokenKey))];
    const addedTokens = newTokens.filter((row) => !hadKeys.has(tokenKey(row)));
    await deleteTokens(oldTokens.filter((row) => !hasKeys.has(tokenKey(row))));
    await addWords([...new Set(addedTokens.map((row) => row.word))]);
    await insertRows(db, TOKENS, ['word', 'field', 'product_id'], addedTokens);
    if (oldTexts.length > 0)
      await db()(TEXTS)
        .whereIn(
          'product_id',
          oldTexts.map((row) => row.product_id),
        )
        .delete();
    await insertRows(db, TEXTS, TEXT_COLUMNS, newTexts);
  }

  async function updateProducts(productIds: readonly number[]): Promise<void> {
    const ids = [...new Set(productIds)];
    for (let offset = 0; offset < ids.length; offset += BATCH_SIZE)
      await updateBatch(ids.slice(offset, offset + BATCH_SIZE));
  }

  return {
    update: updateProducts,
    async rebuild(progress) {
      // The texts are truncated last, because products that are saved meanwhile are compared with them.
      for (const table of [PARTS, TOKENS, TEXTS]) await db()(table).truncate();
      let indexedCount = 0;
      for (let after = 0; ;) {
        const ids = await db()('store_products').where('id', '>', after).orderBy('id').limit(BATCH_SIZE).pluck('id');
        const last = ids.at(-1);
        if (last === undefined) return indexedCount;
        await db.transaction(() => updateProducts(ids));
        after = last;
        indexedCount += ids.length;
        progress?.(indexedCount);
      }
    },
  };
}

/** Groups the words to delete by product and field. */
function groupByProductAndField(rows: readonly TokenRow[]): (readonly [TokenRow, string[]])[] {
  const found = new Map<string, readonly [TokenRow, string[]]>();
  for (const row of rows) {
    const key = `${row.product_id} ${row.field}`;
    const [, words] = found.get(key) ?? [row, []];
    words.push(row.word);
    found.set(key, [row, words]);
  }
  return [...found.values()];
}
