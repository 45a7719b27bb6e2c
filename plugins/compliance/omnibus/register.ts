import { type Filters, mapSeries, type PluginScope } from 'plinth';
import type { Catalog, ProductCard } from '../store/shop.js';
import type { ShopTexts } from '../settings/shop-texts.js';
import type { Settings, SettingValues } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { formatDay } from '../time/format-time.js';
import type { LowestPrices } from './lowest-prices.js';
import type { LowestPrice } from './lowest-price.js';
import type { PriceChange, PriceHistory } from './price-history.js';

interface OmnibusDeps {
  readonly settings: Settings;
  readonly labels: ShopTexts;
  readonly priceHistory: PriceHistory;
  readonly lowest: LowestPrices;
  readonly clock: Pick<Clock, 'local'>;
  catalog(): Catalog | undefined;
}

type PriceContext = Parameters<Filters['store/price_html']>[2];

/** Daily event that deletes price history entries that are no longer needed. */
export const PRUNE_PRICES = 'compliance/prune';

/** Maintains the price history, and shows the lowest previous price with every reduced price. */
export function registerOmnibus(
  scope: PluginScope,
  { settings, labels, priceHistory, lowest, clock, catalog }: OmnibusDeps,
): void {
  const { __ } = scope;
  scope.addAction('store/price_changed', (change: PriceChange) => priceHistory.record(change));
  scope.addAction('store/offers_changed', (offers, time) => priceHistory.updateAvailability(offers, time), 10, 2);
  for (const event of ['add', 'update', 'delete'] as const)
    // After the store has read the new currency.
    scope.addAction(`${event}_option_store_currency`, () => priceHistory.changeCurrency(), 20);
  // Without an earlier price, a reduction must not be announced (Act of 9 May 2014, art. 4(2) and (3)).
  scope.addFilter(
    'store/concealed_reductions',
    async (concealed, reductions) => {
      const values = await settings.values();
      if (!values.flag('omnibus_enabled') || values.text('omnibus_no_history') !== 'hide') return concealed;
      return [...concealed, ...(await lowest.withoutReference(reductions, values.number('omnibus_days')))];
    },
    10,
    2,
  );
  scope.addAction('store/before_product_list', async (products: readonly ProductCard[]) => {
    const values = await settings.values();
    return lowest.preload(products.filter((product) => isShown(product, 'listing', values)).map(({ id }) => id));
  });
  scope.addFilter(
    'store/price_html',
    async (html: string, product: ProductCard, context: PriceContext) => {
      const values = await settings.values();
      if (!isShown(product, context, values)) return html;
      scope.useAsset('compliance-product');
      const added = await renderLine(product, context, values);
      return html + added;
    },
    20,
    3,
  );
  scope.addAction(PRUNE_PRICES, async () => priceHistory.prune((await settings.values()).number('omnibus_prune_days')));

  /** Whether to show the lowest price beside a product in that location. */
  const isShown = ({ onSale }: ProductCard, context: PriceContext, values: SettingValues): boolean =>
    values.flag('omnibus_enabled') && isShownIn(context, values) && (onSale || !values.flag('omnibus_on_sale_only'));

  function isShownIn(context: PriceContext, values: SettingValues): boolean {
    if (context === 'single') return values.flag('omnibus_show_on_single');
    if (context === 'cart') return values.flag('omnibus_show_on_cart');
    const related = scope.currentRequest()?.path.startsWith('/product/') ?? false;
    return values.flag(related ? 'omnibus_show_on_related' : 'omnibus_show_on_loop');
  }

  async function renderLine(product: ProductCard, context: PriceContext, values: SettingValues): Promise<string> {
    const shop = catalog();
    if (!shop) return '';
    const days = values.number('omnibus_days');
    const found = await lowest.find(product, days);
    if (found === null)
      return context === 'listing' && product.onSale ? renderVariationLine(product, values, shop) : '';
    if (found === 'unknown') return renderWithoutHistory(product, values, shop);
    const more = product.onSale && context === 'single' ? renderPercentage(product.price, found) : '';
    const text = await fillPlaceholders(labels(values, 'omnibus_display_text'), found, product, days, shop);
    return `<span class="omnibus">${scope.escHtml(text)}${more}</span>`;
  }

  /** A card may announce the sale of one variation beside the price of another: it states the reduced price as well. */
  async function renderVariationLine(product: ProductCard, values: SettingValues, shop: Catalog): Promise<string> {
    const days = values.number('omnibus_days');
    const found = await lowest.findForReducedVariation(product, days);
    if (found === null) return '';
    const now = __('Reduced variation: %s.', await shop.priceLabels(found.now, product.taxRate));
    const text = `${now} ${await fillPlaceholders(labels(values, 'omnibus_display_text'), found, product, days, shop)}`;
    return `<span class="omnibus">${scope.escHtml(text)}</span>`;
  }

  /**
   * Returns the reduction as a percentage of the lowest price, never rounded up: calculating it from a higher price is
   * misleading (CJEU C-330/23).
   */
  function renderPercentage(price: number, { price: lowestBefore }: LowestPrice): string {
    const percentLess = Math.floor(((lowestBefore - price) * 100) / lowestBefore);
    return percentLess > 0
      ? ` <span class="omnibus__percent">(${scope.escHtml(__('%s%% less', percentLess))})</span>`
      : '';
  }

  async function renderWithoutHistory(product: ProductCard, values: SettingValues, shop: Catalog): Promise<string> {
    const choice = values.text('omnibus_no_history');
    let text = '';
    if (choice === 'custom') text = values.text('omnibus_no_history_text');
    else if (choice === 'current')
      text = __('Earlier price unknown; current price: %s', await shop.priceLabels(product.price, product.taxRate));
    return text === '' ? '' : `<span class="omnibus">${scope.escHtml(text)}</span>`;
  }

  async function fillPlaceholders(
    text: string,
    found: LowestPrice,
    { taxRate }: ProductCard,
    days: number,
    shop: Catalog,
  ): Promise<string> {
    const replacements: Readonly<Record<string, () => Promise<string>>> = {
      price: () => shop.priceLabels(found.price, taxRate),
      regular_price: () => shop.priceLabels(found.regular, taxRate),
      days: async () => String(days),
      date: async () => formatDay(await clock.local(found.since), scope.locale()),
    };
    const segments = text.split(/\{(price|days|date|regular_price)\}/);
    const texts = await mapSeries(segments, (part, index) => (index % 2 === 1 ? (replacements[part]?.() ?? '') : part));
    return texts.join('');
  }
}
