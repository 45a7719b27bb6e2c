import type { FrontRoute, HookApi, PageRequest, PluginScope, Reply } from 'plinth';
import type { Money } from '../money/money.js';
import type { OrderNames } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import type { GuestOrders } from '../orders/guest-orders.js';
import { orderView } from '../orders/order-view.js';
import { getTransferDetails } from '../orders/pending-payment.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import { accountAddresses } from './account-addresses.js';
import { createAccountFrame } from './account-frame.js';
import { accountPassword } from './account-password.js';
import type { AddressForm } from './address-fields.js';
import type { Customers } from './customers.js';

interface AccountDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'locale'
    | 'render'
    | 'wpNonceField'
    | 'wpNonceUrl'
    | 'homeUrl'
    | 'useAsset'
    | 'handleLogin'
    | 'wpLogoutUrl'
    | 'addNotice'
    | 'getUserdata'
    | 'passwordProblem'
    | 'wpCheckPassword'
    | 'wpUpdateUser'
    | 'escHtml'
  > &
    Pick<HookApi, 'applyFilters'>;
  readonly store: Pick<OrderStore, 'find' | 'list' | 'count'>;
  readonly money: Money;
  readonly commerceSettings: CommerceSettings;
  readonly names: OrderNames;
  readonly customers: Customers;
  readonly addresses: AddressForm;
  readonly pages: StoreRegistries['accountPages'];
  readonly guestOrders: Pick<GuestOrders, 'claim'>;
}

const PER_PAGE = 20;

/** The pages below `/account/`, for logged-in customers. */
export function accountPages(deps: AccountDeps): FrontRoute[] {
  const { scope, store, money, customers, addresses, pages } = deps;
  const { __, homeUrl } = scope;
  const frame = createAccountFrame({ scope, pages });
  const { route, page } = frame;

  /** Renders a page registered by a plugin. Not found when there is no such page or the page itself reports it. */
  async function pluginPage(request: PageRequest): Promise<Reply | undefined> {
    const entry = pages.find(request.params.page ?? '');
    if (!entry) return undefined;
    const rendered = await pages.call<string | Reply | null | undefined>(
      entry,
      (accountPage) => accountPage.render(request),
      null,
    );
    if (typeof rendered === 'object' && rendered !== null) return rendered;
    if (rendered === undefined) return undefined;
    const title = await labelOf(pages, entry, ({ label }) => label);
    const html =
      rendered ??
      `<p>${scope.escHtml(__('This page is currently unavailable. Please try again in a few minutes.'))}</p>`;
    return page({
      current: `/account/${entry.id}/`,
      title,
      view: 'page',
      data: { title, html },
      status: rendered === null ? 503 : 200,
    });
  }

  async function orders(request: PageRequest): Promise<Reply> {
    await deps.guestOrders.claim(request);
    const pageNumber = Math.max(1, Math.min(10_000, Number(request.field('p')) || 1));
    const [list, total] = [
      await store.list({ userId: request.userId, limit: PER_PAGE, offset: (pageNumber - 1) * PER_PAGE }),
      await store.count({ userId: request.userId }),
    ];
    const rows = list.map((order) => ({
      number: order.number,
      createdAt: order.createdAt,
      status: deps.names.status(order.status),
      total: money.format(order.total),
      url: homeUrl(`/account/orders/${order.number}/`),
    }));
    const user = await scope.getUserdata(request.userId);
    const { billing } = await customers.addresses(request.userId);
    const data = {
      orders: rows,
      name: billing.first_name || (user ? user.display_name : ''),
      shopUrl: homeUrl('/shop/'),
      newer: pageNumber > 1 ? homeUrl(`/account/?p=${pageNumber - 1}`) : '',
      older: pageNumber * PER_PAGE < total ? homeUrl(`/account/?p=${pageNumber + 1}`) : '',
    };
    return page({ current: '/account/', title: __('My account'), view: 'orders', data });
  }

  async function order(request: PageRequest): Promise<Reply | undefined> {
    const foundOrder = await store.find({ number: request.params.number ?? '' });
    if (!foundOrder || foundOrder.userId !== request.userId) return undefined;
    const details = await scope.render('orders/details', {
      order: orderView(foundOrder, { money, labels: scope, names: deps.names }),
      transfer: await getTransferDetails(foundOrder, deps.commerceSettings),
    });
    const data = {
      number: foundOrder.number,
      details,
      top: await scope.applyFilters<string>('store/before_order_details', '', foundOrder),
      more: await scope.applyFilters<string>('store/order_html', '', foundOrder),
    };
    return page({ current: '', title: __('Order %s', foundOrder.number), view: 'order', data });
  }

  return [
    route('/account/', orders),
    route('/account/orders/:number/', order),
    route('/account/addresses/', accountAddresses({ scope, addresses, customers, frame })),
    route('/account/password/', accountPassword({ scope, frame })),
    route('/account/:page/', pluginPage),
  ];
}
