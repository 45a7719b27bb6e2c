import { parse } from 'csv-parse/sync';
import { PlinthError, type PluginScope } from 'plinth';
import type { Orders, OrderStatus } from '../contract/index.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';

const MAX_ROWS = 5000;
const MAX_TRACKING_LENGTH = 190;

/** A row of the file with the change it requests, or with its error. */
interface ImportRow {
  /** Line number in the file; the header is line 1. */
  readonly line: number;
  readonly number: string;
  readonly status: string;
  readonly tracking: string;
  /** Empty when the row is valid. */
  readonly error: string;
  readonly change: { readonly id: number; readonly status?: OrderStatus; readonly tracking?: string } | null;
}

export interface ImportPlan {
  readonly rows: readonly ImportRow[];
  /** Error that prevents reading the file; empty when the file can be read. */
  readonly problem: string;
  readonly errors: number;
  /** Number of orders that will change. */
  readonly changes: number;
}

export interface StatusImport {
  /** Reads a file and returns the changes it would make, without writing anything. */
  plan(csv: string): Promise<ImportPlan>;
  /**
   * Applies all changes or none.
   * @throws PlinthError `orders_import_rejected` if a row has an error
   */
  apply(plan: ImportPlan): Promise<void>;
}

interface StatusImportDeps {
  readonly scope: Pick<PluginScope, '__' | 'db' | 'audit'>;
  readonly store: Pick<OrderStore, 'find' | 'setTracking'>;
  readonly orders: Pick<Orders, 'setStatus'>;
  readonly statuses: OrderStatuses;
}

/**
 * Updates orders from a CSV file. Orders are found by the required column `number`; `status` and `tracking` are
 * optional.
 */
export function createStatusImport({ scope, store, orders, statuses }: StatusImportDeps): StatusImport {
  const { __ } = scope;
  const rejectFile = (problem: string): ImportPlan => ({ rows: [], problem, errors: 0, changes: 0 });

  async function planRow(record: Record<string, string>, line: number, seenNumbers: Set<string>): Promise<ImportRow> {
    const [number, status, tracking] = [cleanCell(record.number), cleanCell(record.status), cleanCell(record.tracking)];
    const row = { line, number, status, tracking, change: null };
    const rejectRow = (error: string): ImportRow => ({ ...row, error });
    if (number === '') return rejectRow(__('The order number is missing.'));
    if (seenNumbers.has(number)) return rejectRow(__('This order appears twice in the file.'));
    seenNumbers.add(number);
    const order = await store.find({ number });
    if (!order) return rejectRow(__('No order has this number.'));
    if (tracking.length > MAX_TRACKING_LENGTH)
      return rejectRow(__('The tracking number can have up to %d characters.', MAX_TRACKING_LENGTH));
    if (status !== '' && !statuses.has(status)) return rejectRow(__('"%s" is not a valid status.', status));
    const newStatus = status !== '' && statuses.has(status) && status !== order.status ? status : undefined;
    if (newStatus && !statuses.canTransition(order.status, newStatus))
      return rejectRow(
        __('An order can’t change from "%1$s" to "%2$s".', statuses.label(order.status), statuses.label(newStatus)),
      );
    const newTracking =
      record.tracking !== undefined && tracking !== '' && tracking !== order.tracking ? tracking : undefined;
    const change =
      newStatus || newTracking !== undefined
        ? {
            id: order.id,
            ...(newStatus ? { status: newStatus } : {}),
            ...(newTracking === undefined ? {} : { tracking: newTracking }),
          }
        : null;
    return { ...row, error: '', change };
  }

  return {
    async plan(csv) {
      let records: Record<string, string>[];
      try {
        records = parse(csv, {
          bom: true,
          columns: (head: string[]) => head.map((name) => name.trim().toLowerCase()),
          skip_empty_lines: true,
          relax_column_count: true,
          delimiter: [',', ';', '\t'],
          to: MAX_ROWS + 1,
        });
      } catch (error) {
        return rejectFile(__('The file can’t be read as CSV: %s', (error as Error).message));
      }
      if (records.length === 0) return rejectFile(__('The file has no rows.'));
      if (records.length > MAX_ROWS)
        return rejectFile(__('The file has more than %d rows. Split it into smaller files.', MAX_ROWS));
      if (!('number' in (records[0] ?? {}))) return rejectFile(__('The file has no "number" column.'));
      const rows: ImportRow[] = [];
      const seenNumbers = new Set<string>();
      for (const [index, record] of records.entries()) rows.push(await planRow(record, index + 2, seenNumbers));
      return {
        rows,
        problem: '',
        errors: rows.filter((row) => row.error !== '').length,
        changes: rows.filter((row) => row.change).length,
      };
    },
    async apply({ rows, errors, problem, changes }) {
      if (problem !== '' || errors > 0)
        throw new PlinthError('orders_import_rejected', __('The file contains errors, so nothing was changed.'), {
          status: 422,
          hint: __('Correct the rows and import the file again.'),
        });
      await scope.db.transaction(async () => {
        await scope.audit.record({
          action: 'orders.updated_by_file',
          subject: { kind: 'import', id: 'orders', title: __('Orders') },
          details: { orders: changes },
        });
        for (const { change } of rows) {
          // Tracking number first, so that the email about the status change contains it.
          if (change?.tracking !== undefined) await store.setTracking(change.id, change.tracking);
          if (change?.status) await orders.setStatus(change.id, change.status, __('Changed by import.'));
        }
      });
    },
  };
}

/** Removes the apostrophe that the export puts in front of formulas. */
function cleanCell(text: string | undefined): string {
  const clean = (text ?? '').trim();
  return /^'[=+\-@\t\r]/.test(clean) ? clean.slice(1) : clean;
}
