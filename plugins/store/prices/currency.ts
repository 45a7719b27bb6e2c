import type { PluginScope } from 'plinth';

/** Amounts as text in the shop's currency. */
export interface Currency {
  /** ISO 4217. */
  code(): string;
  digits(): number;
  /** Minor units in the language of the running request. */
  format(minor: number): string;
  /** Minor units as major ones with a dot: `12.50`. */
  plain(minor: number): string;
  /** Reads the owner's choice: at each start, when it changes, and with each request, since another node may have changed it. */
  load(): Promise<void>;
}

export const CURRENCY_OPTION = 'store_currency';
const FALLBACK = 'PLN';

export function createCurrency({ getOption, locale }: Pick<PluginScope, 'getOption' | 'locale'>): Currency {
  const formats = new Map<string, Intl.NumberFormat>();
  let current = FALLBACK;
  let places = 2;

  function formatOf(tag: string): Intl.NumberFormat {
    const known = formats.get(tag);
    if (known) return known;
    // Polish would leave four digits together, where a price wants its space too.
    const made = new Intl.NumberFormat(tag, { style: 'currency', currency: current, useGrouping: 'always' });
    formats.set(tag, made);
    return made;
  }

  return {
    code: () => current,
    digits: () => places,
    format: (minor) => formatOf(locale().replace('_', '-')).format(minor / 10 ** places),
    plain: (minor) => (minor / 10 ** places).toFixed(places),
    async load() {
      const stored = await getOption<unknown>(CURRENCY_OPTION, FALLBACK);
      const chosen = typeof stored === 'string' && /^[A-Z]{3}$/.test(stored) ? stored : FALLBACK;
      if (chosen === current && formats.size > 0) return;
      current = chosen;
      places = new Intl.NumberFormat('en', { style: 'currency', currency: current }).resolvedOptions().maximumFractionDigits ?? 2;
      formats.clear();
    },
  };
}
