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
   * Reads the stored currency: on start, when it changes, and with each request, because another node may have changed
   * it.
   */
  load(): Promise<void>;
}

export const CURRENCY_OPTION = 'store_currency';
const FALLBACK = 'PLN';
/** Maximum number of cached amounts per language. */
const MAX_TEXTS = 5000;

interface Format {
  readonly numbers: Intl.NumberFormat;
  readonly texts: Map<number, string>;
}

export function createCurrency({ getOption, locale }: Pick<PluginScope, 'getOption' | 'locale'>): Currency {
  const formats = new Map<string, Format>();
  let current = FALLBACK;
  let fractionDigits = 2;

  function formatOf(language: string): Format {
    const known = formats.get(language);
    if (known) return known;
    // Polish does not group four digits by default, but prices should have the separator.
    const numbers = new Intl.NumberFormat(language.replace('_', '-'), {
      style: 'currency',
      currency: current,
      useGrouping: 'always',
    });
    const localeFormat = { numbers, texts: new Map<number, string>() };
    formats.set(language, localeFormat);
    return localeFormat;
  }

  function format(minor: number): string {
    const { numbers, texts } = formatOf(locale());
    return memoize(texts, MAX_TEXTS, minor, () => numbers.format(minor / 10 ** fractionDigits));
  }

  return {
    code: () => current,
    decimals: () => fractionDigits,
    format,
    formatDecimal: (minor) => (minor / 10 ** fractionDigits).toFixed(fractionDigits),
    async load() {
      const stored = await getOption<unknown>(CURRENCY_OPTION, FALLBACK);
      const code = typeof stored === 'string' && /^[A-Z]{3}$/.test(stored) ? stored : FALLBACK;
      if (code === current && formats.size > 0) return;
      current = code;
      fractionDigits =
        new Intl.NumberFormat('en', { style: 'currency', currency: current }).resolvedOptions().maximumFractionDigits ??
        2;
      formats.clear();
    },
  };
}

/** Wraps a scope so that its pages and screens first read the shop's currency, which another node may have changed. */
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
