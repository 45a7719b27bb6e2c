import type { OrderRecord } from '../orders/order-record.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';

type Columns = StoreRegistries['orderColumns'];
type AvailableColumns = ReturnType<Columns['entries']>;

/** Returns the available columns of plugins. */
export async function listAvailableColumns(columns: Columns): Promise<AvailableColumns> {
  const availability = await Promise.all(
    columns.entries().map((entry) => columns.call(entry, (column) => column.isAvailable?.() ?? true, false)),
  );
  return columns.entries().filter((_, index) => availability[index]);
}

/** Returns the cells of an order in the columns of plugins. */
export function columnCells(
  columns: Columns,
  order: OrderRecord,
  availableColumns: AvailableColumns,
): Promise<readonly { label: string; text: string }[]> {
  return Promise.all(
    availableColumns.map(async (entry) => ({
      label: await labelOf(columns, entry, ({ label }) => label),
      text: await columns.call(
        entry,
        (column) => column.cell(order),
        '',
        (text) => (typeof text === 'string' ? '' : 'a cell must be a string.'),
      ),
    })),
  );
}
