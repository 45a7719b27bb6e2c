import type { EngineChanges, FacetRecord } from '../engine/types.js';
import { soldOutBeside } from '../engine/sold-out.js';
import type { GroongaClient } from './groonga-client.js';
import { stemsOf } from '../search/stems.js';
import { textSearch } from '../search/text-index.js';
import { codeKey, MAX_WORD_BYTES, stemKey } from './server-terms.js';
import {
  type Columns,
  NUMBER,
  OFFERED_PRICE,
  numberSourceOf,
  rankedPrice,
  type Tables,
  VALUE,
  valuesOf,
} from './server-tables.js';

/** Number of products per delete command. */
const DELETE_BATCH = 200;

/** Writes products over existing ones. Every column is written, since an omitted one would keep its old value. */
export async function writeRecords(
  client: GroongaClient,
  tables: Tables,
  columns: Columns,
  records: readonly FacetRecord[],
): Promise<void> {
  const pairs = new Map<string, string>();
  const docs = records.flatMap((record) => docRows(record, columns, pairs));
  await client.load(tables.products, records.map(productRow));
  await client.load(
    tables.pairs,
    [...pairs].map(([_key, value]) => ({ _key, value })),
  );
  await client.load(tables.docs, docs);
}

/** Writes changed products, and deletes removed products and variations. */
export async function writeChanges(
  client: GroongaClient,
  tables: Tables,
  columns: Columns,
  { upserts, removals }: EngineChanges,
): Promise<void> {
  await writeRecords(client, tables, columns, upserts);
  const byVersions = new Map<number, number[]>();
  for (const { id, docs } of upserts) byVersions.set(docs.length, [...(byVersions.get(docs.length) ?? []), id]);
  for (const [versions, ids] of byVersions)
    await deleteRows(client, tables.docs, 'product', ids, ` && number >= ${versions}`);
  await deleteRows(client, tables.docs, 'product', removals);
  await deleteRows(client, tables.products, '_key', removals);
}

async function deleteRows(
  client: GroongaClient,
  table: string,
  column: string,
  ids: readonly number[],
  condition = '',
): Promise<void> {
  for (let offset = 0; offset < ids.length; offset += DELETE_BATCH)
    await client.run('delete', {
      table,
      filter: `in_values(${column}, ${ids.slice(offset, offset + DELETE_BATCH).join(', ')})${condition}`,
    });
}

function productRow({ id, order, text, docs }: FacetRecord): object {
  const { position, name, rating, ratingCount, sales, published, available } = order;
  const prepared = textSearch.prepare(text);
  const words = prepared.words.filter((word) => Buffer.byteLength(word) <= MAX_WORD_BYTES);
  const codes = prepared.codes.filter((code) => Buffer.byteLength(code) <= MAX_WORD_BYTES);
  return {
    _key: id,
    position,
    name,
    rating,
    rating_count: ratingCount,
    sales,
    published,
    versions: docs.length,
    available,
    words,
    stems: [...new Set(words.flatMap(stemsOf))].map(stemKey),
    codes: codes.join('\n'),
    whole_codes: codes.map(codeKey),
  };
}

function docRows({ id, docs }: FacetRecord, { values, numbers }: Columns, pairs: Map<string, string>): object[] {
  const isSingle = docs.length === 1;
  const setAside = soldOutBeside(docs);
  const valuesBySource = new Map([...values.keys()].map((source) => [source, valuesOf(source, { docs })]));
  return docs.map((doc, number) => {
    const row: Record<string, unknown> = {
      _key: `${id}:${number}`,
      product: id,
      number,
      version: doc.variation ?? 0,
      price: rankedPrice(doc.numbers.price ?? 0, setAside.has(doc)),
    };
    for (const [source, n] of values) {
      const sourceValues = valuesBySource.get(source)?.[number] ?? [];
      row[VALUE.all(n)] = sourceValues;
      row[VALUE.there(n)] = sourceValues.length > 0;
      row[VALUE.lone(n)] = isSingle ? sourceValues : [];
      row[VALUE.paired(n)] = isSingle ? [] : sourceValues.map((value) => addPair(pairs, `${id}/${n}/${value}`, value));
    }
    for (const [source, n] of numbers) {
      const own = source === OFFERED_PRICE && setAside.has(doc) ? undefined : doc.numbers[numberSourceOf(source)];
      row[NUMBER.value(n)] = own ?? 0;
      row[NUMBER.there(n)] = own !== undefined;
    }
    return row;
  });
}

function addPair(pairs: Map<string, string>, key: string, value: string): string {
  pairs.set(key, value);
  return key;
}
