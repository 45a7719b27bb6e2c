import type { PluginScope } from 'plinth';
import type { CatalogueRecord, ProductCard } from '../store/catalogue.js';
import type { OwnWords } from '../settings/own-words.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { claimOf } from './green-claims.js';
import { deliveryLines } from './delivery-time.js';
import { safetyOf } from './safety.js';
import { vatNotice } from './vat-notice.js';

interface ProductPageParts {
  readonly settings: Settings;
  readonly words: OwnWords;
  readonly clock: Clock;
}

/** What the law wants said next to an offer: tax, delivery, safety, proof of claims, where ratings come from. */
export function registerProductPage(scope: PluginScope, { settings, words, clock }: ProductPageParts): void {
  scope.addFilter('store/product_html', async (html: string, record: CatalogueRecord, card: ProductCard) => {
    const values = await settings.values();
    const safety = safetyOf(record);
    const data = {
      notices: [vatNotice(card.taxRate, values, words, scope.locale()), values.flag('shipping_notice_enabled') ? words(values, 'shipping_notice_text') : ''].filter((text) => text !== '').join(', '),
      delivery: deliveryLines(record, card, { values, words, scope }).map(({ text, versions }) => ({ text, versions: versions.join(' ') })),
      safety: values.flag('gpsr_enabled') && Object.values(safety).some((text) => text !== '') ? safety : null,
      claim: values.flag('greenwashing_enabled') ? claimOf(record, clock.day()) : null,
      rated: record.ratingCount > 0,
    };
    scope.useAsset('compliance-product');
    return html + (await scope.render('product/info', data));
  }, 10, 3);
}
