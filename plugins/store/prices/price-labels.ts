import type { PluginScope } from 'plinth';
import { includedTax } from '../money/tax.js';
import type { Currency } from '../money/currency.js';
import type { PriceDisplayState } from './price-rules.js';

/**
 * Formats amounts as plain text according to the tax display setting of the shop. Amounts are in minor units: `gross`
 * includes tax, `tax` is the included tax.
 */
export interface PriceLabels {
  /** Returns the complete text of an amount: `81.30 net / 100.00 gross` when both are shown. */
  text(gross: number, tax: number): string;
  /** Returns the main amount: with tax, unless prices are shown without tax. */
  main(gross: number, tax: number): string;
  /** Returns the secondary amount: without tax when both are shown; otherwise empty. */
  aside(gross: number, tax: number): string;
  /** Whether amounts without tax are shown, so that totals include them too. */
  readonly showsNet: boolean;
  /** Whether all amounts are hidden. */
  readonly hidden: boolean;
  /** Returns the complete text of a price with a tax rate in percent. */
  price(gross: number, rate: number): string;
}

interface PriceLabelsDeps {
  readonly i18n: Pick<PluginScope, '__'>;
  readonly currency: Pick<Currency, 'format'>;
}

/** Placeholder for an amount that cannot be displayed. */
const PLACEHOLDER = '–';

export function createPriceLabels(
  { tax: display, hidden }: Pick<PriceDisplayState, 'tax' | 'hidden'>,
  { i18n: { __ }, currency }: PriceLabelsDeps,
): PriceLabels {
  if (hidden)
    return {
      text: () => PLACEHOLDER,
      main: () => PLACEHOLDER,
      aside: () => '',
      showsNet: false,
      hidden,
      price: () => PLACEHOLDER,
    };
  const net = (gross: number, tax: number): string => __('%s net', currency.format(gross - tax));
  const isPair = (tax: number): boolean => display === 'both' && tax > 0;
  const main = (gross: number, tax: number): string => {
    if (display === 'without') return net(gross, tax);
    return isPair(tax) ? __('%s gross', currency.format(gross)) : currency.format(gross);
  };
  const aside = (gross: number, tax: number): string => (isPair(tax) ? net(gross, tax) : '');
  const text = (gross: number, tax: number): string =>
    [aside(gross, tax), main(gross, tax)].filter((part) => part !== '').join(' / ');
  return {
    text,
    main,
    aside,
    showsNet: display !== 'with',
    hidden,
    price: (gross, rate) => text(gross, includedTax(gross, rate)),
  };
}
