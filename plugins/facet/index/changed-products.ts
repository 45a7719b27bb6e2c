import type { Catalog, ProductRecord } from './catalog.js';
import type { CustomValues, SourceResults, SourceReader, SourceValue } from './facet-source.js';
import { sourceIdOf, type IndexPosition, type CustomRow } from './index-state.js';
import type { ChangedRows, IndexTable } from './index-table.js';
import { customRowOf } from './custom-values-table.js';
import { indexRowOf } from './packed-product.js';
import { withShownPrices } from './price-display.js';
import type { Vocabulary } from './vocabulary.js';

interface ChangeDeps {
  readonly table: IndexTable;
  readonly catalog: () => Catalog;
  readonly sources: SourceReader;
}

/** The changes after a position, and the position that includes them. */
export interface ChangeSet {
  readonly ids: readonly number[];
  readonly position: IndexPosition;
  /** Whether there are too many changes to read individually, so that all products must be read. */
  readonly needsFullRead: boolean;
}

/** Changed products in their current state. */
export interface ChangedProducts {
  readonly products: readonly ProductRecord[];
  /** Ids of products that no longer exist. */
  readonly removals: readonly number[];
  readonly sourceValues: SourceResults;
}

const CHANGE_BATCH = 500;
/** Number of changes beyond which a new build is cheaper. */
const MAX_CHANGES = 5000;

/** @param announcedUpTo the last change of extensions' sources */
export async function findChanges(
  { table, catalog }: ChangeDeps,
  from: IndexPosition,
  announcedUpTo: number,
): Promise<ChangeSet> {
  const ids = new Set<number>();
  let { sequence, ownSequence } = from;
  if (announcedUpTo > ownSequence) {
    const changes = await table.announcements(ownSequence, MAX_CHANGES + 1);
    for (const { productId } of changes) ids.add(productId);
    ownSequence = changes.at(-1)?.sequence ?? ownSequence;
  }
  const changed = (await catalog().lastChange()) > sequence;
  while (changed) {
    const changes = await catalog().changes(sequence, CHANGE_BATCH);
    for (const { productId } of changes) ids.add(productId);
    sequence = changes.at(-1)?.sequence ?? sequence;
    if (changes.length < CHANGE_BATCH || ids.has(0) || ids.size > MAX_CHANGES) break;
  }
  return { ids: [...ids], position: { sequence, ownSequence }, needsFullRead: ids.has(0) || ids.size > MAX_CHANGES };
}

/**
 * @param netPrices whether the index has prices without tax
 * @param only the sources to query; all when absent
 */
export async function readChanged(
  { catalog, sources }: ChangeDeps,
  ids: readonly number[],
  netPrices: boolean,
  only?: ReadonlySet<string>,
): Promise<ChangedProducts> {
  const products: ProductRecord[] = [];
  const sourceValues = {
    values: new Map<number, CustomValues>(),
    queried: new Set<string>(),
    failed: new Set<string>(),
  };
  for (let at = 0; at < ids.length; at += CHANGE_BATCH) {
    const read = await catalog().recordsOf(ids.slice(at, at + CHANGE_BATCH));
    const { values, queried, failed } = await sources.read(read, only);
    products.push(...withShownPrices(read, netPrices));
    for (const [id, ownValues] of values) sourceValues.values.set(id, ownValues);
    for (const source of queried) sourceValues.queried.add(source);
    for (const source of failed) sourceValues.failed.add(source);
  }
  const existingIds = new Set(products.map(({ id }) => id));
  return { products, removals: ids.filter((id) => !existingIds.has(id)), sourceValues };
}

/**
 * Returns a source's values for products as rows of its column.
 * @param source id with its version
 */
export function customRowsOf(source: string, { values }: SourceResults): Omit<CustomRow, 'column'>[] {
  const id = sourceIdOf(source);
  return [...values].flatMap(([productId, customValues]) => {
    const value: SourceValue | undefined = customValues[id];
    return value === undefined ? [] : [customRowOf(productId, value)];
  });
}

export function rowsOf({ products, removals, sourceValues }: ChangedProducts, vocabulary: Vocabulary): ChangedRows {
  return {
    upserts: products.map((product) => indexRowOf(product, vocabulary)),
    removals,
    customRows: new Map([...sourceValues.queried].map((source) => [source, customRowsOf(source, sourceValues)])),
  };
}
