import { createHash } from 'node:crypto';
import type { Database } from '../../core/api/index.js';

/** All rows that a role must not change, by table. */
export type GuardedRows = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Rights {
  /** Tables that the role may write to, or that the site maintains itself. */
  readonly open: RegExp;
  /** Tables that may get new rows, but whose existing rows must not change. */
  readonly growing: RegExp;
}

const SHARED_TABLES =
  'sqlite_.*|audit_log|audit_chain|sessions|rate_limits|jobs|locks|cron_events|mail_log|table_versions|facet_products|facet_state|store_changes|store_change_sequence|store_attempts|store_emails|store_back_in_stock|store_orders|store_order_\\w+|compliance_(?:retention|orders|declaration_end|confirmations|checkbox_counts|text_versions|declarations|consents|forms)';
const only = (names: string): RegExp => new RegExp(`^(?:${names})$`);

/** What each role may write; all other tables must not change. */
const RIGHTS: Readonly<Record<string, Rights>> = {
  visitor: { open: only(SHARED_TABLES), growing: only('users|usermeta|comments') },
  customer: { open: only(SHARED_TABLES), growing: only('users|usermeta|comments|application_passwords') },
  editor: {
    open: only(`${SHARED_TABLES}|posts|postmeta|terms|termmeta|term_taxonomy|term_relationships|comments|commentmeta`),
    growing: only('users|usermeta|application_passwords'),
  },
};
/** Columns that orders, logins and password resets also write. */
const SIDE_COLUMNS = ['stock_quantity', 'stock', 'sales', 'user_activation_key', 'last_used', 'last_ip', 'updated_at'];

/** Reads the rows that a role must not change; undefined for roles without restrictions. */
export async function guardedRows(db: Database, role: string, ownId: number): Promise<GuardedRows | undefined> {
  const rights = RIGHTS[role];
  if (!rights) return undefined;
  const tables = (await db()('sqlite_master').where({ type: 'table' }).orderBy('name').pluck('name')) as string[];
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const table of tables.filter((name) => !rights.open.test(name))) {
    const rows = (await db()(table).select('*')) as Record<string, unknown>[];
    const guarded = rows.filter(
      (row) => !isOwn(table, row, ownId) && !/transient|^cron$/.test(String(row.option_name ?? '')),
    );
    found.set(
      table,
      new Map(
        guarded.map((row): [string, string] => {
          for (const column of SIDE_COLUMNS) delete row[column];
          const text = JSON.stringify(row);
          return [createHash('sha1').update(text).digest('base64'), text.slice(0, 300)];
        }),
      ),
    );
  }
  return found;
}

/** Rows that were changed, added or deleted without permission. */
export function changedAgainst(before: GuardedRows, after: GuardedRows, role: string): string[] {
  const growing = RIGHTS[role]?.growing ?? /^$/;
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table) ?? new Map<string, string>();
    const removed = [...rows].filter(([key]) => !now.has(key)).map(([, text]) => `${table}: gone or changed: ${text}`);
    const added = growing.test(table)
      ? []
      : [...now].filter(([key]) => !rows.has(key)).map(([, text]) => `${table}: new: ${text}`);
    return [...removed, ...added].slice(0, 5);
  });
}

function isOwn(table: string, row: Record<string, unknown>, ownId: number): boolean {
  if (ownId === 0) return false;
  return Number(table === 'users' ? (row.ID ?? row.id) : row.user_id) === ownId;
}
