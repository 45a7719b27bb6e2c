import type { Database } from 'plinth';
import { type CodeSource, textsOf, tokenRowsOf } from './product-texts.js';
import type { TextRow, TokenRow } from './tables.js';
import { inBatches, insertRows } from '../search-tokens/row-batches.js';
import { partsOf } from '../search-tokens/ngrams.js';

/** Keeps the token index in sync with products. */
export interface ProductTokens {
  /**
   * Updates the tokens of products to their current rows; call it inside the transaction that wrote the products, while
   * they are locked.
   */
  update(productIds: readonly number[]): Promise<void>;
  /**
   * Rebuilds the index, a few hundred products per transaction; meanwhile, searches find the products that are already
   * indexed.
   * @param progress receives the number of products indexed
   */
  rebuild(progress?: (done: number) => void): Promise<number>;
}

/** Products per batch. */
const PRODUCTS = 200;

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

const same = (one: TextRow, other: TextRow): boolean => TEXT_COLUMNS.every((key) => one[key] === other[key]);
const compared = (one: string, other: string): number => Number(one > other) - Number(one < other);
const keyOf = ({ word, place, product_id }: TokenRow): string => `${product_id} ${place} ${word}`;

export function createProductTokens({ db }: { db: Database }): ProductTokens {
  /** Adds the parts of words that are not yet in the index. */
  async function learn(words: readonly string[]): Promise<void> {
    const unknown = new Set(words);
    for (const some of inBatches(words)) {
      // A word no longer than a part is a part of itself.
      const known = await db()(PARTS).whereIn('part', some).where('word', db().ref('part')).pluck('word');
      for (const word of known) unknown.delete(word);
    }
    const rows = [...unknown].flatMap((word) => partsOf(word).map((part) => ({ part, word })));
    // Sorted, so that two transactions that add the same words wait for each other instead of deadlocking.
    rows.sort((one, other) => compared(one.part, other.part) || compared(one.word, other.word));
    await insertRows(db, PARTS, ['part', 'word'], rows, 'leave');
  }

  async function forget(rows: readonly TokenRow[]): Promise<void> {
    for (const [{ product_id, place }, words] of byPlace(rows)) {
      for (const some of inBatches(words))
        await db()(TOKENS).where({ product_id, place }).whereIn('word', some).delete();
    }
  }

  async function followSome(ids: readonly number[]): Promise<void> {
    const products = await db()('store_products')
      .whereIn('id', ids)
      .select('id', 'name', 'sku', 'gtin', 'short_description', 'status', 'visibility', 'price', 'type');
    const variable = products.filter((row) => row.type === 'variable').map((row) => row.id);
    const variations =
      variable.length === 0
        ? []
        : await db()('store_variations')
            .whereIn('product_id', variable)
            .orderBy('id')
            .select('product_id', 'sku', 'gtin', 'regular_price');
    const variationsOf = new Map<number, CodeSource[]>(variable.map((id) => [id, []]));
    for (const row of variations) variationsOf.get(row.product_id)?.push(row);
    const before = new Map((await db()<TextRow>(TEXTS).whereIn('product_id', ids)).map((row) => [row.product_id, row]));
    const texts = new Map(products.map((row) => [row.id, textsOf(row, variationsOf.get(row.id) ?? [])]));

    const changed = ids.filter((id) => {
      const [was, is] = [before.get(id), texts.get(id)];
      return was === undefined || is === undefined ? was !== is : !same(was, is);
    });
    if (changed.length === 0) return;
    const old = changed.flatMap((id) => before.get(id) ?? []);
    const now = changed.flatMap((id) => texts.get(id) ?? []);
    const [had, has] = [old.flatMap(tokenRowsOf), now.flatMap(tokenRowsOf)];
    const [hadKeys, hasKeys] = [new Set(had.map(keyOf)), new Set(has.map(keyOf))];
    const fresh = has.filter((row) => !hadKeys.has(keyOf(row)));
    await forget(had.filter((row) => !hasKeys.has(keyOf(row))));
    await learn([...new Set(fresh.map((row) => row.word))]);
    await insertRows(db, TOKENS, ['word', 'place', 'product_id'], fresh);
    if (old.length > 0)
      await db()(TEXTS)
        .whereIn(
          'product_id',
          old.map((row) => row.product_id),
        )
        .delete();
    await insertRows(db, TEXTS, TEXT_COLUMNS, now);
  }

  async function follow(productIds: readonly number[]): Promise<void> {
    const ids = [...new Set(productIds)];
    for (let at = 0; at < ids.length; at += PRODUCTS) await followSome(ids.slice(at, at + PRODUCTS));
  }

  return {
    update: follow,
    async rebuild(progress) {
      // The texts last: products saved meanwhile are compared with them.
      for (const table of [PARTS, TOKENS, TEXTS]) await db()(table).truncate();
      let done = 0;
      for (let after = 0; ;) {
        const ids = await db()('store_products').where('id', '>', after).orderBy('id').limit(PRODUCTS).pluck('id');
        const last = ids.at(-1);
        if (last === undefined) return done;
        await db.transaction(() => follow(ids));
        after = last;
        done += ids.length;
        progress?.(done);
      }
    },
  };
}

/** Groups the words to delete by product and field. */
function byPlace(rows: readonly TokenRow[]): (readonly [TokenRow, string[]])[] {
  const found = new Map<string, readonly [TokenRow, string[]]>();
  for (const row of rows) {
    const key = `${row.product_id} ${row.place}`;
    const [, words] = found.get(key) ?? [row, []];
    words.push(row.word);
    found.set(key, [row, words]);
  }
  return [...found.values()];
}
