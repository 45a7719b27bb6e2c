import type { Boosts, BoostTarget } from '../engine/boosts.js';
import type { ProductRecord } from './catalogue.js';
import type { Statement } from './index-sql.js';

/** A product of an ordered list, in the form of the SQL engine. */
interface ListedProduct {
  readonly id: number;
}

/** By product: 1 if it is promoted, -1 if it is demoted; absent otherwise. */
export type LiftsBy = ReadonlyMap<number, 1 | -1>;

/** @param runSelect runs a select over the rows of the index */
export async function readLifts(
  { boosts }: Boosts,
  records: ReadonlyMap<number, ProductRecord>,
  runSelect: (statement: Statement) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<LiftsBy> {
  const decided = new Map<number, 1 | -1>();
  for (const { direction, targets } of boosts) {
    for (const id of (await Promise.all(targets.map((touch) => touched(touch, records, runSelect)))).flat())
      if (!decided.has(id)) decided.set(id, direction);
  }
  return decided;
}

async function touched(
  touch: BoostTarget,
  records: ReadonlyMap<number, ProductRecord>,
  runSelect: Parameters<typeof readLifts>[2],
): Promise<readonly number[]> {
  if ('products' in touch) return touch.products;
  if ('since' in touch)
    return [...records.values()]
      .filter(({ publishedAt }) => publishedSecond(publishedAt) >= touch.since)
      .map(({ id }) => id);
  if (touch.values.length === 0) return [];
  const rows = await runSelect({
    sql: `select distinct product_id from facts where source = ? and value in (${touch.values.map(() => '?').join(', ')})`,
    values: [touch.source, ...touch.values],
  });
  return rows.map((row) => Number(row['product_id']));
}

/** Returns seconds since the Unix epoch; 0 for an invalid time. */
export const publishedSecond = (publishedAt: string): number =>
  Math.floor(Date.parse(`${publishedAt.replace(' ', 'T')}Z`) / 1000) || 0;

/** Moves each pinned product of the list to its position, or to the end of a shorter list. */
export function withPins<T extends ListedProduct>(list: readonly T[], { pins }: Boosts): readonly T[] {
  const waiting = pins.flatMap(({ position, product }) =>
    list.filter(({ id }) => id === product).map((one) => ({ place: position, one })),
  );
  const others = list.filter(({ id }) => !waiting.some(({ one }) => one.id === id)).reverse();
  const placed: T[] = [];
  while (placed.length < list.length) {
    const [next] = waiting;
    const isDue = next !== undefined && (others.length === 0 || next.place <= placed.length + 1);
    const due = isDue ? waiting.shift()?.one : others.pop();
    if (due) placed.push(due);
  }
  return placed;
}
