import { isWpError, type PluginScope, type UserWithRoles, type WpError } from 'plinth';
import { CUSTOMER_ROLE, createCustomers } from '../accounts/customers.js';
import { registerAddressPersonalData } from '../accounts/personal-data.js';
import { registerDraftPersonalData } from '../checkout/personal-data.js';
import type { LinePrices } from '../cart/line-prices.js';
import type { Sellables } from '../catalog/sellables.js';
import { declarePaymentHooks } from '../contract/payment-hooks.js';
import { declareCommerceHooks } from '../contract/commerce-hooks.js';
import { pruneEmails } from '../emails/anonymous-emails.js';
import { registerOrderPersonalData } from '../orders/personal-data.js';
import { scheduleUnpaidCheck } from '../orders/orders-service.js';
import { createStoreRegistries, type StoreRegistries } from '../registries/store-registries.js';
import { announceStore } from './announce-store.js';
import { bootPayments } from './payments.js';
import { createCommerceTerms } from '../commerce/commerce-terms.js';
import { addCommercePages } from './commerce-pages.js';
import { createCommerceServices, type CommerceServices } from './commerce-services.js';
import { addCommerceScreens } from './commerce-screens.js';

/** The admin page that customers may be redirected from. */
const DASHBOARD_URL = /\/wp-admin\/?(?:index\.php)?$/;

/** Starts the selling part of the store: cart, checkout, orders, accounts, contact and their screens. */
export async function bootCommerce(
  scope: PluginScope,
  sellables: Sellables,
  linePrices: LinePrices,
  registries: StoreRegistries = createStoreRegistries(scope),
): Promise<CommerceServices> {
  declareCommerceHooks(scope);
  declarePaymentHooks(scope);
  const parts = createCommerceServices(scope, sellables, registries);
  scope.services.provide('store.orders', () => parts.orders);
  scope.services.provide('store.emails', () => ({
    shopEmail: () => parts.shopEmail.read(),
    countUnconfirmed: (days, kind = 'received') => parts.box.countUnconfirmed(days, kind),
    compose: (kind, locale, about) => parts.emails.compose(kind, locale, about),
  }));
  scope.services.provide('store.terms', () => createCommerceTerms({ ...parts, currency: parts.money.currency }));
  scope.addAction('plinth/plugins_changed', () => announceStore(scope, parts));
  const paymentParts = bootPayments(scope, parts);
  registerOrderPersonalData(scope, parts.store);
  registerAddressPersonalData(scope, createCustomers(scope));
  registerDraftPersonalData(scope);
  pruneEmails(scope, parts.box);
  await scheduleUnpaidCheck(scope, parts.orders);
  addCommercePages(scope, parts, paymentParts, linePrices);
  addCommerceScreens(scope, parts, paymentParts);
  // Customers can use only their two-factor settings and the list of their sessions in the admin.
  scope.addFilter(
    'plinth/admin_redirect',
    async (path: string, userId: number, requestedPath: string) => {
      const user = DASHBOARD_URL.test(requestedPath) && (await scope.getUserdata(userId));
      const canUseAdmin =
        !user ||
        !user.roles.includes(CUSTOMER_ROLE) ||
        (await scope.userCan(userId, 'edit_posts')) ||
        (await scope.userCan(userId, 'manage_shop'));
      return canUseAdmin ? path : '/account/';
    },
    10,
    3,
  );
  // Customer names are private.
  scope.addFilter(
    'plinth/author_archive',
    (isShown: boolean, user: { roles: readonly string[] }) => isShown && !user.roles.includes(CUSTOMER_ROLE),
    10,
    2,
  );
  // Customers cannot use the admin, so logging in takes them to their account. Before a user is known, the filter runs
  // with an error instead of a user.
  scope.addFilter(
    'login_redirect',
    async (target: string, _requestedPath: string, user: UserWithRoles | WpError) =>
      target === '' &&
      !isWpError(user) &&
      !(await scope.userCan(user.id, 'edit_posts')) &&
      !(await scope.userCan(user.id, 'manage_shop'))
        ? scope.homeUrl('/account/')
        : target,
    10,
    3,
  );
  return parts;
}
