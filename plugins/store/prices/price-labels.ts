import type { PluginScope } from 'plinth';
import { taxInside } from '../money/tax.js';
import type { Currency } from '../money/currency.js';
import type { ShownPrices } from './price-rules.js';

/** Amounts as plain text in the way the shop shows tax. All take what a buyer pays, and the tax inside it, in minor units. */
export interface PriceLabels {
  /** Everything that is shown of an amount: `81.30 net / 100.00 gross` when both are. */
  text(gross: number, tax: number): string;
  /** The amount that counts: with tax, unless prices are shown without. */
  main(gross: number, tax: number): string;
  /** What stands smaller beside it: the amount without tax when both are shown; else empty. */
  aside(gross: number, tax: number): string;
  /** Whether amounts without tax are shown, so that sums tell them too. */
  readonly splits: boolean;
  /** Nothing is shown of any amount. */
  readonly hidden: boolean;
  /** Everything that is shown of a price, by its rate in percent. */
  price(gross: number, rate: number): string;
}

interface PriceLabelsDeps {
  readonly i18n: Pick<PluginScope, '__'>;
  readonly currency: Pick<Currency, 'format'>;
}

/** What stands in the place of an amount that cannot be shown. */
const NONE = '–';

export function priceLabels(
  { tax: display, hidden }: Pick<ShownPrices, 'tax' | 'hidden'>,
  { i18n: { __ }, currency }: PriceLabelsDeps,
): PriceLabels {
  if (hidden) return { text: () => NONE, main: () => NONE, aside: () => '', splits: false, hidden, price: () => NONE };
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
    splits: display !== 'with',
    hidden,
    price: (gross, rate) => text(gross, taxInside(gross, rate)),
  };
}
