import type { PluginScope } from 'plinth';
import { USUAL_AMOUNT } from '../commerce/commerce-terms.js';
import type { CommerceServices } from './commerce-services.js';

/** Lists the shipping and payment methods in the footer of every page except the checkout. */
export function addFooterMethods(
  scope: PluginScope,
  { payMethods, deliveries, money }: Pick<CommerceServices, 'payMethods' | 'deliveries' | 'money'>,
): void {
  async function footerHtml(): Promise<string> {
    const payments = await payMethods.listAvailable({
      amount: USUAL_AMOUNT,
      currency: money.currency(),
      country: '',
      needsShipping: true,
    });
    return scope.render('shop/footer', {
      methods: [...(await deliveries.listLabels()), ...payments.map(({ label }) => label)],
      deliveryUrl: await scope.applyFilters<string>('store/delivery_url', ''),
    });
  }
  // The checkout itself shows the methods available for this purchase.
  scope.addFilter(
    'plinth/footer_html',
    async (html: string, minimalChrome: boolean) =>
      minimalChrome ? html : html + (await scope.cache.get(`store:footer:${scope.locale()}`, footerHtml)),
    10,
    2,
  );
}
