import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import type { StoredProduct } from '../../catalogue/stored-product.js';
import { retryOnce } from '../../change-feed/retry-once.js';
import type { CatalogueTerm, FormError, ProductField } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { productErrors } from '../../products/product-check.js';
import type { ProductInput } from '../../products/product-input.js';
import { siteZone } from '../../time/local-time.js';
import { createCellsReader } from './cells-product.js';
import type { CsvRow as Row } from './csv-rows.js';
import type { FoundProduct, ProductLookup } from './product-lookup.js';
import { isSameProduct } from './same-product.js';
import { storedTaxRates, type TaxRates } from './tax-classes.js';
import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';

/** Result of importing the rows of one product. */
export type Outcome = 'created' | 'updated' | 'unchanged';

/** Rows of one product: its own, and those of its variations. */
export type RowGroup = readonly [first: Row, ...others: Row[]];

export interface ImportTransactionDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'wpKsesPost' | 'getOption' | 'checkFieldValues'>;
  readonly parts: Pick<CatalogueParts, 'products' | 'taxonomies' | 'terms' | 'types'>;
  readonly money: Pick<Money, 'read' | 'formatDecimal'>;
  readonly lookup: Pick<ProductLookup, 'find'>;
}

/** Thrown when one of several groups was refused. */
export class ImportAbort extends Error {
  constructor(
    readonly outcomes: readonly Outcome[],
    override readonly cause: unknown,
  ) {
    super('A batch of rows was refused.');
  }
}

/** Thrown to roll back a dry run. */
class TakenBack extends Error {
  constructor(readonly outcomes: Outcome[]) {
    super('The dry run was rolled back.');
  }
}

/** State shared by the rows of one transaction. */
interface RowState {
  readonly reader: ReturnType<typeof createCellsReader>;
  /** Known terms, including those of this product. */
  terms(stored: StoredProduct | null): Promise<readonly CatalogueTerm[]>;
  /** IDs of saved products. */
  readonly savedIds: number[];
}

export const NOT_FOUND: FoundProduct = { id: 0, isProduct: true };

/** Creates the error for a refused row. */
export function refusedRow({ line, cells }: Row, message: string): PlinthError {
  return new PlinthError('store_row_rejected', message, { status: 422, details: { line, sku: cells.sku ?? '' } });
}

/**
 * Writes groups of rows in one transaction. Locks their products first, so that no sale changes their stock between
 * reading and writing.
 * @throws Stopped when one of them was refused
 */
export function createImportTransaction({
  scope,
  parts: { products, taxonomies, terms, types },
  money,
  lookup,
}: ImportTransactionDeps): (
  groups: readonly RowGroup[],
  fields: readonly ProductField[],
  dryRun: boolean,
) => Promise<Outcome[]> {
  const { db, __ } = scope;

  /** Created for each transaction, since terms it creates disappear on rollback. */
  function beginReading(fields: readonly ProductField[], zone: string, taxRates: TaxRates): RowState {
    let known: readonly CatalogueTerm[] = [];
    const ids = new Set<number>();
    return {
      savedIds: [],
      reader: createCellsReader({
        i18n: scope,
        money,
        timeZone: zone,
        taxonomies: rememberingTerms(taxonomies),
        taxRates,
        fields,
      }),
      async terms(stored) {
        if (stored?.termIds.some((id) => !ids.has(id))) {
          known = await terms.all();
          for (const { id } of known) ids.add(id);
        }
        return known;
      },
    };
  }

  async function saveGroup(rows: RowGroup, { isProduct, id }: FoundProduct, reading: RowState): Promise<Outcome> {
    const [first] = rows;
    const stored = id > 0 ? await products.get(id) : null;
    if (!isProduct && !stored) throw refusedRow(first, __('The parent product of this variation doesn’t exist.'));
    let input: ProductInput | null = stored;
    for (const row of rows) {
      const errors: FormError[] = [];
      if (row === first && isProduct)
        input = await reading.reader.product(row.cells, stored, await reading.terms(stored), errors);
      else if (input) input = await reading.reader.variation(row.cells, input, errors);
      if (errors.length > 0) throw refusedRow(row, sentences(errors));
    }
    if (!input) return 'unchanged';
    const product = { ...input, description: scope.wpKsesPost(input.description) };
    if (stored && isSameProduct(stored, product)) return 'unchanged';
    const errors = productErrors(product, scope, types.kinds());
    if (errors.length > 0) throw refusedRow(rowOf(errors, rows, isProduct), sentences(errors));
    reading.savedIds.push(await products.save(product, 'import', { numberSlug: product.slug === '', skipIndex: true }));
    return stored ? 'updated' : 'created';
  }

  return async function saveTogether(
    groups: readonly RowGroup[],
    fields: readonly ProductField[],
    dryRun: boolean,
  ): Promise<Outcome[]> {
    const found = await lookup.find(groups.map(([first]) => first.cells));
    try {
      return await retryOnce(db, async () => {
        const productIds = found.map(({ id }) => id).filter((id) => id > 0);
        if (productIds.length > 0) await products.lock(productIds);
        const reading = beginReading(fields, await siteZone(scope.getOption), await storedTaxRates(scope.getOption));
        const outcomes: Outcome[] = [];
        for (const [index, rows] of groups.entries()) {
          outcomes.push(
            await saveGroup(rows, found[index] ?? NOT_FOUND, reading).catch((error: unknown) => {
              throw new ImportAbort(outcomes, error);
            }),
          );
        }
        if (dryRun) throw new TakenBack(outcomes);
        // Indexing them together is much faster than one by one.
        await products.index(reading.savedIds);
        return outcomes;
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.outcomes;
      throw error;
    }
  };
}

const sentences = (errors: readonly FormError[]): string =>
  errors.map(({ field, message }) => `${field}: ${message}`).join(' ');

/** Returns the row that most likely caused the first error. */
function rowOf([error]: readonly FormError[], rows: RowGroup, headed: boolean): Row {
  const index = /^variations\.(\d+)\./.exec(error?.field ?? '');
  return (index ? rows[Number(index[1]) + (headed ? 1 : 0)] : undefined) ?? rows[0];
}

type TermEnsurer = Pick<TaxonomyWriter, 'ensureTerm' | 'ensureTaxonomy'>;

/** Caches terms and taxonomies for one transaction; terms it creates disappear on rollback. */
function rememberingTerms(taxonomies: TermEnsurer): TermEnsurer {
  const terms = new Map<string, number>();
  const names = new Set<string>();
  return {
    async ensureTaxonomy(input) {
      const key = JSON.stringify(input);
      if (names.has(key)) return;
      await taxonomies.ensureTaxonomy(input);
      names.add(key);
    },
    async ensureTerm(input) {
      const key = JSON.stringify([
        input.taxonomy,
        input.parentId,
        input.name,
        input.slug,
        input.position,
        input.swatch,
        input.description,
      ]);
      const known = terms.get(key) ?? (await taxonomies.ensureTerm(input));
      terms.set(key, known);
      return known;
    },
  };
}
