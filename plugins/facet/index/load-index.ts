import { createHash } from 'node:crypto';
import { PlinthError } from 'plinth';
import type { FacetEngine, FacetRecord } from '../engine/types.js';
import { findChanges, readChanged, rowsOf } from './changed-products.js';
import { toFacetRecord } from './facet-record.js';
import type { OwnValues, SourceValue } from './facet-source.js';
import type { IndexCopies } from './index-copies.js';
import { idOf, type IndexState, sameColumns, samePosition } from './index-state.js';
import { PACK_FORMAT, unpackProduct } from './packed-product.js';
import type { BuildDeps } from './rebuild.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** What an engine was filled with. */
export interface Filled {
  /** What it holds, as engines that are shared say it. */
  readonly filling: string;
  readonly state: IndexState;
  readonly vocabulary: Vocabulary;
  /** Until what was read is kept for the next start. */
  readonly keeping?: Promise<void>;
}

/** Why nothing was taken over. */
type Unread = 'replaced' | 'lost';

interface Reading {
  outcome: Unread | undefined;
}

/** What an engine is filled from. */
export interface LoadDeps extends BuildDeps {
  /** Absent where nothing is kept of what was read. */
  readonly copies?: IndexCopies;
}

/** Fewer products are read in the time that a copy takes. */
const WORTH_COPYING = 5000;
/** More changes than these since a copy was made are not brought in one by one. */
const MAX_BEHIND = 500;

/** Few at once: reading and unpacking them is one stretch of work. */
const LOAD_BATCH = 100;

/**
 * Fills an engine from the tables, behind its readers, who see it in one step. Nothing is taken over of rows that turn out to be no whole index.
 * @returns `replaced` when another index is the valid one now, `lost` when rows are missing: to be tried again
 * @throws what `signal` was called off with
 */
export async function loadIndex(
  deps: LoadDeps,
  engine: FacetEngine,
  found: IndexState,
  signal: AbortSignal,
): Promise<Filled | Unread> {
  const vocabulary = await readVocabulary(deps.catalogue());
  const state = await bringUpToDate(deps, found, vocabulary);
  if (!state) return 'replaced';
  const reading: Reading = { outcome: undefined };
  try {
    const filling = fillingOf(state, vocabulary);
    const records = storedRecords(deps, state, vocabulary, reading, signal);
    const { shared } = engine;
    if (!shared) {
      const then = await fillFromCopy(deps, engine, state, filling, signal);
      if (then) return { state: then, vocabulary, filling };
      await engine.build(records, signal);
      return { state, vocabulary, filling, keeping: writeCopy(deps, engine, state, filling) };
    }
    if ((await shared.position())?.filling !== filling)
      await engine.build(records, signal, { filling, sequence: state.sequence, ownSequence: state.ownSequence });
    // Others may have filled it, or have gone on with it.
    const there = await shared.position();
    return there?.filling === filling
      ? { state: { ...state, sequence: there.sequence, ownSequence: there.ownSequence }, vocabulary, filling }
      : 'replaced';
  } catch (error) {
    if (!reading.outcome) throw error;
    return reading.outcome;
  }
}

/** Fills an engine with what another process read of the same rows, where little has changed since. @returns the state that the engine has now; what was written since is read by whoever follows the changes */
async function fillFromCopy(
  deps: LoadDeps,
  { copies }: FacetEngine,
  state: IndexState,
  filling: string,
  signal: AbortSignal,
): Promise<IndexState | undefined> {
  const found = copies && state.products >= WORTH_COPYING ? await deps.copies?.find(filling) : undefined;
  if (!copies || !found || found.position.sequence > state.sequence || found.position.ownSequence > state.ownSequence)
    return undefined;
  const then = { ...state, sequence: found.position.sequence, ownSequence: found.position.ownSequence };
  const { everything, ids } = await findChanges(deps, then, state.announced);
  if (everything || ids.length > MAX_BEHIND || (await deps.table.count(state.generation)) !== state.products)
    return undefined;
  signal.throwIfAborted();
  await copies.fill(found.copy, signal);
  return then;
}

