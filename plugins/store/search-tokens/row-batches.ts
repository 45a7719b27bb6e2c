import type { Database } from 'plinth';

/** Rows of one statement: few lengths, so that a database knows most statements from before. */
const LENGTHS = [400, 100, 20, 5, 1] as const;

/** Parts of a list, each as long as one of a few lengths. */
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
 * Inserts many rows, in the words of SQL: Knex would put each row together by itself.
 * @param known what is done with rows that are there already
 */
export async function insertRows<C extends string>(
  db: Database,
  table: string,
  columns: readonly C[],
  rows: readonly Readonly<Record<C, string | number>>[],
  known: 'refuse' | 'leave' = 'refuse',
): Promise<void> {
  const leave = known === 'leave';
  const [into, end] =
    db.engine === 'mysql'
      ? [leave ? 'insert ignore into' : 'insert into', '']
      : ['insert into', leave ? ' on conflict do nothing' : ''];
  const row = `(${columns.map(() => '?').join(', ')})`;
  const head = `${into} ${table} (${columns.join(', ')}) values `;
  for (const part of inBatches(rows))
    await db().raw(
      head + part.map(() => row).join(', ') + end,
      part.flatMap((one) => columns.map((column) => one[column])),
    );
}

/** The number that a database gave the one row of an insert. @param ids what the insert answered */
export function insertedId([id]: readonly number[]): number {
  if (id === undefined) throw new Error('The database gave no number to a new row.');
  return id;
}
