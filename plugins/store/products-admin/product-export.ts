import { stringify } from 'csv-stringify/sync';
import type { CatalogueParts } from '../catalogue/boot.js';
import type { Money } from '../orders/money.js';
import { columnsFor, productCells } from './product-cells.js';

export interface ProductExportDeps {
  readonly parts: Pick<CatalogueParts, 'products' | 'taxonomies' | 'terms' | 'catalogue'>;
  readonly money: Pick<Money, 'plain'>;
}

const BATCH = 200;

/** All products as CSV, in pieces; `import` reads it back. */
export async function* exportProducts({ parts: { products, taxonomies, terms, catalogue }, money }: ProductExportDeps): AsyncGenerator<{ text: string; products: number }> {
  const kinds = await taxonomies.taxonomies();
  const all = await terms.all();
  const fields = await catalogue.fields();
  const columns = columnsFor({ taxonomies: kinds, fields });
  const csv = (rows: readonly Record<string, string>[], head: boolean): string => stringify([...rows], { columns, header: head, escape_formulas: true, bom: head });
  yield { text: csv([], true), products: 0 };
  let done = 0;
  for (let offset = 0; ; offset += BATCH) {
    const { rows } = await products.list({ sort: 'id', limit: BATCH, offset });
    const cells: Record<string, string>[] = [];
    for (const row of rows) {
      const product = await products.get(row.id);
      if (product) cells.push(...productCells(product, { money, terms: all, taxonomies: kinds, fields }));
    }
    done += rows.length;
    if (cells.length > 0) yield { text: csv(cells, false), products: done };
    if (rows.length < BATCH) return;
  }
}