/** Keeps what was read, as it is now, for the next start. */
function writeCopy(
  { copies }: LoadDeps,
  engine: FacetEngine,
  { products, sequence, ownSequence }: IndexState,
  filling: string,
): Promise<void> | undefined {
  return products >= WORTH_COPYING && engine.copies
    ? copies?.keep(engine.copies.take(), { filling, sequence, ownSequence })
    : undefined;
}

/** Tells which rows an engine was filled with, and under which names. */
export function fillingOf(
  { generation, columns }: Pick<IndexState, 'generation' | 'columns'>,
  { taxonomies, terms, fields }: Vocabulary,
): string {
  const names = [
    [...taxonomies.values()].map(({ name, hierarchical }) => [name, hierarchical]),
    [...terms.values()].map(({ id, taxonomy, parentId, name }) => [id, taxonomy, parentId, name]),
    [...fields.values()].map(({ key, type }) => [key, type]),
  ];
  const made = createHash('sha256')
    .update(JSON.stringify([PACK_FORMAT, columns.map(({ column }) => column), names]))
    .digest('hex');
  return `${generation}-${made.slice(0, 16)}`;
}

/** Writes into the tables what has changed after them: an engine that was further already does not fall behind with what it is filled with anew. */
async function bringUpToDate(
  deps: BuildDeps,
  state: IndexState,
  vocabulary: Vocabulary,
): Promise<IndexState | undefined> {
  const changes = await findChanges(deps, state, state.announced);
  // Whoever follows the changes builds anew.
  if (changes.everything || changes.ids.length === 0) return state;
  await deps.table.advance(
    state.generation,
    changes.position,
    rowsOf(await readChanged(deps, changes.ids), vocabulary),
  );
  const now = await deps.table.state();
  return now?.generation === state.generation ? now : undefined;
}

/** All records of a generation, or an error at their end: the engine takes over only what was read as a whole. */
async function* storedRecords(
  { table }: BuildDeps,
  state: IndexState,
  vocabulary: Vocabulary,
  reading: Reading,
  signal: AbortSignal,
): AsyncGenerator<readonly FacetRecord[]> {
  const sources = new Map(state.columns.map(({ source, column }) => [column, idOf(source)]));
  let read = 0;
  for (let after = 0; ;) {
    const rows = await table.rows(state.generation, after, LOAD_BATCH);
    signal.throwIfAborted();
    const last = rows.at(-1)?.product_id;
    if (last === undefined) break;
    const own = new Map<number, Record<string, SourceValue>>();
    for (const { column, productId, value } of await table.own.values([...sources.keys()], after, last))
      own.set(productId, { ...own.get(productId), [sources.get(column) ?? '']: value });
    yield rows.map((row) =>
      toFacetRecord(unpackProduct(row.product_id, row.packed), vocabulary, own.get(row.product_id)),
    );
    read += rows.length;
    after = last;
  }
  reading.outcome = await outcomeOf(table, state, read);
  if (reading.outcome) throw new PlinthError('facet_index_changed', 'The index was replaced while it was read.');
}

/** Why what was read is no whole index; undefined when it is: a generation and columns that are valid still have lost no rows, and their number says so. */
async function outcomeOf(table: BuildDeps['table'], state: IndexState, read: number): Promise<Unread | undefined> {
  for (let end = await table.state(); ;) {
    if (end?.generation !== state.generation || !sameColumns(end.columns, state.columns)) return 'replaced';
    // What was written meanwhile is read again by whoever follows the changes; the rows must all be there nevertheless.
    const still = samePosition(end, state);
    const there = still ? read : await table.count(state.generation);
    const after = still ? end : await table.state();
    if (after && samePosition(after, end)) return there === end.products ? undefined : 'lost';
    end = after;
  }
}

/** Of what extensions said of a product, what the index holds of every product. */
export function heldOf(values: OwnValues | undefined, own: ReadonlySet<string>): OwnValues | undefined {
  return values && Object.fromEntries(Object.entries(values).filter(([source]) => own.has(source)));
}
