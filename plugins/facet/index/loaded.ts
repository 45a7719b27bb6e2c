import { PlinthError } from 'plinth';
import type { FacetEngine } from '../engine/types.js';
import type { ChangedProducts } from './changed-products.js';
import { toFacetRecord } from './facet-record.js';
import type { CustomColumn } from './index-state.js';
import { pickIndexedValues } from './load-index.js';
import type { MissedChanges } from './missed-changes.js';
import type { Vocabulary } from './vocabulary.js';

/** Everything that a query needs: the filled engine, and the names of its values. */
export interface Snapshot {
  readonly engine: FacetEngine;
  readonly vocabulary: Vocabulary;
  /** Generation of the rows that the engine was filled with. */
  readonly generation: number;
  /** The last included change of the catalog. */
  readonly sequence: number;
  /** The last included change announced by extensions. */
  readonly ownSequence: number;
  /** Whether its prices are without tax. */
  readonly netPrices: boolean;
  /** Ids of the included sources of extensions. */
  readonly customSources: ReadonlySet<string>;
}

/** The data an engine was filled with. */
export interface IndexLoad extends Snapshot {
  /** Identifies the data, as in shared engines. */
  readonly fingerprint: string;
  /** Number of rows when it was filled. */
  readonly products: number;
  readonly columns: readonly CustomColumn[];
  /** The vocabulary it was last compared with. */
  readonly comparedVocabulary?: Vocabulary;
}

/** The loaded data, which loads and checks replace. */
export interface LiveState {
  loaded: IndexLoad | undefined;
  /** Changes written while an engine is being refilled from rows that do not include them. */
  missedChanges: MissedChanges | undefined;
  /** Resolves once the last data read has been copied for the next start. */
  pendingCopy: Promise<void> | undefined;
}

/** Writes changed products to a filled engine; with a synchronous engine this is done on return. */
export async function applyChangedProducts(
  { engine, vocabulary, customSources }: IndexLoad,
  { products, removals, sourceValues }: ChangedProducts,
): Promise<void> {
  return engine.apply({
    upserts: products.map((product) =>
      toFacetRecord(product, vocabulary, pickIndexedValues(sourceValues.values.get(product.id), customSources)),
    ),
    removals,
  });
}

/** Returns the error for a missing index. */
export function indexMissing(): PlinthError {
  return new PlinthError('facet_index_not_found', 'The filter is being prepared.', {
    hint: 'Try again in a minute, or run `npx plinth facet reindex`.',
    status: 503,
  });
}
