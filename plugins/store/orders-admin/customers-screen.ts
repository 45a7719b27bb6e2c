import type { AdminPage, PluginScope } from 'plinth';
import type { Money } from '../money/money.js';
import type { Buyers } from '../orders/buyers.js';
import { ORDERS_SLUG } from './orders-screen.js';

interface CustomersScreenDeps {
  readonly scope: Pick<PluginScope, '__' | 'adminUrl' | 'useAsset'>;
  readonly buyers: Buyers;
  readonly money: Money;
}

const SLUG = 'store-customers';
const PER_PAGE = 25;

/** The customers screen: the number and total of each customer's orders, with a link to the orders. */
export function customersScreen({ scope, buyers, money }: CustomersScreenDeps): AdminPage {
  const { __, adminUrl } = scope;
  return {
    slug: SLUG,
    title: () => __('Customers'),
    capability: 'manage_shop',
    parent: ORDERS_SLUG,
    async handler(request) {
      scope.useAsset('store-orders-admin');
      const search = request.field('s').trim().slice(0, 100);
      const currentPage = Math.max(1, Math.min(100_000, Math.trunc(Number(request.field('paged'))) || 1));
      const { rows, total } = await buyers.list({ search, limit: PER_PAGE, offset: (currentPage - 1) * PER_PAGE });
      const pages = Math.max(1, Math.ceil(total / PER_PAGE));
      const pageUrl = (paged: number): string =>
        adminUrl(
          `admin.php?${new URLSearchParams({ page: SLUG, ...(search === '' ? {} : { s: search }), paged: String(paged) }).toString()}`,
        );
      const data = {
        search,
        total,
        currentPage,
        pages,
        newer: currentPage > 1 ? pageUrl(currentPage - 1) : '',
        older: currentPage < pages ? pageUrl(currentPage + 1) : '',
        customers: rows.map((row) => ({
          ...row,
          spent: money.format(row.spent),
          ordersUrl: adminUrl(`admin.php?page=${ORDERS_SLUG}&customer=${encodeURIComponent(row.email)}`),
          accountUrl: row.userId > 0 ? adminUrl(`user-edit.php?user_id=${row.userId}`) : '',
        })),
      };
      return { kind: 'page', title: __('Customers'), view: 'orders-admin/customers', data };
    },
  };
}
