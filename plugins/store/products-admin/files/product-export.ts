import { stringify } from 'csv-stringify/sync';
import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { Money } from '../../money/money.js';
import { productBatches } from './product-batches.js';
import { exportColumns, productCells } from './product-cells.js';

interface ProductExportDeps {
  readonly db: PluginScope['db'];
  readonly parts: Pick<CatalogParts, 'images' | 'products' | 'taxonomies' | 'terms' | 'catalog'>;
  readonly money: Pick<Money, 'formatDecimal'>;
  readonly timeZone: string;
}

const BATCH_SIZE = 500;

/** Yields all products as CSV in chunks, with the number of products so far. The import reads the same format. */
export async function* exportProducts({
  db,
  parts: { images, products, taxonomies, terms, catalog },
  money,
  timeZone,
}: ProductExportDeps): AsyncGenerator<{ text: string; products: number }> {
  const kinds = await taxonomies.taxonomies();
  const allTerms = await terms.all();
  const fields = await catalog.fields();
  const columns = exportColumns({ taxonomies: kinds, fields });
  const toCsv = (rows: readonly Record<string, string>[], head: boolean): string =>
    stringify([...rows], { columns, header: head, escape_formulas: true, bom: head });
  yield { text: toCsv([], true), products: 0 };
  let exportedCount = 0;
  for await (const batch of productBatches({ db, images }, BATCH_SIZE)) {
    exportedCount += batch.length;
    const linkedProducts = await products.briefs([
      ...new Set(batch.flatMap(({ upsellIds = [], crossSellIds = [] }) => [...upsellIds, ...crossSellIds])),
    ]);
    const keys = new Map([...linkedProducts.values()].map(({ id, sku, slug }) => [id, sku ?? slug]));
    yield {
      text: toCsv(
        batch.flatMap((product) =>
          productCells(product, { money, timeZone, terms: allTerms, taxonomies: kinds, fields, keys }),
        ),
        false,
      ),
      products: exportedCount,
    };
  }
}
