import type { PluginScope } from 'plinth';
import type { LinkedProductIds } from '../../catalog/linked-products.js';
import type { ProductStore } from '../../catalog/product-store.js';
import { PRODUCT_LIMITS } from '../../products/product-limits.js';
import { splitCell } from './cell-list.js';
import type { Cells } from './product-cells.js';
import type { createProductLookup } from './product-lookup.js';

/** A product row with up-sells or cross-sells. */
interface LinkedRow {
  readonly line: number;
  readonly cells: Cells;
}

/** Links the up-sells and cross-sells of an import. This happens last, because they may be later in the file. */
export interface LinkedRows {
  /** Adds a row if it has up-sells or cross-sells. */
  note(row: LinkedRow): void;
  /** Records the import result of a product. Products without a result were rejected and are not linked. */
  recordOutcome(line: number, outcome: string): void;
  /**
   * Links the products of all added rows.
   * @param report called with an error message for each skipped up-sell or cross-sell
   * @returns number of products in which only the linked products changed
   */
  link(report: (row: LinkedRow, message: string) => void): Promise<number>;
}

interface LinkedRowsDeps {
  readonly i18n: Pick<PluginScope, '__'>;
  readonly products: Pick<ProductStore, 'link'>;
  readonly lookup: ReturnType<typeof createProductLookup>;
}

/** Number of rows per transaction. */
const BATCH_SIZE = 200;

export function createLinkedRows({ i18n: { __ }, products, lookup }: LinkedRowsDeps): LinkedRows {
  const rows = new Map<number, LinkedRow>();
  const outcomes = new Map<number, string>();

  /** Looks up products by SKU or slug. */
  async function findIds(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const bySku = await lookup.find(names.map((sku) => ({ sku })));
    const bySlug = await lookup.find(names.map((slug) => ({ slug })));
    return new Map(names.map((name, index) => [name, bySku[index]?.id || bySlug[index]?.id || 0]));
  }

  return {
    note(row) {
      if (row.cells.type !== 'variation' && (row.cells.upsells !== undefined || row.cells.cross_sells !== undefined))
        rows.set(row.line, row);
    },
    recordOutcome: (line, outcome) => void (rows.has(line) && outcomes.set(line, outcome)),
    async link(report) {
      const pendingRows = [...rows.values()].filter(({ line }) => outcomes.has(line));
      let changed = 0;
      for (let offset = 0; offset < pendingRows.length; offset += BATCH_SIZE) {
        const batch = pendingRows.slice(offset, offset + BATCH_SIZE);
        const found = await lookup.find(batch.map(({ cells }) => cells));
        const ids = await findIds([
          ...new Set(
            batch.flatMap(({ cells }) => [...splitCell(cells.upsells ?? ''), ...splitCell(cells.cross_sells ?? '')]),
          ),
        ]);
        const lists = new Map<number, Partial<LinkedProductIds>>();
        const unchangedIds = new Set<number>();
        for (const [index, row] of batch.entries()) {
          const id = found[index]?.id ?? 0;
          if (id === 0) continue;
          const resolveList = (cell: string): number[] => {
            const names = splitCell(cell);
            if (names.length > PRODUCT_LIMITS.linked)
              report(
                row,
                __('A product can have up to %d up-sells and the same number of cross-sells.', PRODUCT_LIMITS.linked),
              );
            for (const name of names)
              if (!ids.get(name))
                report(row, __('%s is not a product in this shop, so it was not linked.', name.slice(0, 100)));
            return names.flatMap((name) => ids.get(name) || []);
          };
          lists.set(id, {
            ...(row.cells.upsells === undefined ? {} : { upsellIds: resolveList(row.cells.upsells) }),
            ...(row.cells.cross_sells === undefined ? {} : { crossSellIds: resolveList(row.cells.cross_sells) }),
          });
          if (outcomes.get(row.line) === 'unchanged') unchangedIds.add(id);
        }
        changed += (await products.link(lists)).filter((id) => unchangedIds.has(id)).length;
      }
      return changed;
    },
  };
}
