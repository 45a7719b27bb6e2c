import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { Money } from '../../money/money.js';
import { type CsvRow as Row, csvRows, type MappingSource } from './csv-rows.js';
import { createImportBatches } from './import-batches.js';
import { createImportTally, type ImportReport, type ImportTally } from './import-tally.js';
import { createImportTransaction, NOT_FOUND, rejectedRowError, type RowGroup } from './import-transaction.js';
import { createLinkedRows } from './linked-rows.js';
import { COLUMNS } from './product-cells.js';
import { createProductLookup } from './product-lookup.js';
import { createRemoteImages } from './remote-images.js';

interface ImportOptions {
  /** Whether to roll back all changes. */
  readonly dryRun: boolean;
  /** Maximum number of rows; a larger file is rejected. */
  readonly maxRows?: number;
  /** Maximum number of reported errors; further errors are only counted. */
  readonly maxProblems?: number;
  readonly progress?: (rows: number) => void | Promise<void>;
  /** Column mapping; by default, columns are recognized by name. */
  readonly mapping?: MappingSource | undefined;
  /** ID of the user who started the import, for the audit log of a job. */
  readonly actor?: number;
}

export interface ProductImport {
  /**
   * Imports products from a CSV file. Existing products are found by SKU, or by slug if they have no SKU. Rows are
   * written in batches, one transaction each; a rejected row does not affect the others. Unchanged products are
   * skipped, so a file can be imported twice.
   * @throws PlinthError `store_csv_not_readable`, `store_csv_too_large`
   */
  run(chunks: AsyncIterable<Buffer | string>, options: ImportOptions): Promise<ImportReport>;
}

interface ProductImportDeps {
  readonly scope: Pick<
    PluginScope,
    | 'db'
    | '__'
    | 'wpKsesPost'
    | 'checkFieldValues'
    | 'audit'
    | 'sanitizeTitle'
    | 'wpSafeRemoteGet'
    | 'wpUploadBits'
    | 'homeUrl'
    | 'getOption'
  >;
  readonly parts: Pick<CatalogParts, 'products' | 'taxonomies' | 'terms' | 'catalog' | 'types' | 'images'>;
  readonly money: Pick<Money, 'read' | 'formatDecimal'>;
}

const MAX_PROBLEMS = 200;
/** Number of rows per transaction. */
const BATCH_ROWS = 200;

export function createProductImport({ scope, parts, money }: ProductImportDeps): ProductImport {
  const { db, __ } = scope;
  const { products, catalog, images } = parts;
  const lookup = createProductLookup(db);
  const imageList = createRemoteImages({ scope, images }, scope);
  const saveTogether = createImportTransaction({ scope, parts, money, lookup });

  /** Downloads the images of a product of another shop; in a dry run, removes them from its rows. */
  async function prepareImages(rows: RowGroup, dryRun: boolean, tally: ImportTally): Promise<RowGroup> {
    const [first, ...others] = rows;
    if (!first.isForeign) return rows;
    if (dryRun) return [withoutImages(first), ...others.map(withoutImages)];
    const [found = NOT_FOUND] = await lookup.find([first.cells]);
    const [prepared, ...more] = await imageList.download(rows, found, (message) => tally.addProblem(first, message));
    return prepared ? [prepared, ...more] : rows;
  }

  return {
    async run(
      chunks,
      {
        dryRun,
        maxRows = Number.POSITIVE_INFINITY,
        maxProblems = MAX_PROBLEMS,
        progress = () => undefined,
        mapping,
        actor,
      },
    ) {
      const fields = await catalog.fields();
      const known = new Set<string>([...COLUMNS, ...fields.map(({ key }) => `field:${key}`)]);
      const tally = createImportTally(scope, maxProblems);
      const linked = createLinkedRows({ i18n: scope, products, lookup });
      const finish = createImportBatches({ saveBatch: saveTogether, fields, dryRun, tally, linkedRows: linked });
      let count = 0;
      let group: [Row, ...Row[]] | undefined;
      let batch: RowGroup[] = [];
      let batchedRows = 0;
      for await (const row of csvRows(chunks, known, scope, mapping)) {
        count++;
        if (count > maxRows) throw tooLarge(maxRows);
        if (row.problem !== undefined) {
          tally.refuse(row, rejectedRowError(row, row.problem));
          continue;
        }
        linked.note(row);
        warnAboutNegativeStock(row, tally);
        if (group && row.cells.type === 'variation' && belongsToProduct(row, group)) group.push(row);
        else {
          if (group) batch.push(await prepareImages(group, dryRun, tally));
          if (batchedRows >= BATCH_ROWS) {
            await finish(batch.filter(tally.isNew));
            batch = [];
            batchedRows = 0;
          }
          group = [row];
        }
        batchedRows++;
        await progress(count);
      }
      if (group) batch.push(await prepareImages(group, dryRun, tally));
      await finish(batch.filter(tally.isNew));
      if (!dryRun) {
        const linkedOnly = await linked.link(tally.addProblem);
        tally.count('unchanged', -linkedOnly);
        tally.count('updated', linkedOnly);
        await auditImport(tally.report(), actor);
      }
      return tally.report();
    },
  };

  function tooLarge(maxRows: number): PlinthError {
    return new PlinthError('store_csv_too_large', __('The file has more than %d rows.', maxRows), {
      status: 413,
      hint: __('Import it with the command: npx plinth store import products.csv'),
    });
  }

  /** Adds a warning about negative stock, which is imported as it is. */
  function warnAboutNegativeStock(row: Row, tally: ImportTally): void {
    const { stock_quantity: quantity } = row.cells;
    if (Number(quantity) < 0)
      tally.addProblem(
        row,
        __(
          'Stock is %s. It was imported as is and counts as units on backorder. If it should be 0, correct it.',
          String(quantity),
        ),
      );
  }

  async function auditImport(
    { problems: _problems, ...counts }: ImportReport,
    actor: number | undefined,
  ): Promise<void> {
    await scope.audit.record({
      action: 'products.imported',
      subject: { kind: 'import', id: 'products', title: __('Products') },
      details: counts,
      ...(actor ? { actor } : {}),
    });
  }
}

function withoutImages({ cells: { images: _images, image: _image, ...cells }, ...row }: Row): Row {
  return { ...row, cells };
}

/** Whether a variation belongs to the product row above it. */
function belongsToProduct({ cells }: Row, [head]: RowGroup): boolean {
  return head.cells.type !== 'variation' && (!cells.parent || cells.parent === (head.cells.sku || head.cells.slug));
}
