import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { onceMore } from '../catalogue/once-more.js';
import { productErrors } from '../catalogue/product-check.js';
import type { ProductInput } from '../catalogue/product-input.js';
import type { StoredProduct } from '../catalogue/stored-product.js';
import type { FormError } from '../contract/index.js';
import type { Money } from '../orders/money.js';
import { createCellsReader } from './cells-product.js';
import { attributeOf, type Cells, COLUMNS } from './product-cells.js';

/** Why a row was not taken. */
export interface RowProblem {
  /** The line in the file, the head being 1. */
  readonly line: number;
  readonly sku: string;
  readonly message: string;
}

export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Products that were refused. */
  readonly refused: number;
  /** The first problems; more are only counted. */
  readonly problems: readonly RowProblem[];
}

export interface ImportOptions {
  /** Everything is tried and taken back. */
  readonly dryRun: boolean;
  /** Rows that are read at most; more are refused. */
  readonly mostRows?: number;
  /** Problems that are told one by one; more are only counted. */
  readonly mostProblems?: number;
  readonly progress?: (rows: number) => void | Promise<void>;
}

export interface ProductImport {
  /**
   * Reads products from a CSV file: each is created, or found by its SKU, or by its address when it has none. Some
   * hundred lines share a transaction; when one of them is refused, the others are saved one by one. Products that are the same already are left alone, so a file can be read twice.
   * @throws PlinthError `store_csv_unreadable`, `store_csv_too_large`
   */
  run(chunks: AsyncIterable<Buffer | string>, options: ImportOptions): Promise<ImportReport>;
}

export interface ProductImportDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'wpKsesPost'>;
  readonly parts: Pick<CatalogueParts, 'products' | 'taxonomies' | 'terms' | 'catalogue'>;
  readonly money: Pick<Money, 'parse' | 'plain'>;
}

interface Row {
  readonly line: number;
  readonly cells: Cells;
}

type CellsReader = ReturnType<typeof createCellsReader>;

const MOST_PROBLEMS = 200;
/** Lines that share a transaction. */
const BATCH_ROWS = 200;
const LARGEST_ROW = 1024 * 1024;

/** Takes a dry run back. */
class TakenBack extends Error {
  constructor(readonly outcome: Outcome) {
    super('A dry run ends here.');
  }
}

type Outcome = 'created' | 'updated' | 'unchanged';

