import type { FacetEngine, FacetRecord } from '../engine/types.js';
import type { SourceValue } from './facet-source.js';
import { toFacetRecord } from './facet-record.js';
import { sourceIdOf, type CustomColumn } from './index-state.js';
import type { IndexTable } from './index-table.js';
import { unpackProduct } from './packed-product.js';
import type { Term } from './catalog.js';
import type { Vocabulary } from './vocabulary.js';

/** The data an engine was filled with, and the current names of its values. */
export interface RenamedValues {
  readonly table: IndexTable;
  readonly engine: FacetEngine;
  readonly generation: number;
  readonly columns: readonly CustomColumn[];
  readonly vocabulary: Vocabulary;
}

const BATCH = 200;

/**
 * Updates products in an engine for renamed or moved terms; their rows only contain term ids.
 * @returns false if the engine does not support this, so that everything must be read again
 */
export async function renameProducts(
  renamed: RenamedValues,
  terms: readonly Term[],
  signal: AbortSignal,
): Promise<boolean> {
  const { engine } = renamed;
  if (!engine.findByValues || !engine.merge) return false;
  const bySource = new Map<string, string[]>();
  for (const { taxonomy, id } of terms)
    bySource.set(`tax:${taxonomy}`, [...(bySource.get(`tax:${taxonomy}`) ?? []), String(id)]);
  const ids = new Set<number>();
  for (const [source, values] of bySource) for (const id of await engine.findByValues(source, values)) ids.add(id);
  if (ids.size > 0) await engine.merge(recordsOf(renamed, [...ids], signal), signal);
  return true;
}

async function* recordsOf(
  { table, generation, columns, vocabulary }: RenamedValues,
  ids: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<readonly FacetRecord[]> {
  const sources = new Map(columns.map(({ source, column }) => [column, sourceIdOf(source)]));
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const customValues = new Map<number, Record<string, SourceValue>>();
    for (const { column, productId, value } of await table.own.valuesOf([...sources.keys()], batch))
      customValues.set(productId, { ...customValues.get(productId), [sources.get(column) ?? '']: value });
    const rows = await table.rowsOf(generation, batch);
    signal.throwIfAborted();
    yield rows.map((row) =>
      toFacetRecord(unpackProduct(row.product_id, row.packed), vocabulary, customValues.get(row.product_id)),
    );
  }
}
