import type { Database } from 'plinth';

/** Batch sizes in rows: only a few different ones, so that databases can reuse most prepared statements. */
const LENGTHS = [400, 100, 20, 5, 1] as const;

/** Splits a list into batches of a few fixed sizes. */
export function inBatches<T>(list: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < list.length;) {
    const length = LENGTHS.find((one) => one <= list.length - at) ?? 1;
    parts.push(list.slice(at, at + length));
    at += length;
  }
  return parts;
}

/**
 * Inserts many rows with raw SQL: Knex would build each row separately.
 * @param known what to do with rows that already exist
 */
export async function insertRows<C extends string>(
  db: Database,
  table: string,
  columns: readonly C[],
  rows: readonly Readonly<Record<C, string | number>>[],
  known: 'refuse' | 'leave' = 'refuse',
): Promise<void> {
  const ignoresDuplicates = known === 'leave';
  const [into, end] =
    db.engine === 'mysql'
      ? [ignoresDuplicates ? 'insert ignore into' : 'insert into', '']
      : ['insert into', ignoresDuplicates ? ' on conflict do nothing' : ''];
  const row = `(${columns.map(() => '?').join(', ')})`;
  const head = `${into} ${table} (${columns.join(', ')}) values `;
  for (const part of inBatches(rows))
    await db().raw(
      head + part.map(() => row).join(', ') + end,
      part.flatMap((one) => columns.map((column) => one[column])),
    );
}

/**
 * Returns the ID of the single row inserted.
 * @param ids result of the insert
 */
export function insertedId([id]: readonly number[]): number {
  if (id === undefined) throw new Error('The database returned no ID for the new row.');
  return id;
}
