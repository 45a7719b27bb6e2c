import type { AdminPage, PluginScope } from 'plinth';
import type { AlertParts } from '../back-in-stock/boot.js';
import { ALERTS_SLUG, PRODUCTS_SLUG } from './screen-slugs.js';

interface AlertsScreenDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'adminUrl' | 'useAsset'>;
  readonly alerts: AlertParts;
}

/** Maximum number of listed products, sorted by number of subscribers. */
const MAX_ROWS = 200;

/**
 * Admin screen of products with back-in-stock subscriptions and the number of subscribers. It does not show who they
 * are.
 */
export function alertsScreen({ scope, alerts: { store, findProduct } }: AlertsScreenDeps): AdminPage {
  const { __, _n, adminUrl } = scope;
  return {
    slug: ALERTS_SLUG,
    parent: PRODUCTS_SLUG,
    title: () => __('Back-in-stock requests'),
    capability: 'manage_shop',
    async handler() {
      scope.useAsset('store-products-admin');
      const counts = await store.counts(MAX_ROWS);
      const rows = await Promise.all(
        counts.map(async ({ product_id, variation_id, total, since }) => {
          const entity = await findProduct(product_id, variation_id, true);
          return {
            name: entity?.name ?? __('Deleted product'),
            isHidden: entity?.isVisible === false,
            url: entity ? adminUrl(`admin.php?page=store-product&id=${product_id}`) : '',
            total: _n('%d person', '%d people', total),
            since,
          };
        }),
      );
      return {
        kind: 'page',
        title: __('Back-in-stock requests'),
        view: 'products-admin/back-in-stock',
        data: { rows, isCut: rows.length === MAX_ROWS, maxRows: MAX_ROWS },
      };
    },
  };
}
