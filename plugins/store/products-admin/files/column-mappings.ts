import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import {
  type ColumnMapping,
  type ForeignField,
  isMapping,
  REPEATABLE_FIELDS,
  WEIGHT_FIELDS,
} from './foreign-fields.js';

/** Reason why a file cannot be read with a mapping. */
export interface MappingProblem {
  readonly message: string;
  /** Affected columns, counted from 0; empty when a column is missing. */
  readonly columns: readonly number[];
}

interface CheckI18n {
  readonly __: (text: string, ...values: (string | number)[]) => string;
  readonly labelOf: (field: ForeignField) => string;
}

/**
 * Validates a mapping. Each field may be mapped to one column only, and new products require a name and a price.
 * @param onlyChanges whether the file only updates existing products, which are found by their SKU
 */
export function mappingProblems(
  mapping: ColumnMapping,
  names: readonly string[],
  onlyChanges: boolean,
  { __, labelOf }: CheckI18n,
): readonly MappingProblem[] {
  const columnsByField = new Map<ForeignField, number[]>();
  for (const [index, field] of mapping.entries())
    if (field !== '') columnsByField.set(field, [...(columnsByField.get(field) ?? []), index]);
  const duplicates = [...columnsByField]
    .filter(([field, columns]) => columns.length > 1 && !REPEATABLE_FIELDS.includes(field))
    .map(([field, columns]) => ({
      message: __(
        '%1$s is mapped to several columns: %2$s. Keep one of them and skip the others.',
        labelOf(field),
        columns.map((index) => `“${names[index] ?? ''}”`).join(', '),
      ),
      columns,
    }));
  const weights = WEIGHT_FIELDS.filter((field) => columnsByField.has(field));
  const severalWeights =
    weights.length > 1
      ? [
          {
            message: __('Weight is mapped to several columns. Keep one of them and skip the others.'),
            columns: weights.flatMap((field) => columnsByField.get(field) ?? []),
          },
        ]
      : [];
  const requiredFields: readonly ForeignField[] = onlyChanges ? ['sku'] : ['name', 'regular'];
  const missing = requiredFields
    .filter((field) => !columnsByField.has(field))
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

/** Stores column mappings, which are used for later files with the same header. */
export interface ColumnMappingStore {
  find(names: readonly string[]): Promise<ColumnMapping | undefined>;
  save(names: readonly string[], mapping: ColumnMapping): Promise<void>;
}

const OPTION = 'store_csv_columns';
/** Maximum number of stored mappings; the oldest mapping is deleted. */
const MAX_MAPPINGS = 20;

const headerHash = (names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);

export function createColumnMappingStore({
  getOption,
  updateOption,
}: Pick<PluginScope, 'getOption' | 'updateOption'>): ColumnMappingStore {
  async function readMappings(): Promise<readonly (readonly [string, unknown])[]> {
    const stored = await getOption<unknown>(OPTION, []);
    return Array.isArray(stored)
      ? stored.filter((entry): entry is [string, unknown] => Array.isArray(entry) && typeof entry[0] === 'string')
      : [];
  }
  return {
    async find(names) {
      const head = headerHash(names);
      const mapping = (await readMappings()).find(([known]) => known === head)?.[1];
      return isMapping(mapping, names.length) ? mapping : undefined;
    },
    async save(names, mapping) {
      const head = headerHash(names);
      await updateOption(
        OPTION,
        [[head, mapping], ...(await readMappings()).filter(([known]) => known !== head)].slice(0, MAX_MAPPINGS),
        false,
      );
    },
  };
}
