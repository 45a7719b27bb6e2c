import type { PluginLog } from 'plinth';
import type { EngineAnswer, EngineQuery, FacetEngine } from '../engine/types.js';
import type { Catalogue } from './catalogue.js';
import type { IndexTable } from './index-table.js';
import { indexMissing, type Snapshot } from './loaded.js';
import { isUsable } from './rebuild.js';
import type { SqlEngine } from './sql-engine.js';
import { readVocabulary } from './vocabulary.js';

/** Answers for the engine in memory while that is not filled yet, or when it fails. */
export interface StandIn {
  /** What there is to answer with before the engine is filled; undefined where only it can. */
  snapshot(): Promise<Snapshot | undefined>;
  /** @throws what the engine failed with, or `facet_index_missing`, where only it can answer */
  answer(snapshot: Snapshot, query: EngineQuery): Promise<EngineAnswer>;
}

interface StandInDeps {
  readonly table: IndexTable;
  readonly catalogue: () => Catalogue;
  readonly second: () => SqlEngine;
  /** An engine that was filled with nothing. */
  readonly empty: FacetEngine;
  readonly log: PluginLog;
}

/** Of larger catalogues SQL would keep the database busy for as long as filling the engine takes. */
export const MAX_PRODUCTS = 2000;

export function createStandIn({ table, catalogue, second, empty, log }: StandInDeps): StandIn {
  const canAnswer = async ({ own, ranking }: EngineQuery): Promise<boolean> =>
    !own?.length && !ranking && ((await table.state())?.products ?? Infinity) <= MAX_PRODUCTS;

  return {
    async snapshot() {
      const state = await table.state();
      if (!isUsable(state) || state.products > MAX_PRODUCTS) return undefined;
      const { generation, sequence, ownSequence } = state;
      return {
        engine: empty,
        vocabulary: await readVocabulary(catalogue()),
        generation,
        sequence,
        ownSequence,
        own: new Set(),
      };
    },
    async answer(snapshot, query) {
      const { engine } = snapshot;
      if (engine === empty) {
        if (!(await canAnswer(query))) throw indexMissing();
        return second().query(snapshot, query);
      }
      try {
        return await engine.query(query);
      } catch (error) {
        if (!(await canAnswer(query))) throw error;
        log.error('the engine of the filter failed; its tables answer', { error: String(error) });
        return second().query(snapshot, query);
      }
    },
  };
}
