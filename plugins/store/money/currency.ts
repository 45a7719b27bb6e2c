import { type PluginScope, memoize } from 'plinth';

/** Formats amounts in the shop's currency. */
export interface Currency {
  /** ISO 4217. */
  code(): string;
  decimals(): number;
  /** Formats minor units in the language of the current request. */
  format(minor: number): string;
  /** Formats minor units as major units with a decimal point: `12.50`. */
  formatDecimal(minor: number): string;
  /**
   * Reads the stored currency. Call it on startup, when the currency changes, and on each request, because another node
   * may have changed it.
   */
  load(): Promise<void>;
}

export const CURRENCY_OPTION = 'store_currency';
const DEFAULT_CURRENCY = 'PLN';
/** Maximum number of cached amounts per language. */
const MAX_CACHED_AMOUNTS = 5000;

interface Format {
  readonly numbers: Intl.NumberFormat;
  readonly texts: Map<number, string>;
}

export function createCurrency({ getOption, locale }: Pick<PluginScope, 'getOption' | 'locale'>): Currency {
  const formats = new Map<string, Format>();
  let currentCode = DEFAULT_CURRENCY;
  let fractionDigits = 2;

  function formatForLanguage(language: string): Format {
    const known = formats.get(language);
    if (known) return known;
    // In Polish, numbers with four digits have no thousands separator by default, but prices should have it.
    const numbers = new Intl.NumberFormat(language.replace('_', '-'), {
      style: 'currency',
      currency: currentCode,
      useGrouping: 'always',
    });
    const localeFormat = { numbers, texts: new Map<number, string>() };
    formats.set(language, localeFormat);
    return localeFormat;
  }

  function format(minor: number): string {
    const { numbers, texts } = formatForLanguage(locale());
    return memoize(texts, MAX_CACHED_AMOUNTS, minor, () => numbers.format(minor / 10 ** fractionDigits));
  }

  return {
    code: () => currentCode,
    decimals: () => fractionDigits,
    format,
    formatDecimal: (minor) => (minor / 10 ** fractionDigits).toFixed(fractionDigits),
    async load() {
      const stored = await getOption<unknown>(CURRENCY_OPTION, DEFAULT_CURRENCY);
      const code = typeof stored === 'string' && /^[A-Z]{3}$/.test(stored) ? stored : DEFAULT_CURRENCY;
      if (code === currentCode && formats.size > 0) return;
      currentCode = code;
      fractionDigits =
        new Intl.NumberFormat('en', { style: 'currency', currency: currentCode }).resolvedOptions()
          .maximumFractionDigits ?? 2;
      formats.clear();
    },
  };
}

/**
 * Wraps a scope so that each page and admin screen reads the shop's currency first; another node may have changed it.
 */
export function followCurrency(scope: PluginScope, { load }: Pick<Currency, 'load'>): PluginScope {
  return {
    ...scope,
    registerFrontRoute: (route) =>
      scope.registerFrontRoute({
        ...route,
        async handler(request) {
          await load();
          return route.handler(request);
        },
      }),
    addMenuPage: (page) =>
      scope.addMenuPage({
        ...page,
        async handler(request) {
          await load();
          return page.handler(request);
        },
      }),
  };
}
