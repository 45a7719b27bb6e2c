import { createHash } from 'node:crypto';
import { PlinthError } from 'plinth';
import type { FacetEngine, FacetRecord } from '../engine/types.js';
import { findChanges, readChanged, rowsOf } from './changed-products.js';
import { toFacetRecord } from './facet-record.js';
import type { CustomValues, SourceValue } from './facet-source.js';
import type { IndexCopies } from './index-copies.js';
import { sourceIdOf, type IndexState, sameColumns, samePosition } from './index-state.js';
import { PACK_FORMAT, unpackProduct } from './packed-product.js';
import type { BuildDeps } from './rebuild.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** The data an engine was filled with. */
export interface LoadedEngine {
  /** Identifies the data, as in shared engines. */
  readonly fingerprint: string;
  readonly state: IndexState;
  readonly vocabulary: Vocabulary;
  /** Resolves once the data has been copied for the next start. */
  readonly pendingCopy?: Promise<void>;
}

/** Reason why the engine was not filled. */
type ReadFailure = 'replaced' | 'lost';

interface IndexReadResult {
  outcome: ReadFailure | undefined;
}

/** Dependencies of filling an engine. */
export interface LoadDeps extends BuildDeps {
  /** Absent if no copies are stored. */
  readonly copies?: IndexCopies;
}

/** Number of products below which reading the rows is as fast as reading a copy. */
const MIN_COPIED_PRODUCTS = 5000;
/** Maximum number of changes since a copy was written; with more, the copy is not used. */
const MAX_CHANGES_SINCE_COPY = 500;

/** Number of products per batch; small, since reading and unpacking a batch blocks the event loop. */
const LOAD_BATCH = 100;

/**
 * Fills an engine from the tables in the background; readers see the new data in one step. Incomplete rows are
 * discarded.
 * @returns `replaced` if another index has become the valid one, `lost` if rows are missing; both are retried
 * @throws the reason `signal` was aborted with
 */
export async function loadIndex(
  deps: LoadDeps,
  engine: FacetEngine,
  initialState: IndexState,
  signal: AbortSignal,
): Promise<LoadedEngine | ReadFailure> {
  const vocabulary = await readVocabulary(deps.catalog());
  const state = await bringUpToDate(deps, initialState, vocabulary);
  if (!state) return 'replaced';
  const reading: IndexReadResult = { outcome: undefined };
  try {
    const filling = fingerprintOf(state, vocabulary);
    const records = storedRecords(deps, state, vocabulary, reading, signal);
    const { shared } = engine;
    if (!shared) {
      const copyState = await fillFromCopy(deps, engine, state, filling, signal);
      if (copyState) return { state: copyState, vocabulary, fingerprint: filling };
      await engine.build(records, signal);
      return { state, vocabulary, fingerprint: filling, pendingCopy: writeCopy(deps, engine, state, filling) };
    }
    if ((await shared.position())?.fingerprint !== filling)
      await engine.build(records, signal, {
        fingerprint: filling,
        sequence: state.sequence,
        ownSequence: state.ownSequence,
      });
    // Other processes may have filled it, or may have advanced it.
    const sharedPosition = await shared.position();
    return sharedPosition?.fingerprint === filling
      ? {
          state: { ...state, sequence: sharedPosition.sequence, ownSequence: sharedPosition.ownSequence },
          vocabulary,
          fingerprint: filling,
        }
      : 'replaced';
  } catch (error) {
    if (!reading.outcome) throw error;
    return reading.outcome;
  }
}

/**
 * Fills an engine from the copy that another process made of the same rows, if few changes have followed.
 * @returns the resulting state of the engine; later changes are read by the process that follows them
 */
async function fillFromCopy(
  deps: LoadDeps,
  { copies }: FacetEngine,
  state: IndexState,
  filling: string,
  signal: AbortSignal,
): Promise<IndexState | undefined> {
  const found = copies && state.products >= MIN_COPIED_PRODUCTS ? await deps.copies?.find(filling) : undefined;
  if (!copies || !found || found.position.sequence > state.sequence || found.position.ownSequence > state.ownSequence)
    return undefined;
  const copyState = { ...state, sequence: found.position.sequence, ownSequence: found.position.ownSequence };
  const { needsFullRead, ids } = await findChanges(deps, copyState, state.announced);
  if (
    needsFullRead ||
    ids.length > MAX_CHANGES_SINCE_COPY ||
    (await deps.table.count(state.generation)) !== state.products
  )
    return undefined;
  signal.throwIfAborted();
  await copies.fill(found.copy, signal);
  return copyState;
}

