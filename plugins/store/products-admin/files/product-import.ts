import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import { onceMore } from '../../changes/once-more.js';
import { productErrors } from '../../products/product-check.js';
import type { ProductInput } from '../../products/product-input.js';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import type { CatalogueTerm, FormError, ProductField } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { createCellsReader } from './cells-product.js';
import { type CsvRow as Row, csvRows, type MappingOf } from './csv-rows.js';
import { createLinkedRows } from './linked-rows.js';
import { COLUMNS } from './product-cells.js';
import { createProductLookup, type FoundProduct } from './product-lookup.js';
import { createRemotePictures } from './remote-pictures.js';
import { rememberingTerms } from './remembered-terms.js';

/** Why a row was not taken. */
interface RowProblem {
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

interface ImportOptions {
  /** Everything is tried and taken back. */
  readonly dryRun: boolean;
  /** Rows that are read at most; more are refused. */
  readonly mostRows?: number;
  /** Problems that are told one by one; more are only counted. */
  readonly mostProblems?: number;
  readonly progress?: (rows: number) => void | Promise<void>;
  /** What the columns become; by default they are known by their names. */
  readonly mapping?: MappingOf | undefined;
  /** Who wants it, when a job reads the file. */
  readonly actor?: number;
}

export interface ProductImport {
  /**
   * Reads products from a CSV file: each is created, or found by its SKU, or by its address when it has none. Some
   * hundred lines share a transaction; when one of them is refused, the others are saved one by one. Products that are the same already are left alone, so a file can be read twice.
   * @throws PlinthError `store_csv_unreadable`, `store_csv_too_large`
   */
  run(chunks: AsyncIterable<Buffer | string>, options: ImportOptions): Promise<ImportReport>;
}

interface ProductImportDeps {
  readonly scope: Pick<
    PluginScope,
    'db' | '__' | 'wpKsesPost' | 'audit' | 'sanitizeTitle' | 'wpSafeRemoteGet' | 'wpUploadBits' | 'homeUrl'
  >;
  readonly parts: Pick<CatalogueParts, 'products' | 'taxonomies' | 'terms' | 'catalogue' | 'types' | 'images'>;
  readonly money: Pick<Money, 'parse' | 'plain'>;
}

/** What rows of one transaction share. */
interface Reading {
  readonly reader: ReturnType<typeof createCellsReader>;
  /** Terms, those of this product among them. */
  terms(stored: StoredProduct | null): Promise<readonly CatalogueTerm[]>;
  /** Products that were saved. */
  readonly saved: number[];
}

const MOST_PROBLEMS = 200;
/** Lines that share a transaction. */
const BATCH_ROWS = 200;

/** One of several groups was refused. */
class Stopped extends Error {
  constructor(
    readonly outcomes: readonly Outcome[],
    override readonly cause: unknown,
  ) {
    super('A group of rows was refused.');
  }
}

/** Takes a dry run back. */
class TakenBack extends Error {
  constructor(readonly outcomes: Outcome[]) {
    super('A dry run ends here.');
  }
}

type Outcome = 'created' | 'updated' | 'unchanged';
const NOT_FOUND: FoundProduct = { id: 0, isProduct: true };

export function createProductImport({
  scope,
  parts: { products, taxonomies, terms, catalogue, types, images },
  money,
}: ProductImportDeps): ProductImport {
  const { db, __ } = scope;

  const lookup = createProductLookup(db);
  const pictures = createRemotePictures({ scope, images }, scope);

  /** Anew for each transaction, since what it creates goes when it is taken back. */
  function beginReading(fields: readonly ProductField[]): Reading {
    let known: readonly CatalogueTerm[] = [];
    const ids = new Set<number>();
    return {
      saved: [],
      reader: createCellsReader({ words: scope, money, taxonomies: rememberingTerms(taxonomies), fields }),
      async terms(stored) {
        if (stored?.termIds.some((id) => !ids.has(id))) {
          known = await terms.all();
          for (const { id } of known) ids.add(id);
        }
        return known;
      },
    };
  }

  async function saveGroup(rows: readonly Row[], { isProduct, id }: FoundProduct, reading: Reading): Promise<Outcome> {
    const [first] = rows;
    if (!first) return 'unchanged';
    const stored = id > 0 ? await products.get(id) : null;
    if (!isProduct && !stored) throw refused(first, __('There is no product that this variation belongs to.'));
    let input: ProductInput | null = stored;
    for (const row of rows) {
      const errors: FormError[] = [];
      if (row === first && isProduct)
        input = await reading.reader.product(row.cells, stored, await reading.terms(stored), errors);
      else if (input) input = await reading.reader.variation(row.cells, input, errors);
      if (errors.length > 0) throw refused(row, sentences(errors));
    }
    if (!input) return 'unchanged';
    const product = { ...input, description: scope.wpKsesPost(input.description) };
    if (stored && same(stored, product)) return 'unchanged';
    const errors = productErrors(product, scope, types.kinds());
    if (errors.length > 0) throw refused(rowOf(errors, rows, isProduct), sentences(errors));
    reading.saved.push(await products.save(product, 'import', { numberSlug: product.slug === '', indexLater: true }));
    return stored ? 'updated' : 'created';
  }

  const sentences = (errors: readonly FormError[]): string =>
    errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
  const refused = ({ line, cells }: Row, message: string): PlinthError =>
    new PlinthError('store_row_refused', message, { status: 422, details: { line, sku: cells.sku ?? '' } });

  /** Groups of rows in one transaction. Their products are held first, so that nobody sells of them between being read and written. */
  async function saveTogether(
    groups: readonly (readonly Row[])[],
    fields: readonly ProductField[],
    dryRun: boolean,
  ): Promise<Outcome[]> {
    const found = await lookup.find(groups.map(([first]) => first?.cells ?? {}));
    try {
      return await onceMore(db, async () => {
        const held = found.map(({ id }) => id).filter((id) => id > 0);
        if (held.length > 0) await products.hold(held);
        const reading = beginReading(fields);
        const outcomes: Outcome[] = [];
        for (const [index, rows] of groups.entries()) {
          outcomes.push(
            await saveGroup(rows, found[index] ?? NOT_FOUND, reading).catch((error: unknown) => {
              throw new Stopped(outcomes, error);
            }),
          );
        }
        if (dryRun) throw new TakenBack(outcomes);
        // Together, which is much quicker than each for itself.
        await products.index(reading.saved);
        return outcomes;
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.outcomes;
      throw error;
    }
  }

  return {
    async run(
      chunks,
      {
        dryRun,
        mostRows = Number.POSITIVE_INFINITY,
        mostProblems = MOST_PROBLEMS,
        progress = () => undefined,
        mapping,
        actor,
      },
    ) {
      const fields = await catalogue.fields();
      const known = new Set<string>([...COLUMNS, ...fields.map(({ key }) => `field:${key}`)]);
      const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
      const problems: RowProblem[] = [];
      const seen = new Map<string, number>();
      const linked = createLinkedRows({ words: scope, products, lookup });
      let count = 0;

      function tell({ line, cells }: Pick<Row, 'line' | 'cells'>, message: string): void {
        if (problems.length < mostProblems) problems.push({ line, sku: cells.sku ?? '', message });
      }

      function note(first: Row, error: PlinthError): void {
        counts.refused++;
        const { line = first.line, sku = first.cells.sku ?? '' } = (error.details ?? {}) as {
          line?: number;
          sku?: string;
        };
        tell({ line, cells: { sku } }, error.message);
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

      function settle(groups: readonly (readonly Row[])[], outcomes: readonly Outcome[]): void {
        for (const [index, outcome] of outcomes.entries()) {
          counts[outcome]++;
          linked.settled(groups[index]?.[0]?.line ?? 0, outcome);
        }
      }

      async function finishOne(rows: readonly Row[]): Promise<void> {
        try {
          settle([rows], await saveTogether([rows], fields, dryRun));
        } catch (stopped) {
          const error = stopped instanceof Stopped ? stopped.cause : stopped;
          // That the database cannot work now is no row's fault.
          if (!(error instanceof PlinthError) || error.kind === 'outage') throw error;
          note(rows[0] as Row, error);
        }
      }

      /** All of it in one transaction, which is much quicker than each for itself; those before and after a refused one likewise. */
      async function finishTogether(groups: readonly (readonly Row[])[]): Promise<void> {
        const [first] = groups;
        if (!first) return;
        if (groups.length === 1) return finishOne(first);
        let outcomes: readonly Outcome[];
        try {
          outcomes = await saveTogether(groups, fields, dryRun);
        } catch (error) {
          outcomes = error instanceof Stopped ? error.outcomes : [];
          // A dry run knows of those before already; the others were taken back.
          if (!dryRun) {
            await finishTogether(groups.slice(0, outcomes.length));
            outcomes = [];
          }
          const at = error instanceof Stopped ? error.outcomes.length : 0;
          // With what stands before it in the file, it may be accepted after all.
          await finishOne(groups[at] as readonly Row[]);
          await finishTogether(groups.slice(at + 1));
        }
        settle(groups, outcomes);
      }

      /** A product of another shop, with its pictures brought here; while it is only tried, without them. */
      async function ready(rows: Row[]): Promise<Row[]> {
        const [first] = rows;
        if (!first?.isForeign) return rows;
        if (dryRun)
          return rows.map(({ cells: { images: _images, image: _image, ...cells }, ...row }) => ({ ...row, cells }));
        const [found = NOT_FOUND] = await lookup.find([first.cells]);
        return [...(await pictures.bring(rows, found, (message) => tell(first, message)))];
      }

      let group: Row[] = [];
      let batch: Row[][] = [];
      let batched = 0;
      for await (const row of csvRows(chunks, known, scope, mapping)) {
        count++;
        if (count > mostRows)
          throw new PlinthError('store_csv_too_large', __('The file has more than %d rows.', mostRows), {
            status: 413,
            cure: __('Read it with the command: npx plinth store import products.csv'),
          });
        if (row.problem !== undefined) {
          note(row, refused(row, row.problem));
          continue;
        }
        linked.note(row);
        const { stock_quantity: pieces } = row.cells;
        if (Number(pieces) < 0)
          tell(
            row,
            __(
              'The stock is %s: it was taken as it stands, as pieces that are ordered and not there. Should it be 0, correct it.',
              String(pieces),
            ),
          );
        if (row.cells.type === 'variation' && group.length > 0 && belongs(row, group)) group.push(row);
        else {
          batch.push(await ready(group));
          if (batched >= BATCH_ROWS) {
            await finishTogether(batch.filter((rows) => rows.length > 0 && isNew(rows)));
            batch = [];
            batched = 0;
          }
          group = [row];
        }
        batched++;
        await progress(count);
      }
      await finishTogether([...batch, await ready(group)].filter((rows) => rows.length > 0 && isNew(rows)));
      if (!dryRun) {
        const more = await linked.link(tell);
        counts.unchanged -= more;
        counts.updated += more;
      }
      if (!dryRun)
        await scope.audit.record({
          action: 'products.imported',
          subject: { kind: 'import', id: 'products', title: __('Products') },
          details: counts,
          ...(actor ? { actor } : {}),
        });
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
  const sorted = (product: ProductInput): string =>
    JSON.stringify(
      canonical({
        ...product,
        termIds: [...product.termIds].sort((a, b) => a - b),
        variations: product.variations.map((one) => ({
          ...one,
          termIds: [...one.termIds].sort((a, b) => a - b),
          ...counted(one),
        })),
        ...counted(product),
      }),
    );
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
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, canonical(part)]),
  );
}