export function createProductImport({ scope, parts: { products, taxonomies, terms, catalogue }, money }: ProductImportDeps): ProductImport {
  const { db, __ } = scope;

  async function storedFor({ cells }: Row): Promise<StoredProduct | null> {
    const found = cells.sku ? await products.findBySku(cells.sku) : null;
    if (found) return products.get(found.productId);
    if (cells.sku || !cells.slug) return null;
    const row = (await db()('store_products').where({ slug: cells.slug }).first('id')) as { id: number } | undefined;
    return row ? products.get(row.id) : null;
  }

  async function parentOf({ cells }: Row): Promise<StoredProduct | null> {
    const own = cells.sku ? await products.findBySku(cells.sku) : null;
    if (own) return products.get(own.productId);
    return storedFor({ line: 0, cells: { sku: cells.parent, slug: cells.parent } }).then(async (found) => found ?? storedFor({ line: 0, cells: { slug: cells.parent } }));
  }

  async function saveGroup(rows: readonly Row[], reader: CellsReader): Promise<Outcome> {
    const [first] = rows;
    if (!first) return 'unchanged';
    const headed = first.cells.type !== 'variation' && !(await isVariation(first));
    const stored = headed ? await storedFor(first) : await parentOf(first);
    if (!headed && !stored) throw refused(first, __('There is no product that this variation belongs to.'));
    let input: ProductInput | null = stored;
    for (const row of rows) {
      const errors: FormError[] = [];
      if (row === first && headed) input = await reader.product(row.cells, stored, await terms.all(), errors);
      else if (input) input = await reader.variation(row.cells, input, errors);
      if (errors.length > 0) throw refused(row, sentences(errors));
    }
    if (!input) return 'unchanged';
    const product = { ...input, description: scope.wpKsesPost(input.description) };
    if (stored && same(stored, product)) return 'unchanged';
    const errors = productErrors(product, scope);
    if (errors.length > 0) throw refused(rowOf(errors, rows, headed), sentences(errors));
    await products.save(product, 'import', { numberSlug: product.slug === '' });
    return stored ? 'updated' : 'created';
  }

  async function isVariation({ cells }: Row): Promise<boolean> {
    if (!cells.sku || cells.type === 'product') return false;
    return ((await products.findBySku(cells.sku))?.variationId ?? 0) > 0;
  }

  const sentences = (errors: readonly FormError[]): string => errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
  const refused = ({ line, cells }: Row, message: string): PlinthError => new PlinthError('store_row_refused', message, { status: 422, details: { line, sku: cells.sku ?? '' } });

  async function attempt(rows: readonly Row[], reader: CellsReader, dryRun: boolean): Promise<Outcome> {
    const [first] = rows;
    const known = first ? ((await storedFor(first)) ?? (await parentOf(first))) : null;
    try {
      return await onceMore(db, async () => {
        if (known) await products.hold([known.id]);
        const outcome = await saveGroup(rows, reader);
        if (dryRun) throw new TakenBack(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.outcome;
      throw error;
    }
  }

  return {
    async run(chunks, { dryRun, mostRows = Number.POSITIVE_INFINITY, mostProblems = MOST_PROBLEMS, progress = () => undefined }) {
      const fields = await catalogue.fields();
      const reader = createCellsReader({ words: scope, money, taxonomies, fields });
      const known = new Set<string>([...COLUMNS, ...fields.map(({ key }) => `field:${key}`)]);
      const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
      const problems: RowProblem[] = [];
      const seen = new Map<string, number>();
      let count = 0;

      function note(first: Row, error: PlinthError): void {
        counts.refused++;
        const { line = first.line, sku = first.cells.sku ?? '' } = (error.details ?? {}) as { line?: number; sku?: string };
        if (problems.length < mostProblems) problems.push({ line, sku, message: error.message });
      }

      /** Whether the lines of a product name SKUs that no line before them had. */
      function isNew(rows: readonly Row[]): boolean {
        for (const row of rows) {
          const key = row.cells.sku ?? '';
          if (key === '') continue;
          const before = seen.get(key);
          if (before !== undefined) {
            note(rows[0] ?? row, refused(row, __('The SKU %1$s stands in line %2$d already.', key, before)));
            return false;
          }
          seen.set(key, row.line);
        }
        return true;
      }

      async function finishOne(rows: readonly Row[]): Promise<void> {
        const [first] = rows;
        if (!first) return;
        try {
          counts[await attempt(rows, reader, dryRun)]++;
        } catch (error) {
          if (!(error instanceof PlinthError)) throw error;
          note(first, error);
        }
      }

      /** All of it in one transaction, which is much quicker; one by one when that is refused. */
      async function finishBatch(groups: readonly (readonly Row[])[]): Promise<void> {
        const fresh = groups.filter((rows) => rows.length > 0 && isNew(rows));
        if (!dryRun && fresh.length > 1) {
          try {
            const outcomes = await onceMore(db, async () => {
              const made: Outcome[] = [];
              for (const rows of fresh) made.push(await attempt(rows, reader, false));
              return made;
            });
            for (const outcome of outcomes) counts[outcome]++;
            return;
          } catch {
            // Whoever it was is found and named below.
          }
        }
        for (const rows of fresh) await finishOne(rows);
      }

      let group: Row[] = [];
      let batch: Row[][] = [];
      let batched = 0;
      for await (const row of rowsOf(chunks, known, __)) {
        count++;
        if (count > mostRows) throw new PlinthError('store_csv_too_large', __('The file has more than %d rows.', mostRows), { status: 413, cure: __('Read it with the command: npx plinth store import products.csv') });
        if (row.cells.type === 'variation' && group.length > 0 && belongs(row, group)) group.push(row);
        else {
          batch.push(group);
          if (batched >= BATCH_ROWS) {
            await finishBatch(batch);
            batch = [];
            batched = 0;
          }
          group = [row];
        }
        batched++;
        await progress(count);
      }
      await finishBatch([...batch, group]);
      return { ...counts, problems: problems.sort((a, b) => a.line - b.line) };
    },
  };
}

/** Whether a variation follows its product. */
function belongs({ cells }: Row, [head]: readonly Row[]): boolean {
  return head?.cells.type !== 'variation' && (!cells.parent || cells.parent === (head?.cells.sku || head?.cells.slug));
}

/** The row that the first error is about, as well as it can be told. */
function rowOf([error]: readonly FormError[], rows: readonly Row[], headed: boolean): Row {
  const index = /^variations\.(\d+)\./.exec(error?.field ?? '');
  return (index ? rows[Number(index[1]) + (headed ? 1 : 0)] : undefined) ?? (rows[0] as Row);
}

/** Whether saving would change nothing. */
function same({ updatedAt: _at, publishedAt: _published, ...stored }: StoredProduct, next: ProductInput): boolean {
  const sorted = (product: ProductInput): string => JSON.stringify(canonical({ ...product, termIds: [...product.termIds].sort((a, b) => a - b), variations: product.variations.map((one) => ({ ...one, termIds: [...one.termIds].sort((a, b) => a - b), ...counted(one) })), ...counted(product) }));
  const { updatedAt: _a, publishedAt: _b, ...plain } = next as Partial<StoredProduct>;
  return sorted(stored) === sorted(plain as ProductInput);
}

/** Of what is counted the status follows, and says nothing of its own. */
function counted({ stockQuantity, stock }: Pick<ProductInput, 'stockQuantity' | 'stock'>): { stock: string } {
  return { stock: stockQuantity === null ? stock : '' };
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, canonical(part)]));
}

