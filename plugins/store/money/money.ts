import type { ServiceContainer } from 'plinth';
import '../contract/index.js';

/** Amounts as people read and type them, in the shop's currency. */
export interface Money {
  /** Minor units as text, in the language of the running request. */
  format(minor: number): string;
  /** ISO 4217. */
  currency(): string;
  /** Minor units as major ones with a dot, for fields and files: `12.50`. */
  plain(minor: number): string;
  /** Minor units as the reader of the running request would type them: `12,50`. */
  typed(minor: number): string;
  /** Minor units of what somebody typed (`12,50`, `1 200.00`); null when it is no amount. */
  parse(text: string): number | null;
}

/** Money by the rules of the catalogue, which is asked at each use since it may be replaced. */
export function createMoney({ services, locale }: { services: ServiceContainer; locale(): string }): Money {
  const digits = (): number => services.get('store.catalogue').currencyDigits();
  const plain = (minor: number): string => (minor / 10 ** digits()).toFixed(digits());
  return {
    format: (minor) => services.get('store.catalogue').formatPrice(minor),
    currency: () => services.get('store.catalogue').currency(),
    plain,
    typed: (minor) => plain(minor).replace('.', (1.5).toLocaleString(locale().replace('_', '-')).charAt(1)),
    parse(text) {
      const clean = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
      if (!/^\d{1,9}(\.\d{1,4})?$/.test(clean)) return null;
      const minor = Number(clean) * 10 ** digits();
      const rounded = Math.round(minor);
      return Math.abs(minor - rounded) < 1e-6 ? rounded : null;
    },
  };
}

/** Minor units of any currency as text, in a language. @param locale `pl_PL` */
export function amountIn(minor: number, currency: string, locale: string): string {
  try {
    const numbers = new Intl.NumberFormat(locale.replace('_', '-'), {
      style: 'currency',
      currency,
      useGrouping: 'always',
    });
    return numbers.format(minor / 10 ** (numbers.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    // What a provider calls a currency need not be one.
    return `${minor} ${currency}`;
  }
}
