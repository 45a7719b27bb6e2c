import type { PluginLog } from 'plinth';
import type { EngineResult, EngineQuery, FacetEngine } from '../engine/types.js';
import type { Catalog } from './catalog.js';
import type { IndexTable } from './index-table.js';
import { indexMissing, type Snapshot } from './loaded.js';
import { isUsable } from './rebuild.js';
import type { SqlEngine } from './sql-engine.js';
import { readVocabulary } from './vocabulary.js';

/** Answers in place of the in-memory engine while that is not filled yet, or if it fails. */
export interface Fallback {
  /** Returns a snapshot to answer from before the engine is filled; undefined if only the engine can answer. */
  snapshot(): Promise<Snapshot | undefined>;
  /** @throws the engine's error, or `facet_index_not_found`, if only the engine can answer */
  query(snapshot: Snapshot, query: EngineQuery): Promise<EngineResult>;
}

interface FallbackDeps {
  readonly table: IndexTable;
  readonly catalog: () => Catalog;
  readonly sqlEngine: () => SqlEngine;
  /** An engine without data. */
  readonly empty: FacetEngine;
  readonly log: PluginLog;
}

/**
 * Maximum number of products; with larger catalogs, SQL would keep the database busy for as long as filling the engine
 * takes.
 */
export const MAX_PRODUCTS = 2000;

export function createFallback({ table, catalog, sqlEngine, empty, log }: FallbackDeps): Fallback {
  const canAnswer = async ({ customSelections, ranking }: EngineQuery): Promise<boolean> =>
    !customSelections?.length && !ranking && ((await table.state())?.products ?? Infinity) <= MAX_PRODUCTS;

  return {
    async snapshot() {
      const state = await table.state();
      if (!isUsable(state) || state.products > MAX_PRODUCTS) return undefined;
      const { generation, sequence, ownSequence, netPrices } = state;
      return {
        engine: empty,
        vocabulary: await readVocabulary(catalog()),
        generation,
        sequence,
        ownSequence,
        netPrices,
        customSources: new Set(),
      };
    },
    async query(snapshot, query) {
      const { engine } = snapshot;
      if (engine === empty) {
        if (!(await canAnswer(query))) throw indexMissing();
        return sqlEngine().query(snapshot, query);
      }
      try {
        return await engine.query(query);
      } catch (error) {
        if (!(await canAnswer(query))) throw error;
        log.error('the filter engine failed; the query is answered by the database', { error: String(error) });
        return sqlEngine().query(snapshot, query);
      }
    },
  };
}
