import { type Filters, type PluginScope } from 'plinth';
import type { CatalogRecord, FormContext } from '../store/shop.js';
import { DURABILITY_FIELDS, getDurability } from './notice-state.js';
import type { Notices } from './notices.js';

type ProductField = ReturnType<Filters['store/product_fields']>[number];

/**
 * Shows the official notice before goods are ordered (Directive 2011/83/EU art. 6(1)(l), 22a), and a producer's label
 * on the product page.
 */
export function registerNotices(scope: PluginScope, { notices }: { notices: Notices }): void {
  const { __ } = scope;
  scope.enqueueStyle('compliance-notices', 'notices.css', { onDemand: true });

  scope.addFilter(
    'store/form_fields',
    async (html: string, context: FormContext) => {
      if (
        (context.location !== 'checkout' && context.location !== 'pay_for_order') ||
        !context.productTypes.includes('physical')
      )
        return html;
      const notice = await notices.find(scope.locale());
      if (!notice) return html;
      scope.useAsset('compliance-notices');
      return html + (await scope.render('notices/notice', { url: notice.url, lang: notice.locale.slice(0, 2) }));
    },
    8,
    2,
  );

  scope.addFilter(
    'store/product_fields',
    (fields: readonly ProductField[]): ProductField[] => [
      ...fields,
      {
        key: DURABILITY_FIELDS.years,
        label: __('Producer’s durability guarantee in years, if free of charge and longer than 2'),
        type: 'text',
      },
      {
        key: DURABILITY_FIELDS.label,
        label: __('Durability guarantee: media library URL of the producer’s official label'),
        type: 'text',
      },
    ],
    12,
  );

  scope.addFilter(
    'store/product_html',
    async (html: string, record: CatalogRecord): Promise<string> => {
      const durability = getDurability(record, scope.homeUrl('/'));
      if (!durability || durability.label === '') return html;
      scope.useAsset('compliance-notices');
      const label = await scope.render('notices/label', { ...durability });
      return html + label;
    },
    12,
    2,
  );
}
