import { createScheduler } from '../engine/work.js';
import type { Builder } from './build-table.js';
import { findChanges, ownRows, readChanged } from './changed-products.js';
import { idOf, type IndexPosition, type IndexState, type OwnColumn } from './index-state.js';
import { BUILD_BATCH, type BuildDeps, isUsable, oneBuilder, sweep } from './rebuild.js';

/**
 * Asks sources that the index does not hold about every product, and adds what they say to it. Nothing else is written and no
 * other source is asked; readers keep what they have until it is complete.
 * @param missing which of the wanted sources a state does not hold; asked once the lock is there
 */
export function addColumns(deps: BuildDeps, missing: (state: IndexState) => readonly string[]): Promise<void> {
  const { table, sources } = deps;
  return oneBuilder(deps, async () => {
    const state = await table.state();
    const wanted = isUsable(state) ? missing(state) : [];
    if (!state || wanted.length === 0) return;
    const builder = await table.builds.begin();
    const columns = await table.builds.newColumns(wanted);
    const position = { sequence: await deps.catalogue().lastChange(), ownSequence: state.announced };
    const failed = await fill(deps, builder, columns);
    sources.rest(failed);
    const made = columns.filter(({ source }) => !failed.has(source));
    if (made.length > 0) await publish(deps, builder, made, position);
    await sweep(table, builder, state.ownSequence);
  });
}

/** Asks the sources of columns about all products. @returns those that failed */
async function fill(
  { table, sources, catalogue, db }: BuildDeps,
  builder: Builder,
  columns: readonly OwnColumn[],
): Promise<ReadonlySet<string>> {
  const scheduler = createScheduler();
  const failed = new Set<string>();
  const left = new Set(columns.map(({ source }) => source));
  for (let after = 0; left.size > 0;) {
    const products = await catalogue().records(after, BUILD_BATCH);
    const last = products.at(-1);
    if (!last) break;
    after = last.id;
    if (scheduler.due()) await scheduler.pause();
    const said = await sources.read(products, left);
    const rows = columns.flatMap(({ source, column }) => ownRows(source, said).map((row) => ({ ...row, column })));
    await db.transaction(async () => {
      await table.builds.hold(builder);
      await table.own.put(rows);
    });
    for (const source of said.failed) {
      failed.add(source);
      left.delete(source);
    }
    if (scheduler.due()) await scheduler.pause();
  }
  return failed;
}

/** Makes columns valid at the moment when they hold every change that the rest of the index holds; what comes after is written by whoever follows it. */
async function publish(
  deps: BuildDeps,
  builder: Builder,
  columns: readonly OwnColumn[],
  from: IndexPosition,
): Promise<void> {
  const { table, db } = deps;
  const only = new Set(columns.map(({ source }) => source));
  const replaced = new Set(columns.map(({ source }) => idOf(source)));
  for (let position = from; ;) {
    const state = await table.state();
    if (!state) return;
    const changes = await findChanges(deps, position, state.announced);
    // Whoever looks next finds them missing still, and begins again.
    if (changes.everything) return;
    const changed = await readChanged(deps, changes.ids, only);
    if (changed.said.failed.size > 0) return;
    await db.transaction(async () => {
      await table.builds.hold(builder);
      await table.own.remove(
        columns.map(({ column }) => column),
        changes.ids,
      );
      await table.own.put(
        columns.flatMap(({ source, column }) => ownRows(source, changed.said).map((row) => ({ ...row, column }))),
      );
    });
    position = changes.position;
    if (
      await table.publishColumns(builder, state, position, [
        ...state.columns.filter(({ source }) => !replaced.has(idOf(source))),
        ...columns,
      ])
    )
      return;
  }
}

/** Forgets sources that nobody has any more, and nothing else. When they come back, they are asked anew, since nobody followed them meanwhile. */
export async function dropColumns(deps: BuildDeps, state: IndexState, kept: readonly OwnColumn[]): Promise<void> {
  const { table } = deps;
  await table.dropColumns(state, kept);
  await oneBuilder(deps, async () => sweep(table, await table.builds.begin(), state.ownSequence));
}
