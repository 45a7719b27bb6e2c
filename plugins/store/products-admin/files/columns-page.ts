import type { PageRequest, PluginScope, Reply } from 'plinth';
import { type CsvHead, readCsvHead } from './csv-text.js';
import {
  type ColumnMapping,
  type ExtensionFields,
  FOREIGN_FIELDS,
  type ForeignField,
  guessMapping,
  isExtensionField,
  isMapping,
  removeInactiveFields,
  type StoreField,
} from './foreign-fields.js';
import type { ImportRuns } from './import-runs.js';
import { type ColumnMappingStore, mappingProblems } from './column-mappings.js';
import { isTaxRate, type TaxClasses, type TaxRates, unknownTaxClasses } from './tax-classes.js';

/** Import step before the preview: maps each column of the file to a field. */
export interface ColumnsPage {
  /**
   * Shows the mapping form of an import, prefilled with its saved mapping or with that of an earlier file with the same
   * header.
   */
  show(id: number): Promise<Reply | undefined>;
  /** Saves the submitted mapping; returns a page when it is invalid. */
  save(id: number, request: PageRequest): Promise<Reply | 'saved' | undefined>;
}

interface ColumnsPageDeps {
  readonly scope: Pick<PluginScope, '__' | 'useAsset'>;
  readonly runs: ImportRuns;
  readonly columnMappings: ColumnMappingStore;
  readonly taxClasses: TaxClasses;
  readonly catalog: { fields(): Promise<ExtensionFields> };
}

/** A tax class of the file, with its submitted or stored rate in percent; empty if it has none. */
interface TaxClassInput {
  readonly name: string;
  readonly rate: string;
}

/** Columns of a file in the mapping form. */
interface ColumnsPageData {
  readonly id: number;
  readonly head: CsvHead;
  readonly mapping: ColumnMapping;
  /** Fields of extensions. */
  readonly fields: ExtensionFields;
  /** Whether to only update existing products. */
  readonly updateExisting: boolean;
  /** Whether the mapping comes from an earlier file with the same header. */
  readonly savedMapping?: boolean;
  readonly problems?: ReturnType<typeof mappingProblems>;
  readonly classes: readonly TaxClassInput[];
  /** Whether invalid rates are marked. */
  readonly checked?: boolean;
}

export function createColumnsPage({ scope, runs, columnMappings, taxClasses, catalog }: ColumnsPageDeps): ColumnsPage {
  const { __ } = scope;

  function showPage({
    id,
    head: { names, examples },
    mapping,
    fields,
    updateExisting,
    savedMapping = false,
    problems = [],
    classes,
    checked = false,
  }: ColumnsPageData): Reply {
    scope.useAsset('store-products-admin');
    const labelOf = createLabelLookup(scope, fields);
    const choices = [...FOREIGN_FIELDS, ...fields.map(({ key }) => `field:${key}` as const)].map((field) => ({
      value: field,
      label: labelOf(field),
    }));
    const columns = names.map((name, index) => ({
      index,
      name: name === '' ? __('Column %d', index + 1) : name,
      example: examples[index] ?? '',
      error: problems.some((problem) => problem.columns.includes(index)),
      choices: choices.map((choice) => ({ ...choice, selected: choice.value === mapping[index] })),
    }));
    const classRows = classes.map(({ name, rate }, index) => ({
      index,
      name,
      rate,
      error: checked && !isTaxRate(rate),
    }));
    const problemRows = [
      ...problems.map(({ message, columns: [first] }) => ({
        message,
        target: first === undefined ? '' : `column-${first}`,
      })),
      ...classRows
        .filter(({ error }) => error)
        .map(({ index, name }) => ({
          message: __('Enter the tax rate of the class “%s” in percent, such as 8.', name),
          target: `tax-rate-${index}`,
        })),
    ];
    const data = {
      id,
      columns,
      classes: classRows,
      updateExisting,
      savedMapping,
      problems: problemRows,
      recognized: mapping.filter((field) => field !== '').length,
      total: names.length,
    };
    return {
      kind: 'page',
      status: problemRows.length > 0 ? 422 : 200,
      title: __('File columns'),
      view: 'products-admin/columns',
      data,
    };
  }

  /** Returns the tax classes of a file that are not percentages, with their submitted or stored rates. */
  async function listTaxClasses(
    id: number,
    mapping: ColumnMapping,
    submittedRates: TaxRates = {},
  ): Promise<TaxClassInput[]> {
    const [names, known] = [await unknownTaxClasses(runs.text(id), mapping), await taxClasses.rates()];
    return names.map((name) => {
      const key = name.toLowerCase();
      return { name, rate: submittedRates[key] ?? known[key] ?? '' };
    });
  }

  return {
    async show(id) {
      const [run, head] = [await runs.get(id), await readHead(runs, id)];
      if (!run || !head) return undefined;
      const fields = await catalog.fields();
      const known = run.mapping ?? (await columnMappings.find(head.names));
      const mapping = removeInactiveFields(known ?? guessMapping(head.names, fields), fields);
      return showPage({
        id,
        head,
        mapping,
        fields,
        updateExisting: known !== undefined && !mapping.includes('name'),
        savedMapping: run.mapping === null && known !== undefined,
        classes: await listTaxClasses(id, mapping),
      });
    },
    async save(id, request) {
      const head = await readHead(runs, id);
      if (!head || !(await runs.get(id))) return undefined;
      const fields = await catalog.fields();
      const submittedFields = head.names.map((_name, index) => request.field(`column_${index}`));
      const mapping = isMapping(submittedFields, head.names.length)
        ? removeInactiveFields(submittedFields, fields)
        : guessMapping(head.names, fields);
      const onlyChanges = request.field('only_changes') === '1';
      const i18n = { __, labelOf: createLabelLookup(scope, fields) };
      const problems = mappingProblems(mapping, head.names, onlyChanges, i18n);
      const classes = await listTaxClasses(id, mapping, readTaxRates(request));
      if (problems.length > 0 || classes.some(({ rate }) => !isTaxRate(rate)))
        return showPage({ id, head, mapping, fields, updateExisting: onlyChanges, problems, classes, checked: true });
      await taxClasses.save(Object.fromEntries(classes.map(({ name, rate }) => [name.toLowerCase(), rate])));
      await runs.map(id, mapping);
      await columnMappings.save(head.names, mapping);
      return 'saved';
    },
  };
}

