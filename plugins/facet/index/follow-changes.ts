import type { PluginLog } from 'plinth';
import type { EnginePosition, SharedEngine } from '../engine/types.js';
import { addColumns, dropColumns } from './add-columns.js';
import type { Term } from './catalog.js';
import { findChanges, readChanged, rowsOf } from './changed-products.js';
import type { IndexBackground } from './index-background.js';
import type { IndexLoading } from './index-loading.js';
import {
  sourceIdOf,
  sourceIdsOf,
  type IndexPosition,
  type IndexState,
  type CustomColumn,
  sameColumns,
} from './index-state.js';
import { fingerprintOf, type LoadDeps } from './load-index.js';
import { applyChangedProducts, type IndexLoad, type LiveState } from './loaded.js';
import { isUsable } from './rebuild.js';
import { type RenamedValues, renameProducts } from './renamed-products.js';
import { changedTerms, type Vocabulary } from './vocabulary.js';

interface FollowDeps {
  readonly parts: LoadDeps;
  readonly live: LiveState;
  readonly loading: Pick<IndexLoading, 'load' | 'ensureBuilt'>;
  readonly renew: IndexBackground['renew'];
}

interface FollowNamesDeps extends Omit<FollowDeps, 'parts'> {
  readonly parts: Pick<LoadDeps, 'table'>;
  readonly log: PluginLog;
  readonly signal: AbortSignal;
  /** Returns the current names; the same object while they do not change. */
  vocabulary(): Promise<Vocabulary>;
}

/**
 * Follows other processes in a shared engine, which reports its own position: others may advance it, refill it, or
 * restore it from an older copy.
 * @returns whether it can be written to; pending changes are written once it can
 */
export function createFollowOthers({
  live,
  loading: { load },
  renew,
}: Omit<FollowDeps, 'parts'>): () => Promise<boolean> {
  return async function followOthers(): Promise<boolean> {
    const before = live.loaded;
    if (!before?.engine.shared) return true;
    let sharedPosition: EnginePosition | undefined;
    try {
      sharedPosition = await before.engine.shared.position();
    } catch {
      // The engine choice reports the error; queries are answered by the fallback.
      return false;
    }
    if (sharedPosition?.fingerprint !== before.fingerprint) await renew(load, before.products);
    else if (live.loaded === before)
      live.loaded = { ...before, sequence: sharedPosition.sequence, ownSequence: sharedPosition.ownSequence };
    return true;
  };
}

/** Writes changes of the catalog and announcements of extensions to the engine and its tables. */
export function createFollowChanges({
  parts,
  live,
  loading: { load, ensureBuilt },
  renew,
}: FollowDeps): (announcedUpTo: number) => Promise<void> {
  const { table } = parts;

  async function applyChanges(ids: readonly number[], position: IndexPosition): Promise<void> {
    if (!live.loaded) return;
    if (live.loaded.engine.shared) return applyShared(live.loaded, live.loaded.engine.shared, ids, position);
    const { netPrices } = live.loaded;
    const changed = await readChanged(parts, ids, netPrices);
    const current = live.loaded;
    // An index with other prices was loaded meanwhile; the next check reads the changes for it.
    if (current.netPrices !== netPrices) return;
    await applyChangedProducts(current, changed);
    live.missedChanges?.add(changed);
    await table.advance(current.generation, position, rowsOf(changed, current.vocabulary));
    live.missedChanges?.setPosition(position);
    // A load that finished meanwhile starts from its own, earlier position and returns here.
    if (live.loaded === current)
      live.loaded = {
        ...current,
        sequence: Math.max(current.sequence, position.sequence),
        ownSequence: Math.max(current.ownSequence, position.ownSequence),
      };
  }

  /**
   * Data read under the lock is never older than the engine's. The tables are written first, so that an interrupted
   * process skips no change.
   */
  async function applyShared(
    current: IndexLoad,
    shared: SharedEngine,
    ids: readonly number[],
    position: IndexPosition,
  ): Promise<void> {
    await shared.withLock(async () => {
      const sharedPosition = await shared.position();
      if (
        sharedPosition?.fingerprint !== current.fingerprint ||
        sharedPosition.sequence < current.sequence ||
        sharedPosition.ownSequence < current.ownSequence
      )
        return;
      const reachedPosition = {
        sequence: Math.max(sharedPosition.sequence, position.sequence),
        ownSequence: Math.max(sharedPosition.ownSequence, position.ownSequence),
      };
      if (
        sharedPosition.sequence !== reachedPosition.sequence ||
        sharedPosition.ownSequence !== reachedPosition.ownSequence
      ) {
        const changed = await readChanged(parts, ids, current.netPrices);
        await table.advance(current.generation, position, rowsOf(changed, current.vocabulary));
        await applyChangedProducts(current, changed);
        await shared.setPosition({ fingerprint: current.fingerprint, ...reachedPosition });
      }
      if (live.loaded === current) live.loaded = { ...current, ...reachedPosition };
    });
  }

  return async function followChanges(announcedUpTo: number): Promise<void> {
    if (!live.loaded) return;
    const changes = await findChanges(parts, live.loaded, announcedUpTo);
    if (changes.needsFullRead) {
      const latestSequence = await parts.catalog().lastChange();
      const rebuild = async (): Promise<void> => {
        await ensureBuilt(
          (state) => !isUsable(state) || state.sequence < latestSequence || state.ownSequence < announcedUpTo,
        );
        await load();
      };
      return renew(rebuild, await parts.catalog().count());
    }
    if (changes.ids.length > 0) await applyChanges(changes.ids, changes.position);
  };
}

