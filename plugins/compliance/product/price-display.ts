import { type Filters, formatNumber, type PluginScope } from 'plinth';
import type { ShopTexts } from '../settings/shop-texts.js';
import type { Settings, SettingValues } from '../settings/settings.js';
import type { ProductCard } from '../store/shop.js';
import { getDeliveryTime } from './delivery-time.js';

const RATE_PLACEHOLDER = /\{rate\}(?!\s*%)/g;

/**
 * Returns the tax notice for a price: the seller's exemption, otherwise the rate; '' for prices without tax.
 * @param rate percent
 * @param locale locale such as `pl_PL`
 */
export function getVatNotice(rate: number, values: SettingValues, labels: ShopTexts, locale: string): string {
  if (values.flag('small_business')) return labels(values, 'vat_exempt_notice').trim();
  if (rate === 0) return '';
  // The text may contain its own percent sign or rely on the rate's.
  return labels(values, 'vat_notice_text')
    .replace(RATE_PLACEHOLDER, '{rate}%')
    .replaceAll('{rate}', formatNumber(rate, locale, 2))
    .trim();
}

type PriceDisplay = Parameters<Filters['store/price_display']>[0];
type PriceContext = Parameters<Filters['store/price_display']>[1];

/** Maps the values of the setting to the store's names for prices with tax, without tax, and both. */
const TAX_MODES: Readonly<Record<string, PriceDisplay['tax']>> = { brutto: 'with', netto: 'without', both: 'both' };

/**
 * Configures how the store shows prices: with or without tax, with which unit price, and with which notice on cards.
 */
export function registerPriceDisplay(
  scope: PluginScope,
  { settings, labels }: { readonly settings: Settings; readonly labels: ShopTexts },
): void {
  scope.addFilter(
    'store/price_display',
    async (display: PriceDisplay, context: PriceContext): Promise<PriceDisplay> => {
      const values = await settings.values();
      const showsUnitPrice =
        values.flag('unit_price_enabled') && (context !== 'listing' || values.flag('unit_price_in_listing'));
      return {
        ...display,
        tax: TAX_MODES[values.text('tax_display_mode')] ?? display.tax,
        unitText: showsUnitPrice ? values.text('unit_price_text') : '',
      };
    },
    10,
    2,
  );
  scope.addFilter(
    'store/tax_enabled',
    async (isEnabled: boolean) => isEnabled && !(await settings.values()).flag('small_business'),
  );
  scope.addFilter(
    'store/card_html',
    async (html: string, product: ProductCard) => {
      const values = await settings.values();
      const time = values.flag('delivery_time_in_listing') ? getDeliveryTime(product, { values, labels, scope }) : '';
      if (time === '') return html;
      scope.useAsset('compliance-product');
      return `${html}<p class="card__delivery">${scope.escHtml(time)}</p>`;
    },
    10,
    2,
  );
}
