import { type MaybePromise, PlinthError } from 'plinth';
import type { FacetEngine } from '../engine/types.js';
import type { ChangedProducts } from './changed-products.js';
import { toFacetRecord } from './facet-record.js';
import type { OwnColumn } from './index-state.js';
import { heldOf } from './load-index.js';
import type { MissedChanges } from './missed-changes.js';
import type { Vocabulary } from './vocabulary.js';

/** What a query needs: the engine, filled, and the names of its values. */
export interface Snapshot {
  readonly engine: FacetEngine;
  readonly vocabulary: Vocabulary;
  /** Of the index's rows, those that the engine was filled with. */
  readonly generation: number;
  /** Of the catalogue's changes, the last that is in. */
  readonly sequence: number;
  /** Of the changes that extensions announced, the last that is in. */
  readonly ownSequence: number;
  /** Extensions' sources that are in, by their ids. */
  readonly own: ReadonlySet<string>;
}

/** What an engine was filled with. */
export interface Loaded extends Snapshot {
  /** As engines that are shared say it. */
  readonly filling: string;
  /** Of the rows, when it was filled. */
  readonly products: number;
  readonly columns: readonly OwnColumn[];
  /** The names it was compared with last. */
  readonly comparedWith?: Vocabulary;
}

/** What is loaded now, which loads and checks replace. */
export interface LiveState {
  loaded: Loaded | undefined;
  /** What is taken over from changes while an engine is filled anew, which does not know of them. */
  missed: MissedChanges | undefined;
  /** What was read last is being kept for the next start. */
  keeping: Promise<void> | undefined;
}

/** Brings changed products into an engine that was filled; one that answers at once is done when this returns. */
export function bringIn(
  { engine, vocabulary, own }: Loaded,
  { products, removals, said }: ChangedProducts,
): MaybePromise<void> {
  return engine.apply({
    upserts: products.map((product) => toFacetRecord(product, vocabulary, heldOf(said.values.get(product.id), own))),
    removals,
  });
}

/** There is no index to answer from. */
export function indexMissing(): PlinthError {
  return new PlinthError('facet_index_missing', 'The filter is being prepared.', {
    hint: 'Try again in a minute, or run `npx plinth facet reindex`.',
    status: 503,
  });
}