/** Builds the index again once lists show prices without tax, or with it again. */
export function createFollowPriceDisplay({
  parts,
  live,
  loading: { load, ensureBuilt },
  renew,
}: FollowDeps): () => Promise<void> {
  return async function followPriceDisplay(): Promise<void> {
    const netPrices = await parts.showsNetPrices();
    if (!live.loaded || netPrices === undefined || netPrices === live.loaded.netPrices) return;
    const rebuild = async (): Promise<void> => {
      await ensureBuilt((state) => !isUsable(state) || state.netPrices !== netPrices);
      await load();
    };
    await renew(rebuild, live.loaded.engine.stats().products);
  };
}

/**
 * Follows the registered sources of extensions: a new one is queried for every product in the background; a removed one
 * is dropped, and queried again if it returns. Others are not affected.
 */
export function createFollowSources({
  parts,
  live,
  loading: { load },
  renew,
}: FollowDeps): (state: IndexState | undefined) => Promise<void> {
  const { sources } = parts;

  /** Stops reading the values of a removed source; its rows are deleted once no build is running. */
  async function dropRemovedColumns(state: IndexState, remainingColumns: readonly CustomColumn[]): Promise<void> {
    await renew(() => dropColumns(parts, state, remainingColumns), state.products);
  }

  return async function followSources(state: IndexState | undefined): Promise<void> {
    const wantedSources = sources.listRegistered();
    if (!wantedSources || !live.loaded || !state || state.generation !== live.loaded.generation) return;
    const ids = new Set([...wantedSources].map(sourceIdOf));
    const remainingColumns = state.columns.filter(({ source }) => ids.has(sourceIdOf(source)));
    if (remainingColumns.length < state.columns.length) await dropRemovedColumns(state, remainingColumns);
    const suspended = sources.listSuspended();
    const missing = ({ columns }: IndexState): string[] =>
      [...wantedSources].filter(
        (source) => !suspended.has(source) && !columns.some((column) => column.source === source),
      );
    if (missing(state).length > 0) {
      const addMissing = async (): Promise<void> => {
        await addColumns(parts, missing);
        await load();
      };
      return renew(addMissing, live.loaded.engine.stats().products);
    }
    if (sameColumns(live.loaded.columns, remainingColumns)) return;
    const loadedColumns = live.loaded.columns;
    if (remainingColumns.some(({ column }) => loadedColumns.every((loadedColumn) => loadedColumn.column !== column)))
      return renew(load, live.loaded.engine.stats().products);
    live.loaded = { ...live.loaded, columns: remainingColumns, customSources: sourceIdsOf(remainingColumns) };
  };
}

/**
 * Follows the names of terms: they are shown at once, and products of renamed or moved terms are updated in the
 * background.
 */
export function createFollowNames({
  parts: { table },
  live,
  loading: { load },
  renew,
  log,
  signal,
  vocabulary: names,
}: FollowNamesDeps): () => Promise<void> {
  async function applyRenames(index: RenamedValues, terms: readonly Term[]): Promise<boolean> {
    const { shared } = index.engine;
    if (!shared) return renameProducts(index, terms, signal);
    return shared.withLock(async () => {
      const sharedPosition = await shared.position();
      const done = sharedPosition !== undefined && (await renameProducts(index, terms, signal));
      if (!done || !live.loaded) return false;
      const filling = fingerprintOf(index, index.vocabulary);
      await shared.setPosition({ ...sharedPosition, fingerprint: filling });
      if (live.loaded.generation === index.generation) live.loaded = { ...live.loaded, fingerprint: filling };
      return true;
    });
  }

  return async function followNames(): Promise<void> {
    if (!live.loaded) return;
    const [before, vocabulary] = [live.loaded, await names()];
    if (live.loaded !== before || vocabulary === before.comparedVocabulary) return;
    const terms = changedTerms(before.vocabulary, vocabulary);
    if (!terms) return renew(load, before.engine.stats().products);
    live.loaded = { ...before, vocabulary, comparedVocabulary: vocabulary };
    if (terms.length === 0) return;
    const { engine, generation, columns } = before;
    await applyRenames({ table, engine, generation, columns, vocabulary }, terms)
      .then((done) => (done ? undefined : renew(load, engine.stats().products)))
      .catch(async (error: unknown) => {
        log.warn('renamed terms could not be applied to the index; the whole index is read again', {
          error: String(error),
        });
        await renew(load, engine.stats().products);
      });
  };
}
