import { PlinthError } from 'plinth';
import type { FacetEngine } from '../engine/types.js';
import { idsOf, type IndexState } from './index-state.js';
import { type LoadedEngine, type LoadDeps, loadIndex } from './load-index.js';
import { bringIn, type IndexLoad, type LiveState } from './loaded.js';
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

export function createIndexLoading({ parts, engine: engineNow, live, signal }: IndexLoadingDeps): IndexLoading {
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

  async function fill(engine: FacetEngine, found: IndexState): Promise<Awaited<ReturnType<typeof loadIndex>>> {
    try {
      return await loadIndex(parts, engine, found, signal);
    } catch (error) {
      // Queries on an unavailable shared engine are answered by the fallback, so nothing has to wait for it.
      if (!engine.shared || live.loaded || signal.aborted) throw error;
      return { state: found, vocabulary: await readVocabulary(parts.catalogue()), fingerprint: '' };
    } finally {
      live.missedChanges = undefined;
    }
  }

  async function load(): Promise<void> {
    for (;;) {
      const found = await parts.table.state();
      if (!isUsable(found)) {
        await buildForReaders((state) => !isUsable(state));
        continue;
      }
      const engine = engineNow();
      const meanwhile = createMissedChanges(live.loaded);
      live.missedChanges = meanwhile;
      const fillResult = await fill(engine, found);
      if (fillResult === 'lost') await buildForReaders((state) => state?.generation === found.generation);
      if (fillResult === 'lost' || fillResult === 'replaced') continue;
      live.pendingCopy = fillResult.pendingCopy;
      const fresh = loadedFrom(fillResult, engine);
      const lacks = meanwhile.after(fresh);
      // Changes that another process wrote to a shared engine are in it already, or follow from its position.
      if (lacks && !engine.shared) await bringIn(fresh, lacks.changed);
      live.loaded = { ...fresh, ...(engine.shared ? undefined : lacks?.position) };
      return;
    }
  }

  return { build, ensureBuilt: buildForReaders, load };
}

function loadedFrom({ state, vocabulary, fingerprint }: LoadedEngine, engine: FacetEngine): IndexLoad {
  const { products, generation, sequence, ownSequence, columns } = state;
  return {
    fingerprint,
    products,
    generation,
    sequence,
    ownSequence,
    columns,
    customSources: idsOf(columns),
    vocabulary,
    engine,
  };
}
