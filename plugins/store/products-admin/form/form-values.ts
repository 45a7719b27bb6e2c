import { parseNumber, type PluginScope } from 'plinth';
import type { PriceTag, StockStatus } from '../../contract/index.js';
import { numberProblem } from '../../forms/number-problem.js';
import type { Money } from '../../money/money.js';
import type { VariationInput } from '../../products/product-input.js';
import { parseLocalEnd, parseLocalInput } from '../../time/local-time.js';
import type { CommonForm } from './product-form.js';

/** Fields whose stored value is shown with up to three decimals. */
const DECIMAL_FIELD = /(?:^|\.)(?:unitContent|taxRate)$/;

export interface FormValuesDeps {
  readonly i18n: Pick<PluginScope, '__'>;
  readonly money: Pick<Money, 'read'>;
  readonly timeZone: string;
}

/** Parses submitted values. */
interface FormValues {
  number(text: string, field: string, fallback: number, message: string): number;
  /**
   * Parses the fields that products and variations have in common.
   * @param path prefix of the field names, such as `variations.2.`
   * @param now stored values
   */
  commonFields(
    form: CommonForm & { quantityBefore: string },
    path: string,
    now: { stockQuantity: number | null } | undefined,
  ): Pick<
    VariationInput,
    'sku' | 'gtin' | 'price' | 'stockQuantity' | 'stock' | 'backorders' | 'expectedOn' | 'weight'
  >;
}

/** @param addError called with the field name and the error message */
export function createFormValues(
  { i18n: { __ }, money, timeZone }: FormValuesDeps,
  addError: (field: string, message: string) => void,
): FormValues {
  function number(text: string, field: string, fallback: number, message: string): number {
    if (text === '') return fallback;
    const read = parseNumber(text, { pointIsDecimal: DECIMAL_FIELD.test(field) });
    if ('value' in read) return read.value;
    addError(field, read.problem === 'ambiguous' ? numberProblem(text, read, __) : message);
    return fallback;
  }

  function readPriceTag(form: CommonForm, path: string): PriceTag | null {
    const readAmount = (text: string, field: string): number | null => {
      if (text === '') return null;
      const { minor, problem } = money.read(text);
      if (problem !== '') addError(`${path}${field}`, problem);
      return minor;
    };
    const readTime = (text: string, field: string, read = parseLocalInput): string | null => {
      const moment = read(text, timeZone);
      if (moment === undefined) addError(`${path}${field}`, __('Choose a date and time.'));
      return moment ?? null;
    };
    const tag = {
      regular: readAmount(form.regular, 'price.regular'),
      sale: readAmount(form.sale, 'price.sale'),
      saleFrom: readTime(form.saleFrom, 'price.saleFrom'),
      saleTo: readTime(form.saleTo, 'price.saleTo', parseLocalEnd),
    };
    if (tag.regular === null && tag.sale !== null)
      addError(`${path}price.regular`, __('To set a sale price, enter a higher regular price too.'));
    return tag.regular === null ? null : { ...tag, regular: tag.regular };
  }

  const sold: FormValues['commonFields'] = (form, path, now) => {
    const enteredQuantity =
      form.quantity === '' ? null : number(form.quantity, `${path}stockQuantity`, 0, __('Enter the stock quantity.'));
    return {
      sku: form.sku,
      gtin: form.gtin.replace(/[\s-]/g, ''),
      price: readPriceTag(form, path),
      stockQuantity: now && form.quantity === form.quantityBefore ? now.stockQuantity : enteredQuantity,
      stock: form.stock as StockStatus,
      backorders: form.backorders,
      expectedOn: form.expectedOn,
      weight: Math.round(number(form.weight, `${path}weight`, 0, __('Enter the weight in whole grams, such as 500.'))),
    };
  };

  return { number, commonFields: sold };
}
