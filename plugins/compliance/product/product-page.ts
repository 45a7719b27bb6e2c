import type { PluginScope } from 'plinth';
import type { CatalogueRecord } from '../search/catalogue.js';
import type { OwnWords } from '../settings/own-words.js';
import type { Settings, SettingValues } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { claimOf } from './green-claims.js';
import { FIELD, textOf } from './product-fields.js';
import { safetyOf } from './safety.js';

export interface ProductPageParts {
  readonly settings: Settings;
  readonly words: OwnWords;
  readonly clock: Clock;
}

/** What the law wants said next to an offer: tax, delivery, safety, proof of claims, where ratings come from. */
export function registerProductPage(scope: PluginScope, { settings, words, clock }: ProductPageParts): void {
  scope.addFilter('store/product_html', async (html: string, record: CatalogueRecord) => {
    const values = await settings.values();
    const safety = safetyOf(record);
    const data = {
      notices: [taxNotice(values), values.flag('shipping_notice_enabled') ? words(values, 'shipping_notice_text') : ''].filter((text) => text !== '').join(', '),
      delivery: deliveryTime(record, values),
      safety: values.flag('gpsr_enabled') && Object.values(safety).some((text) => text !== '') ? safety : null,
      claim: values.flag('greenwashing_enabled') ? claimOf(record, clock.day()) : null,
      rated: record.ratingCount > 0,
    };
    scope.useAsset('compliance-product');
    return html + (await scope.render('product/info', data));
  }, 10, 2);

  /** The store does not tell the rate of a product, so only the words around it stay. */
  function taxNotice(values: SettingValues): string {
    if (values.flag('small_business')) return words(values, 'vat_exempt_notice');
    return words(values, 'vat_notice_text').replace(/\{rate\}\s*%?\s*/g, '').replace(/\s+/g, ' ').trim();
  }

  function deliveryTime(record: CatalogueRecord, values: SettingValues): string {
    const time = values.flag('delivery_time_enabled') ? textOf(record, FIELD.deliveryTime) || values.text('delivery_time_default').trim() : '';
    return time === '' ? '' : words(values, 'delivery_time_format').replaceAll('{time}', time);
  }
}