/** Returns the header and example rows of an import's file; null if the file is empty. */
async function readHead(runs: Pick<ImportRuns, 'text'>, id: number): Promise<CsvHead | null> {
  // The first chunk contains the header and enough rows for examples.
  for await (const text of runs.text(id)) return readCsvHead(text);
  return null;
}

/** Returns the submitted rates, by tax class. */
function readTaxRates({ form, field }: Pick<PageRequest, 'form' | 'field'>): TaxRates {
  const indexes = Object.keys(form).flatMap((name) => /^tax_class_(\d+)$/.exec(name)?.[1] ?? []);
  return Object.fromEntries(
    indexes.map((index) => [
      field(`tax_class_${index}`).toLowerCase(),
      field(`tax_rate_${index}`).replace('%', '').trim(),
    ]),
  );
}

function createLabelLookup(scope: Pick<PluginScope, '__'>, fields: ExtensionFields): (field: ForeignField) => string {
  const labels = storeLabels(scope);
  return (field) => {
    if (!isExtensionField(field)) return labels[field];
    const key = field.slice('field:'.length);
    return fields.find((candidate) => candidate.key === key)?.label ?? key;
  };
}

function storeLabels({ __ }: Pick<PluginScope, '__'>): Readonly<Record<StoreField, string>> {
  return {
    name: __('Name'),
    sku: __('SKU'),
    gtin: __('GTIN (EAN)'),
    regular: __('Regular price'),
    sale: __('Sale price'),
    taxClass: __('Tax class or rate in percent'),
    taxStatus: __('WooCommerce tax status'),
    saleFrom: __('Sale from'),
    saleTo: __('Sale until'),
    stock: __('Stock quantity'),
    inStock: __('In stock: yes or no'),
    backorders: __('Backorders: yes or no'),
    short: __('Short description'),
    description: __('Description'),
    categories: __('Categories'),
    tags: __('Tags'),
    brands: __('Brand'),
    images: __('Image URLs'),
    'weight:kg': __('Weight in kilograms'),
    'weight:g': __('Weight in grams'),
    'weight:lbs': __('Weight in pounds'),
    'weight:oz': __('Weight in ounces'),
    attribute: __('Attribute with this name'),
    published: __('Published: yes or no'),
    featured: __('Featured: yes or no'),
    visibility: __('Visibility'),
    position: __('Sort order in lists'),
    upsells: __('Up-sells'),
    crossSells: __('Cross-sells'),
    type: __('Product type or variation'),
    id: __('ID in the old shop'),
    parent: __('Parent product of a variation'),
    'attribute-part': __('Part of an attribute (WooCommerce format)'),
  };
}
