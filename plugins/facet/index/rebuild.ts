import type { Database } from 'plinth';
import { createScheduler } from '../engine/work.js';
import type { Builder, UnfinishedBuild } from './build-table.js';
import type { Catalog } from './catalog.js';
import { findChanges, customRowsOf } from './changed-products.js';
import type { SourceReader } from './facet-source.js';
import type { IndexState } from './index-state.js';
import type { IndexTable } from './index-table.js';
import { PACK_FORMAT, indexRowOf } from './packed-product.js';
import { type ShowsNetPrices, withShownPrices } from './price-display.js';
import { readVocabulary } from './vocabulary.js';

/** Dependencies of a build. */
export interface BuildDeps {
  readonly db: Database;
  readonly table: IndexTable;
  readonly catalog: () => Catalog;
  readonly sources: SourceReader;
  readonly showsNetPrices: ShowsNetPrices;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

export interface RebuildProgress {
  (processed: number, total: number, rows: number): void | Promise<void>;
}

export interface IndexTotals {
  readonly indexed_products: number;
  readonly indexed_rows: number;
}

/** Number of products per batch; small, since reading, packing and writing a batch blocks the event loop. */
export const BUILD_BATCH = 100;
const LOCK = 'facet-index';
/** Maximum time to wait for the build of another node, in milliseconds. */
const LOCK_TIMEOUT_MS = 600_000;
/**
 * Age from which an interrupted build starts over, in milliseconds, so that unannounced writes to the tables are
 * included.
 */
const MAX_RESUME_AGE_MS = 3_600_000;

/** Runs one builder at a time, as far as a lock can guarantee; writes also verify the {@link Builder}. */
export const withBuildLock = <T>({ db }: Pick<BuildDeps, 'db'>, work: () => Promise<T>): Promise<T> =>
  db.withLock(LOCK, work, { wait: LOCK_TIMEOUT_MS });

/**
 * Reads the whole catalog into a new generation and makes it the valid one in a single step; the old one is read until
 * then.
 * An interrupted build is resumed.
 * @param isNeeded called once the lock is held, since another node may have built meanwhile
 */
export function rebuildIndex(
  deps: BuildDeps,
  progress: RebuildProgress,
  isNeeded: (state: IndexState | undefined) => boolean,
): Promise<IndexTotals> {
  const { table } = deps;
  return withBuildLock(deps, async () => {
    const before = await table.state();
    if (!isNeeded(before)) return getTotals(table);
    const builder = await table.builds.begin();
    const netPrices = (await deps.showsNetPrices()) ?? before?.netPrices ?? false;
    const build = await readAll(
      deps,
      builder,
      (await findResumableBuild(deps, netPrices)) ?? (await startBuild(deps, before, netPrices)),
      progress,
    );
    const failed = new Set(build.failed);
    deps.sources.rest(failed);
    await table.publish(
      builder,
      build,
      build.columns.filter(({ source }) => !failed.has(source)),
    );
    await deleteOutdatedData(table, builder, before?.ownSequence);
    return { indexed_products: build.products, indexed_rows: build.rows };
  });
}

/** Starts a build from the beginning. */
async function startBuild(
  { table, catalog, sources, now }: BuildDeps,
  state: IndexState | undefined,
  netPrices: boolean,
): Promise<UnfinishedBuild> {
  // Changes during the build come after this position and are read again by every node.
  const position = { sequence: await catalog().lastChange(), ownSequence: state?.announced ?? 0 };
  const columns = await table.builds.newColumns([...(sources.listRegistered() ?? [])]);
  return {
    generation: await table.freeGeneration(),
    position,
    format: PACK_FORMAT,
    netPrices,
    columns,
    failed: [],
    reached: 0,
    products: 0,
    rows: 0,
    steppedAt: now(),
  };
}

/** Returns the interrupted build if it can be resumed: prices and sources are the same, and few changes followed. */
async function findResumableBuild(deps: BuildDeps, netPrices: boolean): Promise<UnfinishedBuild | undefined> {
  const { table, sources, now } = deps;
  const build = await table.builds.unfinished();
  if (
    !build ||
    build.format !== PACK_FORMAT ||
    build.netPrices !== netPrices ||
    now() - build.steppedAt > MAX_RESUME_AGE_MS
  )
    return undefined;
  const wantedSources = sources.listRegistered() ?? new Set<string>();
  if (wantedSources.size !== build.columns.length || build.columns.some(({ source }) => !wantedSources.has(source)))
    return undefined;
  const changes = await findChanges(deps, build.position, (await table.state())?.announced ?? 0);
  return changes.needsFullRead ? undefined : build;
}

/**
 * Reads all products after those that a build has reached.
 * @returns the completed build
 */
async function readAll(
  deps: BuildDeps,
  builder: Builder,
  from: UnfinishedBuild,
  progress: RebuildProgress,
): Promise<UnfinishedBuild> {
  const { table, sources, now } = deps;
  const catalog = deps.catalog();
  const vocabulary = await readVocabulary(catalog);
  const total = await catalog.count();
  const only = new Set(from.columns.map(({ source }) => source));
  const scheduler = createScheduler();
  // Also for a build that only has to be published, so that no other process can take it over.
  await table.add(builder, from, [], []);
  for (let build = from; ;) {
    const products = await catalog.records(build.reached, BUILD_BATCH);
    const last = products.at(-1);
    if (!last) return build;
    if (scheduler.isDue()) await scheduler.pause();
    const sourceValues = await sources.read(products, only);
    const rows = withShownPrices(products, build.netPrices).map((product) => indexRowOf(product, vocabulary));
    const customRows = build.columns.flatMap(({ source, column }) =>
      customRowsOf(source, sourceValues).map((row) => ({ ...row, column })),
    );
    if (scheduler.isDue()) await scheduler.pause();
    const rowCount = [...rows, ...customRows].reduce((sum, row) => sum + row.rows, 0);
    build = {
      ...build,
      failed: [...new Set([...build.failed, ...sourceValues.failed])],
      reached: last.id,
      products: build.products + products.length,
      rows: build.rows + rowCount,
      steppedAt: now(),
    };
    await table.add(builder, build, rows, customRows);
    await progress(build.products, Math.max(total, build.products), build.rows);
    if (scheduler.isDue()) await scheduler.pause();
  }
}

/**
 * Deletes data that is not read any more.
 * @param ownSequence announced changes up to this one are no longer needed
 */
export async function deleteOutdatedData(table: IndexTable, { lastColumn }: Builder, ownSequence = 0): Promise<void> {
  const scheduler = createScheduler();
  await table.sweepAnnouncements(ownSequence);
  // The order matters: a build that ends in between is found by one of the two reads.
  const validColumns = [
    ...((await table.builds.unfinished())?.columns ?? []),
    ...((await table.state())?.columns ?? []),
  ];
  await table.own.sweep(
    validColumns.map(({ column }) => column),
    lastColumn,
    scheduler,
  );
  await table.sweep(scheduler);
}

export const isUsable = (state: IndexState | undefined): state is IndexState =>
  state !== undefined && state.format === PACK_FORMAT;

async function getTotals(table: IndexTable): Promise<IndexTotals> {
  const { products, rows } = await table.totals();
  return { indexed_products: products, indexed_rows: rows };
}
