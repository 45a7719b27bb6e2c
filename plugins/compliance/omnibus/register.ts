import { DateTime } from 'luxon';
import type { Filters, PluginScope } from 'plinth';
import type { Catalogue, ProductCard } from '../search/catalogue.js';
import type { OwnWords } from '../settings/own-words.js';
import type { Settings, SettingValues } from '../settings/settings.js';
import type { LowestPrices } from './lowest-prices.js';
import type { LowestPrice } from './price-interval.js';
import type { PriceChange, PriceLedger } from './price-ledger.js';

export interface OmnibusParts {
  readonly settings: Settings;
  readonly words: OwnWords;
  readonly ledger: PriceLedger;
  readonly lowest: LowestPrices;
  catalogue(): Catalogue | undefined;
}

type Place = Parameters<Filters['store/price_html']>[2];

/** The daily event that forgets what is too old to matter. */
export const PRUNE_PRICES = 'compliance/prune';

/** Feeds the ledger, and shows the lowest price before the reduction with every reduced price. */
export function registerOmnibus(scope: PluginScope, { settings, words, ledger, lowest, catalogue }: OmnibusParts): void {
  const { __ } = scope;
  scope.addAction('store/price_changed', async (change: PriceChange) => {
    await ledger.record(change);
    lowest.forget();
  });
  scope.addFilter('store/price_html', async (html: string, product: ProductCard, place: Place) => {
    const values = await settings.values();
    if (!values.flag('omnibus_enabled') || !shownAt(place, values)) return html;
    if (!product.onSale && values.flag('omnibus_on_sale_only')) return html;
    scope.useAsset('compliance-product');
    return html + (await line(product, place, values));
  }, 20, 3);
  scope.addAction(PRUNE_PRICES, async () => ledger.prune((await settings.values()).number('omnibus_prune_days')));

  function shownAt(place: Place, values: SettingValues): boolean {
    if (place === 'single') return values.flag('omnibus_show_on_single');
    if (place === 'cart') return values.flag('omnibus_show_on_cart');
    const related = scope.currentRequest()?.path.startsWith('/product/') ?? false;
    return values.flag(related ? 'omnibus_show_on_related' : 'omnibus_show_on_loop');
  }

  async function line(product: ProductCard, place: Place, values: SettingValues): Promise<string> {
    const shop = catalogue();
    if (!shop) return '';
    const days = values.number('omnibus_days');
    const found = await lowest.of(product, days);
    if (found === null) return place === 'listing' && product.onSale ? versionLine(product, values, shop) : '';
    if (found === 'unknown') return withoutHistory(product, values, shop);
    const text = await fill(words(values, 'omnibus_display_text'), found, product, days, shop);
    return `<span class="omnibus">${scope.escHtml(text)}${product.onSale && place === 'single' ? percent(product.price, found) : ''}</span>`;
  }

  /** A card announces the sale of one version beside the price of another: it names the price that is reduced. */
  async function versionLine(product: ProductCard, values: SettingValues, shop: Catalogue): Promise<string> {
    const days = values.number('omnibus_days');
    const found = await lowest.ofReducedVersion(product, days);
    if (found === null) return '';
    const now = __('Reduced version: %s.', await shop.priceWords(found.now, product.taxRate));
    const text = `${now} ${await fill(words(values, 'omnibus_display_text'), found, product, days, shop)}`;
    return `<span class="omnibus">${scope.escHtml(text)}</span>`;
  }

  /** The reduction as a share of the lowest price: counting from a higher one misleads (CJEU C-330/23). */
  function percent(price: number, { price: lowestBefore }: LowestPrice): string {
    const share = Math.round((1 - price / lowestBefore) * 100);
    return share > 0 ? ` <span class="omnibus__percent">(${scope.escHtml(__('%s%% less', share))})</span>` : '';
  }

  async function withoutHistory(product: ProductCard, values: SettingValues, shop: Catalogue): Promise<string> {
    const choice = values.text('omnibus_no_history');
    const text = choice === 'custom' ? values.text('omnibus_no_history_text') : choice === 'current' ? __('No earlier price is known; now: %s', await shop.priceWords(product.price, product.taxRate)) : '';
    return text === '' ? '' : `<span class="omnibus">${scope.escHtml(text)}</span>`;
  }

  async function fill(text: string, found: LowestPrice, { taxRate }: ProductCard, days: number, shop: Catalogue): Promise<string> {
    const date = DateTime.fromFormat(found.since, 'yyyy-MM-dd HH:mm:ss', { zone: 'utc' }).setLocale(scope.locale().replace('_', '-')).toLocaleString(DateTime.DATE_MED);
    const parts: Readonly<Record<string, string>> = { price: await shop.priceWords(found.price, taxRate), regular_price: await shop.priceWords(found.regular, taxRate), days: String(days), date };
    return text.replace(/\{(price|days|date|regular_price)\}/g, (_all, name: string) => parts[name] ?? '');
  }
}
