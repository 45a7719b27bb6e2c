import { stringify } from 'csv-stringify/sync';
import type { PluginScope } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import type { Money } from '../../money/money.js';
import { productBatches } from './product-batches.js';
import { columnsFor, productCells } from './product-cells.js';

interface ProductExportDeps {
  readonly db: PluginScope['db'];
  readonly parts: Pick<CatalogueParts, 'images' | 'products' | 'taxonomies' | 'terms' | 'catalogue'>;
  readonly money: Pick<Money, 'formatDecimal'>;
  readonly timeZone: string;
}

const BATCH = 500;

/** Yields all products as CSV in chunks, in the format that `import` reads. */
export async function* exportProducts({
  db,
  parts: { images, products, taxonomies, terms, catalogue },
  money,
  timeZone,
}: ProductExportDeps): AsyncGenerator<{ text: string; products: number }> {
  const kinds = await taxonomies.taxonomies();
  const all = await terms.all();
  const fields = await catalogue.fields();
  const columns = columnsFor({ taxonomies: kinds, fields });
  const csv = (rows: readonly Record<string, string>[], head: boolean): string =>
    stringify([...rows], { columns, header: head, escape_formulas: true, bom: head });
  yield { text: csv([], true), products: 0 };
  let done = 0;
  for await (const batch of productBatches({ db, images }, BATCH)) {
    done += batch.length;
    const briefs = await products.briefs([
      ...new Set(batch.flatMap(({ upsellIds = [], crossSellIds = [] }) => [...upsellIds, ...crossSellIds])),
    ]);
    const keys = new Map([...briefs.values()].map(({ id, sku, slug }) => [id, sku ?? slug]));
    yield {
      text: csv(
        batch.flatMap((product) =>
          productCells(product, { money, timeZone, terms: all, taxonomies: kinds, fields, keys }),
        ),
        false,
      ),
      products: done,
    };
  }
}
