import { type PluginScope, parseAmount, type ServiceContainer } from 'plinth';
import '../contract/index.js';

/** Formats and parses amounts in the shop's currency. */
export interface Money {
  /** Formats minor units in the language of the current request. */
  format(minor: number): string;
  /** ISO 4217. */
  currency(): string;
  /** Formats minor units as major units with a decimal point, for fields and files: `12.50`. */
  formatDecimal(minor: number): string;
  /** Formats minor units for a form field in the language of the current request: `12,50`. */
  formatInput(minor: number): string;
  /** Parses an amount entered by a user (`12,50`, `1 200.00`). */
  read(text: string): ParsedAmount;
}

/** A parsed amount in minor units, or the error in the text. */
export type ParsedAmount =
  { readonly minor: number; readonly problem: '' } | { readonly minor: null; readonly problem: string };

/** Maximum number of digits before the decimal point of a price. */
const MAX_DIGITS = 9;

/** Creates the money service. It looks up the catalog service on each use, because that service may be replaced. */
export function createMoney({
  services,
  locale,
  __,
}: Pick<PluginScope, 'locale' | '__'> & { readonly services: Pick<ServiceContainer, 'get'> }): Money {
  const digits = (): number => services.get('store.catalog').currencyDigits();
  const toDecimal = (minor: number): string => (minor / 10 ** digits()).toFixed(digits());
  return {
    format: (minor) => services.get('store.catalog').formatPrice(minor),
    currency: () => services.get('store.catalog').currency(),
    formatDecimal: toDecimal,
    formatInput: (minor) => toDecimal(minor).replace('.', (1.5).toLocaleString(locale().replace('_', '-')).charAt(1)),
    read(text) {
      const invalidAmount = (problem: string): ParsedAmount => ({ minor: null, problem });
      const read = parseAmount(text, digits());
      const example = toDecimal(12 * 10 ** digits());
      if ('minor' in read && read.minor >= 0 && read.minor < 10 ** (MAX_DIGITS + digits()))
        return { minor: read.minor, problem: '' };
      if ('problem' in read && read.interpretations)
        return invalidAmount(
          __('%1$s could mean %2$s or %3$s. Enter one of these amounts.', text.trim(), ...read.interpretations),
        );
      if ('problem' in read && read.problem === 'decimals')
        return invalidAmount(
          __('%1$s has too many decimal places. Enter an amount such as %2$s.', text.trim(), example),
        );
      return invalidAmount(__('Enter an amount such as %s, with up to nine digits before the decimal point.', example));
    },
  };
}

/**
 * Formats minor units of any currency in a language.
 * @param locale locale such as `pl_PL`
 */
export function formatAmount(minor: number, currency: string, locale: string): string {
  try {
    const numbers = new Intl.NumberFormat(locale.replace('_', '-'), {
      style: 'currency',
      currency,
      useGrouping: 'always',
    });
    return numbers.format(minor / 10 ** (numbers.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    // The currency code may come from a payment provider and be invalid.
    return `${minor} ${currency}`;
  }
}
