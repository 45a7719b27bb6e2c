import { type Database, PlinthError } from '../api/index.js';
import {
  appliedMigrations,
  countRows,
  damaged,
  EXPORT_FORM,
  type ExportHead,
  type ExportLine,
  isRow,
  type RowCounts,
  type TableStart,
  tablesOf,
} from './export-lines.js';
import { schemaNewer } from './migrate.js';
import { unhurried } from './unhurried.js';

/** How an export comes in. */
interface ImportOptions {
  /** Tables that this site lacks stay out, rather than refusing the whole. */
  readonly leaveOut?: boolean;
  /** Changes a value on its way in. */
  readonly change?: (value: unknown, table: string, column: string) => unknown;
  onRows?(rows: number): void;
}

export interface Imported {
  /** Rows by table. */
  readonly rows: RowCounts;
  /** Rows by table that this site has no place for. */
  readonly leftOut: RowCounts;
}

const BATCH = 500;
/** SQLite takes at most this many values in a statement. */
const MOST_VALUES = 30_000;

/**
 * Replaces everything a site keeps by what an export holds, in one transaction, and ends all sessions. The tables must be there already;
 * steps of the schema that the export does not know are forgotten, so that `migrate` takes them again, with the data that came in.
 * @param read begins at the first line each time it is called: a transaction that another one stopped is done again
 * @throws PlinthError `import_invalid`, `import_lacks_tables`, `import_lacks_columns`, `import_lost_rows`, `import_newer`; the site stays as it was then
 */
export async function importLines(
  db: Database,
  read: () => AsyncIterable<ExportLine>,
  { leaveOut = false, change, onRows }: ImportOptions = {},
): Promise<Imported> {
  return unhurried(() =>
    db.transaction(async () => {
      const here = await tablesOf(db);
      for (const table of [...here, 'sessions']) await db()(table).delete();
      const [rows, leftOut]: Record<string, number>[] = [{}, {}];
      let head: ExportHead | undefined;
      let end: RowCounts | undefined;
      let into: TableStart | undefined;
      let waiting: Record<string, unknown>[] = [];
      let total = 0;

      const flush = async (): Promise<void> => {
        if (into && waiting.length > 0)
          await db().batchInsert(
            into.table,
            waiting,
            Math.max(1, Math.min(BATCH, Math.floor(MOST_VALUES / into.columns.length))),
          );
        onRows?.((total += waiting.length));
        waiting = [];
      };
      const begin = async (start: TableStart): Promise<void> => {
        await flush();
        into = start;
        if (start.table in rows || start.table in leftOut) throw damaged();
        if (!here.includes(start.table)) {
          if (!leaveOut)
            throw new PlinthError('import_lacks_tables', `This site has no table "${start.table}".`, {
              cure: 'Install the plugin it belongs to, in the version of the export, or leave its data out with --without-missing.',
            });
          leftOut[start.table] = 0;
          return;
        }
        rows[start.table] = 0;
        const known = Object.keys(await db()(start.table).columnInfo());
        const lost = start.columns.filter((column) => !known.includes(column));
        if (lost.length > 0)
          throw new PlinthError(
            'import_lacks_columns',
            `The table "${start.table}" of this site lacks: ${lost.join(', ')}.`,
            { cure: 'Update Plinth, or the plugin the table belongs to, to the version of the export.' },
          );
      };

      for await (const line of read()) {
        if (end) throw damaged();
        if (isRow(line)) {
          if (!into || line.length !== into.columns.length) throw damaged();
          if (into.table in leftOut) {
            leftOut[into.table] += 1;
            continue;
          }
          rows[into.table] += 1;
          const { table, columns } = into;
          waiting.push(
            Object.fromEntries(
              columns.map((column, index) => [column, change ? change(line[index], table, column) : line[index]]),
            ),
          );
          if (waiting.length >= BATCH * 4) await flush();
        } else if ('plinth' in line) {
          if (head) throw damaged();
          head = line;
          await assertKnown(db, head, leaveOut);
        } else if ('table' in line) {
          await begin(line);
        } else {
          end = line.end;
        }
      }
      await flush();
      if (!head || ((head.form ?? 1) >= 2 && !end)) throw damaged();
      assertNothingLost(end, { ...rows, ...leftOut }, await countRows(db, Object.keys(rows)), rows);
      await forgetLaterSteps(db, head);
      return { rows, leftOut };
    }),
  );
}

/** An export of a newer schema may mean more than this code can store. */
async function assertKnown(db: Database, head: ExportHead, leaveOut: boolean): Promise<void> {
  if ((head.form ?? 1) > EXPORT_FORM)
    throw new PlinthError(
      'import_newer',
      `The export was written by Plinth ${head.plinth}, in a form that is not known here.`,
      { cure: 'Update Plinth first.' },
    );
  const here = await appliedMigrations(db);
  for (const [owner, ids] of Object.entries(head.migrations)) {
    const unknown = ids.filter((id) => !here[owner]?.includes(id));
    if (unknown.length > 0 && !(leaveOut && owner !== 'core' && !(owner in here)))
      throw schemaNewer(owner, unknown, 'export');
  }
}

/** Rows the file promises, those that it had, and those that are in the tables now. */
function assertNothingLost(promised: RowCounts | undefined, had: RowCounts, now: RowCounts, inserted: RowCounts): void {
  const lost = [
    ...Object.entries(promised ?? {})
      .filter(([table, rows]) => (had[table] ?? 0) !== rows)
      .map(([table, rows]) => `${table}: ${had[table] ?? 0} of ${rows} rows are in the file`),
    ...Object.entries(inserted)
      .filter(([table, rows]) => now[table] !== rows)
      .map(([table, rows]) => `${table}: ${now[table]} of ${rows} rows came in`),
  ];
  if (lost.length > 0)
    throw new PlinthError('import_lost_rows', `Rows are missing: ${lost.join('; ')}.`, {
      cure: 'Take another export or backup; this one was changed or cut off.',
      details: { lost },
    });
}

async function forgetLaterSteps(db: Database, head: ExportHead): Promise<void> {
  for (const [owner, ids] of Object.entries(head.migrations))
    await db()('migrations')
      .where({ owner })
      .whereNotIn('id', [...ids])
      .delete();
}
