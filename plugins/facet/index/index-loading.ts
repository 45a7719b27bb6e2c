import { PlinthError } from 'plinth';
import type { FacetEngine } from '../engine/types.js';
import { sourceIdsOf, type IndexState } from './index-state.js';
import { type LoadedEngine, type LoadDeps, loadIndex } from './load-index.js';
import { applyChangedProducts, type IndexLoad, type LiveState } from './loaded.js';
import { createMissedChanges } from './missed-changes.js';
import { type IndexTotals, isUsable, rebuildIndex, type RebuildProgress } from './rebuild.js';
import { readVocabulary } from './vocabulary.js';

interface IndexLoadingDeps {
  readonly parts: LoadDeps;
  readonly engine: () => FacetEngine;
  readonly live: LiveState;
  /** Aborts builds and loads at their next step. */
  readonly signal: AbortSignal;
}

type LoadCondition = (state: IndexState | undefined) => boolean;

/** Builds the index, and fills the engine from it. */
export interface IndexLoading {
  build(progress: RebuildProgress, needed: LoadCondition): Promise<IndexTotals>;
  /** Builds the index if needed. If another process takes over the build, waits for it and checks again. */
  ensureBuilt(needed: LoadCondition): Promise<void>;
  /**
   * Fills the engine from the tables; if the data turns out to be incomplete, starts again while the engine keeps its
   * state.
   */
  load(): Promise<void>;
}

export function createIndexLoading({ parts, engine: getEngine, live, signal }: IndexLoadingDeps): IndexLoading {
  const build: IndexLoading['build'] = (progress, needed) =>
    rebuildIndex(
      parts,
      async (processed, total, rows) => {
        signal.throwIfAborted();
        await progress(processed, total, rows);
      },
      needed,
    );

  async function buildForReaders(needed: LoadCondition): Promise<void> {
    for (;;) {
      try {
        await build(() => undefined, needed);
        return;
      } catch (error) {
        if (!(error instanceof PlinthError) || error.code !== 'facet_index_locked') throw error;
      }
    }
  }

  async function fill(engine: FacetEngine, startState: IndexState): Promise<Awaited<ReturnType<typeof loadIndex>>> {
    try {
      return await loadIndex(parts, engine, startState, signal);
    } catch (error) {
      // Queries on an unavailable shared engine are handled by the fallback, so nothing has to wait for it.
      if (!engine.shared || live.loaded || signal.aborted) throw error;
      return { state: startState, vocabulary: await readVocabulary(parts.catalog()), fingerprint: '' };
    } finally {
      live.missedChanges = undefined;
    }
  }

  async function load(): Promise<void> {
    for (;;) {
      const startState = await parts.table.state();
      if (!isUsable(startState)) {
        await buildForReaders((state) => !isUsable(state));
        continue;
      }
      const engine = getEngine();
      const meanwhile = createMissedChanges(live.loaded);
      live.missedChanges = meanwhile;
      const fillResult = await fill(engine, startState);
      if (fillResult === 'lost') await buildForReaders((state) => state?.generation === startState.generation);
      if (fillResult === 'lost' || fillResult === 'replaced') continue;
      live.pendingCopy = fillResult.pendingCopy;
      const fresh = toIndexLoad(fillResult, engine);
      // Products with other prices are read again, like any change.
      const missing = live.loaded?.netPrices === fresh.netPrices ? meanwhile.after(fresh) : undefined;
      // Changes that another process wrote to a shared engine are in it already, or follow from its position.
      if (missing && !engine.shared) await applyChangedProducts(fresh, missing.changed);
      live.loaded = { ...fresh, ...(engine.shared ? undefined : missing?.position) };
      return;
    }
  }

  return { build, ensureBuilt: buildForReaders, load };
}

function toIndexLoad({ state, vocabulary, fingerprint }: LoadedEngine, engine: FacetEngine): IndexLoad {
  const { products, generation, sequence, ownSequence, columns, netPrices } = state;
  return {
    fingerprint,
    products,
    generation,
    sequence,
    ownSequence,
    netPrices,
    columns,
    customSources: sourceIdsOf(columns),
    vocabulary,
    engine,
  };
}
