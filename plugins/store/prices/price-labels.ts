import type { PluginScope } from 'plinth';
import { taxInside } from '../money/tax.js';
import type { Currency } from '../money/currency.js';
import type { ShownPrices } from './price-rules.js';

/**
 * Amounts as plain text, following the shop's tax display setting. All methods take the amount a buyer pays and the tax
 * included in it, in minor units.
 */
export interface PriceLabels {
  /** Complete text of an amount: `81.30 net / 100.00 gross` when both are shown. */
  text(gross: number, tax: number): string;
  /** Main amount: with tax, unless prices are shown without it. */
  main(gross: number, tax: number): string;
  /** Secondary amount: without tax when both are shown; otherwise empty. */
  aside(gross: number, tax: number): string;
  /** Whether amounts without tax are shown, so that totals include them too. */
  readonly showsNet: boolean;
  /** Whether all amounts are hidden. */
  readonly hidden: boolean;
  /** Complete text of a price, from its tax rate in percent. */
  price(gross: number, rate: number): string;
}

interface PriceLabelsDeps {
  readonly i18n: Pick<PluginScope, '__'>;
  readonly currency: Pick<Currency, 'format'>;
}

/** Placeholder for an amount that cannot be displayed. */
const NONE = '–';

export function priceLabels(
  { tax: display, hidden }: Pick<ShownPrices, 'tax' | 'hidden'>,
  { i18n: { __ }, currency }: PriceLabelsDeps,
): PriceLabels {
  if (hidden)
    return { text: () => NONE, main: () => NONE, aside: () => '', showsNet: false, hidden, price: () => NONE };
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
    price: (gross, rate) => text(gross, taxInside(gross, rate)),
  };
}
