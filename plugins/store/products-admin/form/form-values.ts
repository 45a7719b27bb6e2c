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
   * @param at prefix of the field names, such as `variations.2.`
   * @param now stored values
   */
  commonFields(
    one: CommonForm & { quantityBefore: string },
    at: string,
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

  function readPriceTag(one: CommonForm, at: string): PriceTag | null {
    const readAmount = (text: string, field: string): number | null => {
      if (text === '') return null;
      const { minor, problem } = money.read(text);
      if (problem !== '') addError(`${at}${field}`, problem);
      return minor;
    };
    const readTime = (text: string, field: string, read = parseLocalInput): string | null => {
      const moment = read(text, timeZone);
      if (moment === undefined) addError(`${at}${field}`, __('Choose a date and time.'));
      return moment ?? null;
    };
    const tag = {
      regular: readAmount(one.regular, 'price.regular'),
      sale: readAmount(one.sale, 'price.sale'),
      saleFrom: readTime(one.saleFrom, 'price.saleFrom'),
      saleTo: readTime(one.saleTo, 'price.saleTo', parseLocalEnd),
    };
    if (tag.regular === null && tag.sale !== null)
      addError(`${at}price.regular`, __('To set a sale price, enter a higher regular price too.'));
    return tag.regular === null ? null : { ...tag, regular: tag.regular };
  }

  const sold: FormValues['commonFields'] = (one, at, now) => {
    const enteredQuantity =
      one.quantity === '' ? null : number(one.quantity, `${at}stockQuantity`, 0, __('Enter the stock quantity.'));
    return {
      sku: one.sku,
      gtin: one.gtin.replace(/[\s-]/g, ''),
      price: readPriceTag(one, at),
      stockQuantity: now && one.quantity === one.quantityBefore ? now.stockQuantity : enteredQuantity,
      stock: one.stock as StockStatus,
      backorders: one.backorders,
      expectedOn: one.expectedOn,
      weight: Math.round(number(one.weight, `${at}weight`, 0, __('Enter the weight in whole grams, such as 500.'))),
    };
  };

  return { number, commonFields: sold };
}
