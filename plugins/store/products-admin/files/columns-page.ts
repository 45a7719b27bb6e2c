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
  presentFields,
  type StoreField,
} from './foreign-fields.js';
import type { ImportRuns } from './import-runs.js';
import { type ColumnMappingStore, mappingProblems } from './column-mappings.js';
import { isTaxRate, type TaxClasses, type TaxRates, unknownTaxClasses } from './tax-classes.js';

/** Import step before the preview: maps each column of the file to a field. */
export interface ColumnsPage {
  /**
   * Shows the mapping form for a stored file, prefilled with the mapping saved for it or for another file with the same
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
  readonly catalogue: { fields(): Promise<ExtensionFields> };
}

/** A tax class of the file, with the rate entered for it. */
interface AskedClass {
  readonly name: string;
  readonly rate: string;
}

/** Columns of a file in the mapping form. */
interface ShownColumns {
  readonly id: number;
  readonly head: CsvHead;
  readonly mapping: ColumnMapping;
  /** Those of extensions. */
  readonly fields: ExtensionFields;
  /** Whether products that do not exist yet are skipped. */
  readonly updateExisting: boolean;
  /** Whether the mapping comes from another file with the same header. */
  readonly remembered?: boolean;
  readonly problems?: ReturnType<typeof mappingProblems>;
  readonly classes: readonly AskedClass[];
  /** Whether invalid rates are marked. */
  readonly checked?: boolean;
}

export function createColumnsPage({
  scope,
  runs,
  columnMappings,
  taxClasses,
  catalogue,
}: ColumnsPageDeps): ColumnsPage {
  const { __ } = scope;
  async function headOf(id: number): Promise<CsvHead | null> {
    // The first chunk contains the header and more rows than are needed here.
    for await (const text of runs.text(id)) return readCsvHead(text);
    return null;
  }

  function page({
    id,
    head: { names, examples },
    mapping,
    fields,
    updateExisting,
    remembered = false,
    problems = [],
    classes,
    checked = false,
  }: ShownColumns): Reply {
    scope.useAsset('store-products-admin');
    const labelOf = labelsOf(scope, fields);
    const choices = [...FOREIGN_FIELDS, ...fields.map(({ key }) => `field:${key}` as const)].map((field) => ({
      value: field,
      label: labelOf(field),
    }));
    const columns = names.map((name, index) => ({
      index,
      name: name === '' ? __('Column %d', index + 1) : name,
      example: examples[index] ?? '',
      wrong: problems.some((one) => one.columns.includes(index)),
      choices: choices.map((choice) => ({ ...choice, selected: choice.value === mapping[index] })),
    }));
    const classRows = classes.map(({ name, rate }, index) => ({
      index,
      name,
      rate,
      wrong: checked && !isTaxRate(rate),
    }));
    const problemRows = [
      ...problems.map(({ message, columns: [first] }) => ({
        message,
        target: first === undefined ? '' : `column-${first}`,
      })),
      ...classRows
        .filter(({ wrong }) => wrong)
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
      remembered,
      problems: problemRows,
      recognised: mapping.filter((field) => field !== '').length,
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

  /** Returns the tax classes of a file whose rate must be entered, with the rate just submitted or entered before. */
  async function classesOf(id: number, mapping: ColumnMapping, sent: TaxRates = {}): Promise<AskedClass[]> {
    const [names, known] = [await unknownTaxClasses(runs.text(id), mapping), await taxClasses.rates()];
    return names.map((name) => {
      const key = name.toLowerCase();
      return { name, rate: sent[key] ?? known[key] ?? '' };
    });
  }

  return {
    async show(id) {
      const [run, head] = [await runs.get(id), await headOf(id)];
      if (!run || !head) return undefined;
      const fields = await catalogue.fields();
      const known = run.mapping ?? (await columnMappings.find(head.names));
      const mapping = presentFields(known ?? guessMapping(head.names, fields), fields);
      return page({
        id,
        head,
        mapping,
        fields,
        updateExisting: known !== undefined && !mapping.includes('name'),
        remembered: run.mapping === null && known !== undefined,
        classes: await classesOf(id, mapping),
      });
    },
    async save(id, request) {
      const head = await headOf(id);
      if (!head || !(await runs.get(id))) return undefined;
      const fields = await catalogue.fields();
      const sent = head.names.map((_name, index) => request.field(`column_${index}`));
      const mapping = isMapping(sent, head.names.length)
        ? presentFields(sent, fields)
        : guessMapping(head.names, fields);
      const onlyChanges = request.field('only_changes') === '1';
      const i18n = { __, labelOf: labelsOf(scope, fields) };
      const problems = mappingProblems(mapping, head.names, onlyChanges, i18n);
      const classes = await classesOf(id, mapping, sentRates(request));
      if (problems.length > 0 || classes.some(({ rate }) => !isTaxRate(rate)))
        return page({ id, head, mapping, fields, updateExisting: onlyChanges, problems, classes, checked: true });
      await taxClasses.save(Object.fromEntries(classes.map(({ name, rate }) => [name.toLowerCase(), rate])));
      await runs.map(id, mapping);
      await columnMappings.save(head.names, mapping);
      return 'saved';
    },
  };
}

/** Returns the submitted rates, by tax class. */
function sentRates({ form, field }: Pick<PageRequest, 'form' | 'field'>): TaxRates {
  const indexes = Object.keys(form).flatMap((name) => /^tax_class_(\d+)$/.exec(name)?.[1] ?? []);
  return Object.fromEntries(
    indexes.map((index) => [
      field(`tax_class_${index}`).toLowerCase(),
      field(`tax_rate_${index}`).replace('%', '').trim(),
    ]),
  );
}

function labelsOf(scope: Pick<PluginScope, '__'>, fields: ExtensionFields): (field: ForeignField) => string {
  const labels = storeLabels(scope);
  return (field) => {
    if (!isExtensionField(field)) return labels[field];
    const key = field.slice('field:'.length);
    return fields.find((one) => one.key === key)?.label ?? key;
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
