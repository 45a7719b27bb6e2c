import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import { type ColumnMapping, type ForeignField, isMapping, REPEATED, WEIGHT_FIELDS } from './foreign-fields.js';

/** Reason why a file cannot be read with a mapping. */
export interface MappingProblem {
  readonly message: string;
  /** Columns concerned, counted from 0; empty when a column is missing. */
  readonly columns: readonly number[];
}

interface CheckI18n {
  readonly __: (text: string, ...values: (string | number)[]) => string;
  readonly labelOf: (field: ForeignField) => string;
}

/**
 * Validates a mapping: each field may come from one column only, and a product needs a name and a price.
 * @param onlyChanges whether the file only changes existing products, which are found by their SKU
 */
export function mappingProblems(
  mapping: ColumnMapping,
  names: readonly string[],
  onlyChanges: boolean,
  { __, labelOf }: CheckI18n,
): readonly MappingProblem[] {
  const columnsOf = new Map<ForeignField, number[]>();
  for (const [index, field] of mapping.entries())
    if (field !== '') columnsOf.set(field, [...(columnsOf.get(field) ?? []), index]);
  const duplicates = [...columnsOf]
    .filter(([field, columns]) => columns.length > 1 && !REPEATED.includes(field))
    .map(([field, columns]) => ({
      message: __(
        '%1$s is mapped to several columns: %2$s. Keep one of them and skip the others.',
        labelOf(field),
        columns.map((index) => `“${names[index] ?? ''}”`).join(', '),
      ),
      columns,
    }));
  const weights = WEIGHT_FIELDS.filter((field) => columnsOf.has(field));
  const severalWeights =
    weights.length > 1
      ? [
          {
            message: __('Weight is mapped to several columns. Keep one of them and skip the others.'),
            columns: weights.flatMap((field) => columnsOf.get(field) ?? []),
          },
        ]
      : [];
  const needed: readonly ForeignField[] = onlyChanges ? ['sku'] : ['name', 'regular'];
  const missing = needed
    .filter((field) => !columnsOf.has(field))
    .map((field) => ({
      message:
        field === 'sku'
          ? __('No column is mapped to SKU, which identifies existing products. Choose the SKU column.')
          : __(
              'No column is mapped to: %s. Choose the column, or select below to only update existing products.',
              labelOf(field),
            ),
      columns: [],
    }));
  return [...duplicates, ...severalWeights, ...missing];
}

/** Stores the column mapping of a file for the next file with the same header. */
export interface ColumnMappingStore {
  find(names: readonly string[]): Promise<ColumnMapping | undefined>;
  save(names: readonly string[], mapping: ColumnMapping): Promise<void>;
}

const OPTION = 'store_csv_columns';
/** Maximum number of stored headers; the least recently used one is deleted. */
const MAX = 20;

const headOf = (names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);

export function createColumnMappingStore({
  getOption,
  updateOption,
}: Pick<PluginScope, 'getOption' | 'updateOption'>): ColumnMappingStore {
  async function all(): Promise<readonly (readonly [string, unknown])[]> {
    const stored = await getOption<unknown>(OPTION, []);
    return Array.isArray(stored)
      ? stored.filter((one): one is [string, unknown] => Array.isArray(one) && typeof one[0] === 'string')
      : [];
  }
  return {
    async find(names) {
      const head = headOf(names);
      const mapping = (await all()).find(([known]) => known === head)?.[1];
      return isMapping(mapping, names.length) ? mapping : undefined;
    },
    async save(names, mapping) {
      const head = headOf(names);
      await updateOption(
        OPTION,
        [[head, mapping], ...(await all()).filter(([known]) => known !== head)].slice(0, MAX),
        false,
      );
    },
  };
}