/** The rows of a file; lists are cut by commas, semicolons or tabs, as its first line is. */
async function* rowsOf(chunks: AsyncIterable<Buffer | string>, known: ReadonlySet<string>, __: PluginScope['__']): AsyncGenerator<Row> {
  const unreadable = (message: string): PlinthError => new PlinthError('store_csv_unreadable', message, { status: 422, cure: __('Save it as CSV in UTF-8, with the names of the columns in its first line.') });
  const iterator = chunks[Symbol.asyncIterator]();
  let head = '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  function decode(chunk: Buffer | string): string {
    try {
      return typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    } catch {
      throw unreadable(__('The file is not text in UTF-8.'));
    }
  }
  while (!head.includes('\n') && head.length < LARGEST_ROW) {
    const next = await iterator.next();
    if (next.done) break;
    head += decode(next.value);
  }
  const line = head.slice(0, head.includes('\n') ? head.indexOf('\n') : undefined);
  const delimiter = [',', ';', '\t'].sort((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
  async function* all(): AsyncGenerator<string> {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield decode(next.value);
  }
  const parser = parse({
    bom: true, delimiter, relax_column_count: false, skip_empty_lines: true, info: true, max_record_size: LARGEST_ROW,
    columns: (names: string[]) => {
      const trimmed = names.map((name) => name.trim());
      if (!trimmed.includes('sku') && !trimmed.includes('slug')) throw unreadable(__('The file has no column sku.'));
      const strange = trimmed.find((name) => !known.has(name) && !attributeOf(name));
      if (strange !== undefined) throw unreadable(__('The file has a column %s that is not known.', strange.slice(0, 60)));
      return trimmed;
    },
  });
  // An error of the file ends the parser, and by it the loop below.
  pipeline(Readable.from(all()), parser, () => undefined);
  try {
    for await (const entry of parser) {
      const { record, info } = entry as { record: Record<string, string>; info: { lines: number } };
      // A mark before what a spreadsheet would take for a formula.
      yield { line: info.lines, cells: Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, cell.replace(/\r\n/g, '\n').trim().replace(/^'(?=[=+\-@\t\r])/, '')])) };
    }
  } catch (error) {
    if (error instanceof PlinthError || !(error instanceof Error)) throw error;
    throw unreadable(__('The file cannot be read: %s', error.message.slice(0, 200)));
  }
}
