import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import type { Money } from '../../money/money.js';
import { type CsvRow as Row, csvRows, type MappingOf } from './csv-rows.js';
import { createImportBatches } from './import-batches.js';
import { createImportTally, type ImportReport, type ImportTally } from './import-tally.js';
import { createImportTransaction, NOT_FOUND, refusedRow, type RowGroup } from './import-transaction.js';
import { createLinkedRows } from './linked-rows.js';
import { COLUMNS } from './product-cells.js';
import { createProductLookup } from './product-lookup.js';
import { createRemoteImages } from './remote-images.js';

interface ImportOptions {
  /** Whether all changes are rolled back. */
  readonly dryRun: boolean;
  /** Maximum number of rows; a larger file is refused. */
  readonly maxRows?: number;
  /** Maximum number of errors reported individually; further ones are only counted. */
  readonly maxProblems?: number;
  readonly progress?: (rows: number) => void | Promise<void>;
  /** Column mapping; by default, columns are recognized by name. */
  readonly mapping?: MappingOf | undefined;
  /** User who started the import, when a job reads the file. */
  readonly actor?: number;
}

export interface ProductImport {
  /**
   * Imports products from a CSV file: each is created, or found by its SKU, or by its slug when it has none. A few
   * hundred lines share a transaction; when one of them is refused, the others are saved one by one. Products that are
   * already identical are skipped, so a file can be imported twice.
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
  readonly parts: Pick<CatalogueParts, 'products' | 'taxonomies' | 'terms' | 'catalogue' | 'types' | 'images'>;
  readonly money: Pick<Money, 'read' | 'formatDecimal'>;
}

const MAX_PROBLEMS = 200;
/** Lines per transaction. */
const BATCH_ROWS = 200;

export function createProductImport({ scope, parts, money }: ProductImportDeps): ProductImport {
  const { db, __ } = scope;
  const { products, catalogue, images } = parts;
  const lookup = createProductLookup(db);
  const imageList = createRemoteImages({ scope, images }, scope);
  const saveTogether = createImportTransaction({ scope, parts, money, lookup });

  /** Prepares a product of another shop with its images downloaded; a dry run leaves them out. */
  async function ready(rows: RowGroup, dryRun: boolean, tally: ImportTally): Promise<RowGroup> {
    const [first, ...others] = rows;
    if (!first.isForeign) return rows;
    if (dryRun) return [withoutImages(first), ...others.map(withoutImages)];
    const [found = NOT_FOUND] = await lookup.find([first.cells]);
    const [brought, ...more] = await imageList.download(rows, found, (message) => tally.addProblem(first, message));
    return brought ? [brought, ...more] : rows;
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
      const fields = await catalogue.fields();
      const known = new Set<string>([...COLUMNS, ...fields.map(({ key }) => `field:${key}`)]);
      const tally = createImportTally(scope, maxProblems);
      const linked = createLinkedRows({ i18n: scope, products, lookup });
      const finish = createImportBatches({ saveBatch: saveTogether, fields, dryRun, tally, linkedRows: linked });
      let count = 0;
      let group: [Row, ...Row[]] | undefined;
      let batch: RowGroup[] = [];
      let batched = 0;
      for await (const row of csvRows(chunks, known, scope, mapping)) {
        count++;
        if (count > maxRows) throw tooLarge(maxRows);
        if (row.problem !== undefined) {
          tally.refuse(row, refusedRow(row, row.problem));
          continue;
        }
        linked.note(row);
        tellOfDebt(row, tally);
        if (group && row.cells.type === 'variation' && belongs(row, group)) group.push(row);
        else {
          if (group) batch.push(await ready(group, dryRun, tally));
          if (batched >= BATCH_ROWS) {
            await finish(batch.filter(tally.isNew));
            batch = [];
            batched = 0;
          }
          group = [row];
        }
        batched++;
        await progress(count);
      }
      if (group) batch.push(await ready(group, dryRun, tally));
      await finish(batch.filter(tally.isNew));
      if (!dryRun) {
        const more = await linked.link(tally.addProblem);
        tally.count('unchanged', -more);
        tally.count('updated', more);
        await record(tally.report(), actor);
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

  /** Warns about negative stock and how it was imported. */
  function tellOfDebt(row: Row, tally: ImportTally): void {
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

  async function record({ problems: _problems, ...counts }: ImportReport, actor: number | undefined): Promise<void> {
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
function belongs({ cells }: Row, [head]: RowGroup): boolean {
  return head.cells.type !== 'variation' && (!cells.parent || cells.parent === (head.cells.sku || head.cells.slug));
}
