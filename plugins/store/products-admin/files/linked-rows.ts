import type { PluginScope } from 'plinth';
import type { LinkedProductIds } from '../../catalogue/linked-products.js';
import type { ProductStore } from '../../catalogue/product-store.js';
import { PRODUCT_LIMITS } from '../../products/product-limits.js';
import { splitCell } from './cell-list.js';
import type { Cells } from './product-cells.js';
import type { createProductLookup } from './product-lookup.js';

/** A product's row that names related products. */
interface LinkedRow {
  readonly line: number;
  readonly cells: Cells;
}

/** Rows that name other products, which may come later in the file; they are linked once the whole file is read. */
export interface LinkedRows {
  /** Adds a row that names other products. */
  note(row: LinkedRow): void;
  /** Records the result of a row's product without its links; a refused product is not linked. */
  recordOutcome(line: number, outcome: string): void;
  /**
   * Links the products of all added rows.
   * @param report receives the reason why a name is skipped
   * @returns number of products changed only by their links
   */
  link(report: (row: LinkedRow, message: string) => void): Promise<number>;
}

interface LinkedRowsDeps {
  readonly i18n: Pick<PluginScope, '__'>;
  readonly products: Pick<ProductStore, 'link'>;
  readonly lookup: ReturnType<typeof createProductLookup>;
}

/** Rows per transaction. */
const BATCH = 200;

export function createLinkedRows({ i18n: { __ }, products, lookup }: LinkedRowsDeps): LinkedRows {
  const rows = new Map<number, LinkedRow>();
  const outcomes = new Map<number, string>();

  /** Looks up products by SKU or slug. */
  async function named(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
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
      for (let at = 0; at < pendingRows.length; at += BATCH) {
        const part = pendingRows.slice(at, at + BATCH);
        const found = await lookup.find(part.map(({ cells }) => cells));
        const ids = await named([
          ...new Set(
            part.flatMap(({ cells }) => [...splitCell(cells.upsells ?? ''), ...splitCell(cells.cross_sells ?? '')]),
          ),
        ]);
        const lists = new Map<number, Partial<LinkedProductIds>>();
        const same = new Set<number>();
        for (const [index, row] of part.entries()) {
          const id = found[index]?.id ?? 0;
          if (id === 0) continue;
          const list = (cell: string): number[] => {
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
            ...(row.cells.upsells === undefined ? {} : { upsellIds: list(row.cells.upsells) }),
            ...(row.cells.cross_sells === undefined ? {} : { crossSellIds: list(row.cells.cross_sells) }),
          });
          if (outcomes.get(row.line) === 'unchanged') same.add(id);
        }
        changed += (await products.link(lists)).filter((id) => same.has(id)).length;
      }
      return changed;
    },
  };
}
