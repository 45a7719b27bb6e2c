import type { PluginScope } from 'plinth';
import type { Settings, SettingValues } from '../settings/settings.js';

/** Configuration of the search field's script: the endpoint and its texts. */
interface FieldConfig {
  readonly endpoint: string;
  readonly minChars: number;
  readonly limit: number;
  /** Delay after the last key press, in milliseconds. */
  readonly pause: number;
  /** Whether to suggest only products that can be bought. */
  readonly inStock: boolean;
  readonly labels: Readonly<Record<'list' | 'products' | 'loading' | 'none' | 'failed' | 'all' | 'soldOut', string>>;
  /** Number of products, by the plural category of the page's language. */
  readonly counts: PluralForms;
  /** The same for all results, when they are not only products. */
  readonly totals: PluralForms;
}

type PluralForms = Readonly<Record<'one' | 'few' | 'many' | 'other', string>>;

const SEARCH_FIELD_META = 'product-search';

/**
 * Adds product suggestions to the theme's search field while the setting is on: the first `<form role="search">` in the
 * page's header. When off, the page includes neither script nor style, and the field remains a plain form, as without
 * scripts. Entries that a plugin adds to the response through `shop/rest/search_response` as `suggestions`, a list of
 * `{ label, entries: [{ text, url, note }] }`, are suggested as well.
 */
export function registerSearchField(scope: PluginScope, { settings }: { settings: Settings }): void {
  const { __, _n, escAttr, plugin } = scope;
  const getAssetUrl = (file: string): string =>
    escAttr(`${plugin.assetsUrl}/${file}?ver=${encodeURIComponent(plugin.version)}`);
  const count = (n: number): string => _n('%s suggested product', '%s suggested products', n, '%s');
  const total = (n: number): string => _n('%s suggestion', '%s suggestions', n, '%s');
  const createPluralForms = (format: (n: number) => string): PluralForms => ({
    one: format(1),
    few: format(2),
    many: format(5),
    other: format(5),
  });

  let cached:
    { readonly values: SettingValues; readonly locale: string; readonly lines: readonly string[] } | undefined;

  scope.addAction('wp_head', async (head: string[]) => {
    const values = await settings.values();
    if (!values.flag('search_enabled')) return;
    const locale = scope.locale();
    if (cached?.values !== values || cached.locale !== locale)
      cached = { values, locale, lines: createHeadLines(values) };
    head.push(...cached.lines);
  });

  function createHeadLines(values: SettingValues): string[] {
    const config: FieldConfig = {
      endpoint: scope.restUrl('shop/v1/search'),
      minChars: values.number('search_min_chars'),
      limit: values.number('search_limit'),
      pause: values.number('search_debounce_ms'),
      inStock: !values.flag('search_include_out_of_stock'),
      labels: {
        list: __('Suggested products'),
        products: __('Products'),
        loading: __('Searching…'),
        none: __('No products found for “%s”.', '%s'),
        failed: __('Suggestions are not available right now. Press Enter to search.'),
        all: __('All results for “%s”', '%s'),
        soldOut: __('Sold out'),
      },
      counts: createPluralForms(count),
      totals: createPluralForms(total),
    };
    return [
      `<meta name="${SEARCH_FIELD_META}" content="${escAttr(JSON.stringify(config))}">`,
      `<link rel="stylesheet" href="${getAssetUrl('search.css')}">`,
      `<script src="${getAssetUrl('search.js')}" defer></script>`,
    ];
  }
}
