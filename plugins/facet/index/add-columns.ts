import { createScheduler } from '../engine/work.js';
import type { Builder } from './build-table.js';
import { findChanges, customRowsOf, readChanged } from './changed-products.js';
import { sourceIdOf, type IndexPosition, type IndexState, type CustomColumn } from './index-state.js';
import { BUILD_BATCH, type BuildDeps, isUsable, withBuildLock, deleteOutdatedData } from './rebuild.js';

/**
 * Queries sources that are not in the index for every product, and adds their values. Nothing else is written and no
 * other source is queried; readers keep the current data until the new columns are complete.
 * @param findMissing returns the required sources that a state does not have; called once the lock is held
 */
export function addColumns(deps: BuildDeps, findMissing: (state: IndexState) => readonly string[]): Promise<void> {
  const { table, sources } = deps;
  return withBuildLock(deps, async () => {
    const state = await table.state();
    const missingSources = isUsable(state) ? findMissing(state) : [];
    if (!state || missingSources.length === 0) return;
    const builder = await table.builds.begin();
    const columns = await table.builds.newColumns(missingSources);
    const position = { sequence: await deps.catalog().lastChange(), ownSequence: state.announced };
    const failed = await fill(deps, builder, columns);
    sources.rest(failed);
    const filledColumns = columns.filter(({ source }) => !failed.has(source));
    if (filledColumns.length > 0) await publish(deps, builder, filledColumns, position);
    await deleteOutdatedData(table, builder, state.ownSequence);
  });
}

/**
 * Queries the sources of columns for all products.
 * @returns the sources that failed
 */
async function fill(
  { table, sources, catalog, db }: BuildDeps,
  builder: Builder,
  columns: readonly CustomColumn[],
): Promise<ReadonlySet<string>> {
  const scheduler = createScheduler();
  const failed = new Set<string>();
  const remainingSources = new Set(columns.map(({ source }) => source));
  for (let after = 0; remainingSources.size > 0;) {
    const products = await catalog().records(after, BUILD_BATCH);
    const last = products.at(-1);
    if (!last) break;
    after = last.id;
    if (scheduler.isDue()) await scheduler.pause();
    const sourceValues = await sources.read(products, remainingSources);
    const rows = columns.flatMap(({ source, column }) =>
      customRowsOf(source, sourceValues).map((row) => ({ ...row, column })),
    );
    await db.transaction(async () => {
      await table.builds.hold(builder);
      await table.own.put(rows);
    });
    for (const source of sourceValues.failed) {
      failed.add(source);
      remainingSources.delete(source);
    }
    if (scheduler.isDue()) await scheduler.pause();
  }
  return failed;
}

/**
 * Makes columns valid once they include every change that the rest of the index has; later changes are written by the
 * process that follows them.
 */
async function publish(
  deps: BuildDeps,
  builder: Builder,
  columns: readonly CustomColumn[],
  from: IndexPosition,
): Promise<void> {
  const { table, db } = deps;
  const only = new Set(columns.map(({ source }) => source));
  const replaced = new Set(columns.map(({ source }) => sourceIdOf(source)));
  for (let position = from; ;) {
    const state = await table.state();
    if (!state) return;
    const changes = await findChanges(deps, position, state.announced);
    // The next check still finds the columns missing, and starts again.
    if (changes.needsFullRead) return;
    const changed = await readChanged(deps, changes.ids, state.netPrices, only);
    if (changed.sourceValues.failed.size > 0) return;
    await db.transaction(async () => {
      await table.builds.hold(builder);
      await table.own.remove(
        columns.map(({ column }) => column),
        changes.ids,
      );
      await table.own.put(
        columns.flatMap(({ source, column }) =>
          customRowsOf(source, changed.sourceValues).map((row) => ({ ...row, column })),
        ),
      );
    });
    position = changes.position;
    if (
      await table.publishColumns(builder, state, position, [
        ...state.columns.filter(({ source }) => !replaced.has(sourceIdOf(source))),
        ...columns,
      ])
    )
      return;
  }
}

/**
 * Drops sources that are no longer registered, and nothing else. If they return, they are queried again, since their
 * changes were not followed meanwhile.
 */
export async function dropColumns(
  deps: BuildDeps,
  state: IndexState,
  remainingColumns: readonly CustomColumn[],
): Promise<void> {
  const { table } = deps;
  await table.dropColumns(state, remainingColumns);
  await withBuildLock(deps, async () => deleteOutdatedData(table, await table.builds.begin(), state.ownSequence));
}
