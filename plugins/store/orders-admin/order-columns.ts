import type { OrderRecord } from '../orders/order-record.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';

type Columns = StoreRegistries['orderColumns'];
type ShownColumns = ReturnType<Columns['entries']>;

/** Returns the columns of plugins that are shown now. */
export async function shownColumns(columns: Columns): Promise<ShownColumns> {
  const offered = await Promise.all(
    columns.entries().map((entry) => columns.call(entry, (column) => column.isAvailable?.() ?? true, false)),
  );
  return columns.entries().filter((_, index) => offered[index]);
}

/** Returns the cells of an order in the columns of plugins. */
export function cellsOf(
  columns: Columns,
  order: OrderRecord,
  visibleColumns: ShownColumns,
): Promise<readonly { label: string; text: string }[]> {
  return Promise.all(
    visibleColumns.map(async (entry) => ({
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
