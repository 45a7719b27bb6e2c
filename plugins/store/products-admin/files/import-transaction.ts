import { PlinthError, type PluginScope } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { StoredProduct } from '../../catalog/stored-product.js';
import { retryOnce } from '../../change-log/retry-once.js';
import type { CatalogTerm, FormError, ProductField } from '../../contract/index.js';
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

/** Rows of one product: the product row, followed by the rows of its variations. */
export type RowGroup = readonly [first: Row, ...others: Row[]];

export interface ImportTransactionDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'wpKsesPost' | 'getOption' | 'checkFieldValues'>;
  readonly parts: Pick<CatalogParts, 'products' | 'taxonomies' | 'terms' | 'types'>;
  readonly money: Pick<Money, 'read' | 'formatDecimal'>;
  readonly lookup: Pick<ProductLookup, 'find'>;
}

/** Thrown when a row group was rejected; `outcomes` are the results of the groups before it. */
export class ImportAbort extends Error {
  constructor(
    readonly outcomes: readonly Outcome[],
    override readonly cause: unknown,
  ) {
    super('A batch of rows was refused.');
  }
}

/** Thrown to roll back a dry run. */
class DryRunRollback extends Error {
  constructor(readonly outcomes: Outcome[]) {
    super('The dry run was rolled back.');
  }
}

/** State shared by the rows of one transaction. */
interface RowState {
  readonly reader: ReturnType<typeof createCellsReader>;
  /** Returns the known terms, including those of a product. */
  terms(stored: StoredProduct | null): Promise<readonly CatalogTerm[]>;
  /** IDs of saved products. */
  readonly savedIds: number[];
}

export const NOT_FOUND: FoundProduct = { id: 0, isProduct: true };

/** Creates the error for a rejected row. */
export function rejectedRowError({ line, cells }: Row, message: string): PlinthError {
  return new PlinthError('store_row_rejected', message, { status: 422, details: { line, sku: cells.sku ?? '' } });
}

/**
 * Creates the function that writes row groups in one transaction. It locks their products first, so that no order
 * changes their stock meanwhile.
 * @throws ImportAbort when a group was rejected
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

  /** Creates the state of a transaction. It is not reused, because terms it creates are deleted on rollback. */
  function createRowState(fields: readonly ProductField[], zone: string, taxRates: TaxRates): RowState {
    let known: readonly CatalogTerm[] = [];
    const ids = new Set<number>();
    return {
      savedIds: [],
      reader: createCellsReader({
        i18n: scope,
        money,
        timeZone: zone,
        taxonomies: cacheTerms(taxonomies),
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

  async function saveGroup(rows: RowGroup, { isProduct, id }: FoundProduct, rowState: RowState): Promise<Outcome> {
    const [first] = rows;
    const stored = id > 0 ? await products.get(id) : null;
    if (!isProduct && !stored) throw rejectedRowError(first, __('The parent product of this variation doesn’t exist.'));
    let input: ProductInput | null = stored;
    for (const row of rows) {
      const errors: FormError[] = [];
      if (row === first && isProduct)
        input = await rowState.reader.product(row.cells, stored, await rowState.terms(stored), errors);
      else if (input) input = await rowState.reader.variation(row.cells, input, errors);
      if (errors.length > 0) throw rejectedRowError(row, joinErrors(errors));
    }
    if (!input) return 'unchanged';
    const product = { ...input, description: scope.wpKsesPost(input.description) };
    if (stored && isSameProduct(stored, product)) return 'unchanged';
    const errors = productErrors(product, scope, types.kinds());
    if (errors.length > 0) throw rejectedRowError(findErrorRow(errors, rows, isProduct), joinErrors(errors));
    rowState.savedIds.push(
      await products.save(product, 'import', { numberSlug: product.slug === '', skipIndex: true }),
    );
    return stored ? 'updated' : 'created';
  }

  return async function saveGroups(
    groups: readonly RowGroup[],
    fields: readonly ProductField[],
    dryRun: boolean,
  ): Promise<Outcome[]> {
    const found = await lookup.find(groups.map(([first]) => first.cells));
    try {
      return await retryOnce(db, async () => {
        const productIds = found.map(({ id }) => id).filter((id) => id > 0);
        if (productIds.length > 0) await products.lock(productIds);
        const reading = createRowState(fields, await siteZone(scope.getOption), await storedTaxRates(scope.getOption));
        const outcomes: Outcome[] = [];
        for (const [index, rows] of groups.entries()) {
          outcomes.push(
            await saveGroup(rows, found[index] ?? NOT_FOUND, reading).catch((error: unknown) => {
              throw new ImportAbort(outcomes, error);
            }),
          );
        }
        if (dryRun) throw new DryRunRollback(outcomes);
        // Indexing all products together is much faster.
        await products.index(reading.savedIds);
        return outcomes;
      });
    } catch (error) {
      if (error instanceof DryRunRollback) return error.outcomes;
      throw error;
    }
  };
}

const joinErrors = (errors: readonly FormError[]): string =>
  errors.map(({ field, message }) => `${field}: ${message}`).join(' ');

/** Returns the row that most likely caused the first error. */
function findErrorRow([error]: readonly FormError[], rows: RowGroup, hasProductRow: boolean): Row {
  const index = /^variations\.(\d+)\./.exec(error?.field ?? '');
  return (index ? rows[Number(index[1]) + (hasProductRow ? 1 : 0)] : undefined) ?? rows[0];
}

type TermEnsurer = Pick<TaxonomyWriter, 'ensureTerm' | 'ensureTaxonomy'>;

/** Caches terms and taxonomies for one transaction, because terms it creates are deleted on rollback. */
function cacheTerms(taxonomies: TermEnsurer): TermEnsurer {
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
