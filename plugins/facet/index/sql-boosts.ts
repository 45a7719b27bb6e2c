import type { Boosts, BoostTarget } from '../engine/boosts.js';
import type { ProductRecord } from './catalog.js';
import type { Statement } from './index-sql.js';

/** A product of an ordered list, in the form of the SQL engine. */
interface ListedProduct {
  readonly id: number;
}

/** By product id: 1 if it is promoted, -1 if it is demoted; absent otherwise. */
export type BoostDirections = ReadonlyMap<number, 1 | -1>;

/** @param runSelect runs a select over the rows of the index */
export async function readBoosts(
  { boosts }: Boosts,
  records: ReadonlyMap<number, ProductRecord>,
  runSelect: (statement: Statement) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<BoostDirections> {
  const directions = new Map<number, 1 | -1>();
  for (const { direction, targets } of boosts) {
    for (const id of (await Promise.all(targets.map((target) => productsOfTarget(target, records, runSelect)))).flat())
      if (!directions.has(id)) directions.set(id, direction);
  }
  return directions;
}

async function productsOfTarget(
  target: BoostTarget,
  records: ReadonlyMap<number, ProductRecord>,
  runSelect: Parameters<typeof readBoosts>[2],
): Promise<readonly number[]> {
  if ('products' in target) return target.products;
  if ('since' in target)
    return [...records.values()]
      .filter(({ publishedAt }) => toUnixTime(publishedAt) >= target.since)
      .map(({ id }) => id);
  if (target.values.length === 0) return [];
  const rows = await runSelect({
    sql: `select distinct product_id from facts where source = ? and value in (${target.values.map(() => '?').join(', ')})`,
    values: [target.source, ...target.values],
  });
  return rows.map((row) => Number(row['product_id']));
}

/** Returns seconds since the Unix epoch; 0 for an invalid time. */
export const toUnixTime = (publishedAt: string): number =>
  Math.floor(Date.parse(`${publishedAt.replace(' ', 'T')}Z`) / 1000) || 0;

/** Moves each pinned product of the list to its position, or to the end of a shorter list. */
export function applyPins<T extends ListedProduct>(list: readonly T[], { pins }: Boosts): readonly T[] {
  const pendingPins = pins.flatMap(({ position, product }) =>
    list.filter(({ id }) => id === product).map((one) => ({ place: position, one })),
  );
  const unpinned = list.filter(({ id }) => !pendingPins.some(({ one }) => one.id === id)).reverse();
  const placed: T[] = [];
  while (placed.length < list.length) {
    const [next] = pendingPins;
    const isDue = next !== undefined && (unpinned.length === 0 || next.place <= placed.length + 1);
    const item = isDue ? pendingPins.shift()?.one : unpinned.pop();
    if (item) placed.push(item);
  }
  return placed;
}
