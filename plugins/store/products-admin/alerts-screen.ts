import type { AdminPage, PluginScope } from 'plinth';
import type { AlertParts } from '../alerts/boot.js';
import { ALERTS_SLUG, PRODUCTS_SLUG } from './screen-slugs.js';

interface AlertsScreenDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'adminUrl' | 'useAsset' | 'wpDate' | 'getOption'>;
  readonly alerts: AlertParts;
}

/** Things that one page lists, those that most people wait for. */
const MOST = 200;

/** What people wait for, and how many of them; who they are is nobody's business here. */
export function alertsScreen({ scope, alerts: { store, named } }: AlertsScreenDeps): AdminPage {
  const { __, _n, adminUrl } = scope;
  return {
    slug: ALERTS_SLUG, parent: PRODUCTS_SLUG, title: () => __('Waited for'), capability: 'manage_shop',
    async handler() {
      scope.useAsset('store-products-admin');
      const counts = await store.counts(MOST);
      const format = await scope.getOption<string>('date_format', 'Y-m-d');
      const rows = await Promise.all(counts.map(async ({ product_id, variation_id, total, since }) => ({
        name: (await named(product_id, variation_id))?.name ?? __('A product that is not shown'), url: adminUrl(`admin.php?page=store-product&id=${product_id}`), total: _n('%d person', '%d people', total),
        since: String(await scope.wpDate(format, Date.parse(`${String(since).replace(' ', 'T')}Z`) / 1000)),
      })));
      return { kind: 'page', title: __('Waited for'), view: 'products-admin/alerts', data: { rows, isCut: rows.length === MOST, most: MOST } };
    },
  };
}
