import type { Database } from 'plinth';

/** Batch sizes in rows. There are only a few, so that databases can reuse prepared statements. */
const BATCH_SIZES = [400, 100, 20, 5, 1] as const;

/** Splits a list into batches of a few fixed sizes. */
export function splitIntoBatches<T>(list: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let position = 0; position < list.length;) {
    const length = BATCH_SIZES.find((size) => size <= list.length - position) ?? 1;
    parts.push(list.slice(position, position + length));
    position += length;
  }
  return parts;
}

/**
 * Inserts many rows with raw SQL, which is faster than building each row with Knex.
 * @param onDuplicate whether existing rows cause an error (`refuse`) or are left unchanged (`leave`)
 */
export async function insertRows<C extends string>(
  db: Database,
  table: string,
  columns: readonly C[],
  rows: readonly Readonly<Record<C, string | number>>[],
  onDuplicate: 'refuse' | 'leave' = 'refuse',
): Promise<void> {
  const ignoresDuplicates = onDuplicate === 'leave';
  const [into, end] =
    db.engine === 'mysql'
      ? [ignoresDuplicates ? 'insert ignore into' : 'insert into', '']
      : ['insert into', ignoresDuplicates ? ' on conflict do nothing' : ''];
  const row = `(${columns.map(() => '?').join(', ')})`;
  const head = `${into} ${table} (${columns.join(', ')}) values `;
  for (const batch of splitIntoBatches(rows))
    await db().raw(
      head + batch.map(() => row).join(', ') + end,
      batch.flatMap((batchRow) => columns.map((column) => batchRow[column])),
    );
}

/**
 * Returns the ID of an inserted row.
 * @param ids result of the insert
 */
export function insertedId([id]: readonly number[]): number {
  if (id === undefined) throw new Error('The database returned no ID for the new row.');
  return id;
}
