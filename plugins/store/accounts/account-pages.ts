import {
  isWpError,
  type FrontRoute,
  type HookApi,
  type PageReply,
  type PageRequest,
  type PluginScope,
  type Reply,
} from 'plinth';
import type { AddressForm, AddressValues } from './address-fields.js';
import type { AddressGroup, FormError } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { OrderNames } from '../orders/order-names.js';
import type { OrderStore } from '../orders/order-store.js';
import { orderView } from '../orders/order-view.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import { transferOf } from '../orders/transfer.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import { SIGN_IN_PATH, welcome } from './welcome.js';
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
    | 'signInAt'
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
  readonly selling: SellingOptions;
  readonly names: OrderNames;
  readonly customers: Customers;
  readonly addresses: AddressForm;
  readonly pages: StoreRegistries['accountPages'];
}

const PER_PAGE = 20;
const NONCE = 'store_account';

/** The pages below `/account/`, for whoever is logged in. */
export function accountPages(deps: AccountDeps): FrontRoute[] {
  const { scope, store, money, customers, addresses, pages } = deps;
  const { __, homeUrl } = scope;

  /** A page of the account; visitors are sent to log in first. */
  function route(path: string, handler: (request: PageRequest) => Promise<Reply | undefined>): FrontRoute {
    return {
      path,
      async handler(request) {
        if (request.userId === 0) return welcome(scope, { title: __('My account'), returnTo: request.path });
        scope.useAsset('store-checkout');
        return handler(request);
      },
    };
  }

  const page = async (
    current: string,
    title: string,
    view: string,
    data: object,
    status = 200,
  ): Promise<PageReply> => ({
    kind: 'page',
    status,
    title,
    view: `accounts/${view}`,
    robots: 'noindex',
    headers: { 'Cache-Control': 'no-store' },
    bodyClass: ['store-account'],
    data: {
      ...data,
      navigation: await navigation(current),
      logoutUrl: scope.wpLogoutUrl(homeUrl(`${SIGN_IN_PATH}?loggedout=true`)),
      nonceField: scope.wpNonceField(NONCE),
    },
  });

  async function navigation(current: string): Promise<object[]> {
    const added = await Promise.all(
      pages
        .entries()
        .map(async (entry) => [`/account/${entry.id}/`, await labelOf(pages, entry, ({ label }) => label)] as const),
    );
    const all = [
      ['/account/', __('Orders')],
      ['/account/addresses/', __('Addresses')],
      ...added,
      ['/account/password/', __('Password')],
    ] as const;
    return all.map(([path, title]) => ({ url: homeUrl(path), title, current: path === current }));
  }

  /** A page that a plugin registered; not found when there is none, or it says so. */
  async function registered(request: PageRequest): Promise<Reply | undefined> {
    const entry = pages.find(request.params.page ?? '');
    if (!entry) return undefined;
    const made = await pages.ask<string | Reply | null | undefined>(entry, (one) => one.render(request), null);
    if (typeof made === 'object' && made !== null) return made;
    if (made === undefined) return undefined;
    const title = await labelOf(pages, entry, ({ label }) => label);
    const html =
      made ??
      `<p>${scope.escHtml(__('This page does not work at the moment. Please try again in a few minutes.'))}</p>`;
    return page(`/account/${entry.id}/`, title, 'page', { title, html }, made === null ? 503 : 200);
  }

  const outdated = (): FormError => ({
    field: '',
    message: __('The page was open for too long. Nothing is lost: please send the form again.'),
  });

  async function orders(request: PageRequest): Promise<Reply> {
    const at = Math.max(1, Math.min(10_000, Number(request.field('p')) || 1));
    const [list, total] = [
      await store.list({ userId: request.userId, limit: PER_PAGE, offset: (at - 1) * PER_PAGE }),
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
    return page('/account/', __('My account'), 'orders', {
      orders: rows,
      name: billing.first_name || (user ? user.display_name : ''),
      shopUrl: homeUrl('/shop/'),
      newer: at > 1 ? homeUrl(`/account/?p=${at - 1}`) : '',
      older: at * PER_PAGE < total ? homeUrl(`/account/?p=${at + 1}`) : '',
    });
  }

  async function order(request: PageRequest): Promise<Reply | undefined> {
    const found = await store.find({ number: request.params.number ?? '' });
    if (!found || found.userId !== request.userId) return undefined;
    const details = await scope.render('orders/details', {
      order: orderView(found, { money, words: scope, names: deps.names }),
      transfer: await transferOf(found, deps.selling),
    });
    return page('', __('Order %s', found.number), 'order', {
      number: found.number,
      details,
      top: await scope.applyFilters<string>('store/order_top_html', '', found),
      more: await scope.applyFilters<string>('store/order_html', '', found),
    });
  }

  async function showAddresses(
    request: PageRequest,
    values: { billing: AddressValues; shipping: AddressValues },
    errors: readonly FormError[],
    status = 200,
  ): Promise<Reply> {
    scope.useAsset('store-address-fields');
    const fields = async (group: AddressGroup): Promise<string> =>
      scope.render('checkout/fields', { fields: await addresses.view(group, values[group], errors, request.locale) });
    return page(
      '/account/addresses/',
      __('Addresses'),
      'addresses',
      {
        billingFields: await fields('billing'),
        shippingFields: await fields('shipping'),
        errorSummary: await scope.render('checkout/errors', { errors }),
      },
      status,
    );
  }

  async function editAddresses(request: PageRequest): Promise<Reply> {
    if (request.method !== 'POST') return showAddresses(request, await customers.addresses(request.userId), []);
    const values = {
      billing: await addresses.read('billing', request.field),
      shipping: await addresses.read('shipping', request.field),
    };
    const hasShipping = Object.entries(values.shipping).some(([name, value]) => name !== 'country' && value !== '');
    const errors = request.verifyNonce(NONCE)
      ? [
          ...(await addresses.errors('billing', values.billing)),
          ...(hasShipping ? await addresses.errors('shipping', values.shipping) : []),
        ]
      : [outdated()];
    if (errors.length > 0) return showAddresses(request, values, errors, 422);
    await customers.remember(request.userId, values.billing, hasShipping ? values.shipping : {});
    scope.addNotice(request, 'success', __('Your addresses are saved.'));
    return { kind: 'redirect', status: 303, location: '/account/addresses/' };
  }

  async function showPassword(errors: readonly FormError[], status = 200): Promise<Reply> {
    const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
    const data = {
      errorSummary: await scope.render('checkout/errors', { errors }),
      oldError: errorOf('old_password'),
      newError: errorOf('new_password'),
      profileUrl: homeUrl('/wp-admin/profile.php'),
    };
    return page('/account/password/', __('Password'), 'password', data, status);
  }

  async function changePassword(request: PageRequest): Promise<Reply> {
    if (request.method !== 'POST') return showPassword([]);
    if (!request.verifyNonce(NONCE)) return showPassword([outdated()], 403);
    const user = await scope.getUserdata(request.userId);
    const errors: FormError[] = [];
    if (!user || !(await scope.wpCheckPassword(request.field('old_password').slice(0, 200), user)))
      errors.push({ field: 'old_password', message: __('This is not your password.') });
    const next = request.field('new_password').slice(0, 200);
    const weak =
      user && errors.length === 0
        ? await scope.passwordProblem(next, { login: user.user_login, email: user.user_email })
        : undefined;
    if (weak) errors.push({ field: 'new_password', message: weak.getErrorMessage() });
    if (errors.length > 0) return showPassword(errors, 422);
    const saved = await scope.wpUpdateUser({ id: request.userId, user_pass: next });
    if (isWpError(saved)) return showPassword([{ field: 'new_password', message: saved.getErrorMessage() }], 422);
    // A new password ends every session of the old one, this one too.
    return { kind: 'redirect', status: 303, location: `${SIGN_IN_PATH}?password=changed` };
  }

  return [
    route('/account/', orders),
    route('/account/orders/:number/', order),
    route('/account/addresses/', editAddresses),
    route('/account/password/', changePassword),
    route('/account/:page/', registered),
  ];
}