/** Copies the current data for the next start. */
function writeCopy(
  { copies }: LoadDeps,
  engine: FacetEngine,
  { products, sequence, ownSequence }: IndexState,
  filling: string,
): Promise<void> | undefined {
  return products >= MIN_COPIED_PRODUCTS && engine.copies
    ? copies?.save(engine.copies.take(), { fingerprint: filling, sequence, ownSequence })
    : undefined;
}

/** Returns the identifier of the rows and names that an engine was filled with. */
export function fingerprintOf(
  { generation, columns }: Pick<IndexState, 'generation' | 'columns'>,
  { taxonomies, terms, fields }: Vocabulary,
): string {
  const names = [
    [...taxonomies.values()].map(({ name, hierarchical }) => [name, hierarchical]),
    [...terms.values()].map(({ id, taxonomy, parentId, name }) => [id, taxonomy, parentId, name]),
    [...fields.values()].map(({ key, type, format = '' }) => [key, type, format]),
  ];
  const hash = createHash('sha256')
    .update(JSON.stringify([PACK_FORMAT, columns.map(({ column }) => column), names]))
    .digest('hex');
  return `${generation}-${hash.slice(0, 16)}`;
}

/** Writes pending changes to the tables, so that an engine that was ahead does not fall behind when it is refilled. */
async function bringUpToDate(
  deps: BuildDeps,
  state: IndexState,
  vocabulary: Vocabulary,
): Promise<IndexState | undefined> {
  const changes = await findChanges(deps, state, state.announced);
  // The check that follows the changes rebuilds the index.
  if (changes.needsFullRead || changes.ids.length === 0) return state;
  await deps.table.advance(
    state.generation,
    changes.position,
    rowsOf(await readChanged(deps, changes.ids, state.netPrices), vocabulary),
  );
  const newState = await deps.table.state();
  return newState?.generation === state.generation ? newState : undefined;
}

/**
 * Yields all records of a generation, and throws at the end if they are incomplete, so that the engine only accepts
 * complete data.
 */
async function* storedRecords(
  { table }: BuildDeps,
  state: IndexState,
  vocabulary: Vocabulary,
  reading: IndexReadResult,
  signal: AbortSignal,
): AsyncGenerator<readonly FacetRecord[]> {
  const sources = new Map(state.columns.map(({ source, column }) => [column, sourceIdOf(source)]));
  let read = 0;
  for (let after = 0; ;) {
    const rows = await table.rows(state.generation, after, LOAD_BATCH);
    signal.throwIfAborted();
    const last = rows.at(-1)?.product_id;
    if (last === undefined) break;
    const customValues = new Map<number, Record<string, SourceValue>>();
    for (const { column, productId, value } of await table.own.values([...sources.keys()], after, last))
      customValues.set(productId, { ...customValues.get(productId), [sources.get(column) ?? '']: value });
    yield rows.map((row) =>
      toFacetRecord(unpackProduct(row.product_id, row.packed), vocabulary, customValues.get(row.product_id)),
    );
    read += rows.length;
    after = last;
  }
  reading.outcome = await outcomeOf(table, state, read);
  if (reading.outcome) throw new PlinthError('facet_index_changed', 'The index was replaced while it was being read.');
}

/**
 * Returns why the data read is not a complete index; undefined if it is: generation and columns are still valid and the
 * number of rows matches.
 */
async function outcomeOf(table: BuildDeps['table'], state: IndexState, read: number): Promise<ReadFailure | undefined> {
  for (let endState = await table.state(); ;) {
    if (endState?.generation !== state.generation || !sameColumns(endState.columns, state.columns)) return 'replaced';
    // Rows written meanwhile are read again by the process that follows the changes, but none may be missing.
    const isUnchanged = samePosition(endState, state);
    const rowCount = isUnchanged ? read : await table.count(state.generation);
    const latestState = isUnchanged ? endState : await table.state();
    if (latestState && samePosition(latestState, endState)) return rowCount === endState.products ? undefined : 'lost';
    endState = latestState;
  }
}

/** Returns the custom values of sources that the index contains for every product. */
export function pickIndexedValues(
  values: CustomValues | undefined,
  indexedSources: ReadonlySet<string>,
): CustomValues | undefined {
  return values && Object.fromEntries(Object.entries(values).filter(([source]) => indexedSources.has(source)));
}
