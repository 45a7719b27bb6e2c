import { parseNumber, type PluginScope } from 'plinth';
import type { PriceTag } from '../../contract/index.js';
import { numberProblem } from '../../forms/number-problem.js';
import type { Money } from '../../money/money.js';
import type { VariationInput } from '../../products/product-input.js';
import { isDateTime } from '../../products/product-limits.js';
import { parseFileTime } from '../../time/local-time.js';
import type { Cells } from './product-cells.js';

type CommonFields = Pick<
  VariationInput,
  'sku' | 'gtin' | 'price' | 'stockQuantity' | 'stock' | 'backorders' | 'expectedOn' | 'weight'
>;

/** Columns that are exported with up to three decimals. */
const DECIMAL_COLUMNS: readonly string[] = ['unit_content', 'tax_rate'];

/** Callback that reports an invalid value. */
type AddError = (message: string) => void;

interface CellValuesDeps {
  readonly i18n: Pick<PluginScope, '__'>;
  readonly money: Pick<Money, 'read'>;
  /** Time zone for times without one. */
  readonly timeZone: string;
}

/** Parses values from cells. Columns that are not in the row leave the value unchanged. */
export interface CellValues {
  number(cells: Cells, column: string, before: number, addError: AddError): number;
  flag(cells: Cells, column: string, before: boolean, addError: AddError): boolean;
  /** Parses the fields that products and variations have in common. */
  commonFields(cells: Cells, before: CommonFields, addErrorTo: (field: string) => AddError): CommonFields;
}

export function createCellValues({ i18n: { __ }, money, timeZone }: CellValuesDeps): CellValues {
  function number(cells: Cells, column: string, before: number, addError: AddError): number {
    const text = cells[column];
    if (text === undefined) return before;
    if (text === '') return 0;
    const read = parseNumber(text, { pointIsDecimal: DECIMAL_COLUMNS.includes(column) });
    if ('value' in read) return read.value;
    addError(numberProblem(text, read, __));
    return before;
  }

  function flag(cells: Cells, column: string, before: boolean, addError: AddError): boolean {
    const text = cells[column];
    if (text === undefined) return before;
    if (!['', '0', '1', 'no', 'yes'].includes(text.toLowerCase())) addError(__('%s is not a yes or no value.', text));
    return text === '1' || text.toLowerCase() === 'yes';
  }

  function readPriceTag(
    cells: Cells,
    before: PriceTag | null,
    addErrorTo: (field: string) => AddError,
  ): PriceTag | null {
    const readAmount = (column: string, old: number | null): number | null => {
      const text = cells[column];
      if (text === undefined) return old;
      if (text === '') return null;
      const { minor, problem } = money.read(text);
      if (problem !== '') addErrorTo(column)(problem);
      return minor;
    };
    const readTime = (column: string, old: string | null): string | null => {
      const text = cells[column];
      if (text === undefined) return old;
      const moment = parseFileTime(text, timeZone);
      if (moment === undefined || (moment !== null && !isDateTime(moment)))
        addErrorTo(column)(__('Enter a date and time such as 2026-12-31 23:59:59, in the site’s time zone.'));
      return moment ?? null;
    };
    const next = {
      regular: readAmount('regular_price', before?.regular ?? null),
      sale: readAmount('sale_price', before?.sale ?? null),
      saleFrom: readTime('sale_from', before?.saleFrom ?? null),
      saleTo: readTime('sale_to', before?.saleTo ?? null),
    };
    if (next.regular === null && next.sale !== null)
      addErrorTo('regular_price')(__('To set a sale price, enter a higher regular price too.'));
    return next.regular === null ? null : { ...next, regular: next.regular };
  }

  function readQuantity(cells: Cells, before: number | null, addError: AddError): number | null {
    const quantity = cells.stock_quantity;
    if (quantity === '') return null;
    return quantity === undefined ? before : number(cells, 'stock_quantity', 0, addError);
  }

  function readCommonFields(cells: Cells, before: CommonFields, addErrorTo: (field: string) => AddError): CommonFields {
    return {
      sku: cells.sku ?? before.sku,
      gtin: cells.gtin ?? before.gtin,
      price: readPriceTag(cells, before.price, addErrorTo),
      weight: number(cells, 'weight', before.weight, addErrorTo('weight')),
      stockQuantity: readQuantity(cells, before.stockQuantity, addErrorTo('stock_quantity')),
      stock: (cells.stock || before.stock) as CommonFields['stock'],
      backorders: flag(cells, 'backorders', before.backorders, addErrorTo('backorders')),
      expectedOn: cells.expected_on ?? before.expectedOn ?? '',
    };
  }

  return { number, flag, commonFields: readCommonFields };
}
