import type { PluginScope } from 'plinth';
import { accountPages } from '../accounts/account-pages.js';
import { createCustomers, CUSTOMER_ROLE } from '../accounts/customers.js';
import { registrationPage } from '../accounts/registration-page.js';
import { addMenus } from '../cart/cart-menu.js';
import { cartPage } from '../cart/cart-page.js';
import type { LinePrices } from '../cart/line-prices.js';
import type { Sellables } from '../catalogue/sellables.js';
import { createPriceRules } from '../prices/price-rules.js';
import { type PriceWords, priceWords } from '../prices/price-words.js';
import { createAddressForm } from '../accounts/address-fields.js';
import { checkoutPage } from '../checkout/checkout-page.js';
import { whileGuarded } from '../checkout/closed.js';
import { createFormHooks } from '../forms/form-hooks.js';
import { declareSellingHooks } from '../contract/selling-hooks.js';
import { createPayOrder, waysToPay } from '../checkout/pay-order.js';
import { payPage } from '../checkout/pay-page.js';
import { createOrderCodes } from '../checkout/order-codes.js';
import { createOrderGate } from '../checkout/order-gate.js';
import { createPlaceOrder } from '../checkout/place-order.js';
import { contactPage } from '../contact/contact-page.js';
import { createLetterBox } from '../mails/letter-box.js';
import { createTakenAddress } from '../accounts/taken-address.js';
import { createLetters } from '../mails/letters.js';
import { addDashboardBox } from '../orders-admin/dashboard-box.js';
import { importScreen } from '../orders-admin/import-screen.js';
import { orderScreen } from '../orders-admin/order-screen.js';
import { ordersScreen } from '../orders-admin/orders-screen.js';
import { refusedLettersScreen } from '../orders-admin/refused-letters-screen.js';
import { addSellingHealth } from '../orders-admin/selling-health.js';
import { sellingScreen } from '../orders-admin/selling-screen.js';
import { createStatusImport } from '../orders-admin/status-import.js';
import { createAttempts } from '../forms/attempts.js';
import { createMoney } from '../money/money.js';
import { orderPage } from '../checkout/order-page.js';
import { createOrderStore } from '../orders/order-store.js';
import { createOrdersService } from '../orders/orders-service.js';
import { createSellingOptions } from '../selling/selling-settings.js';
import { scheduleUnpaid } from '../orders/unpaid-orders.js';

/** Starts the selling half of the store: cart, checkout, orders, accounts, contact and their screens. */
export async function bootOrders(scope: PluginScope, sellables: Sellables, linePrices: LinePrices): Promise<void> {
  const { db } = scope;
  declareSellingHooks(scope);
  const money = createMoney(scope);
  const selling = createSellingOptions(scope);
  const store = createOrderStore({ db });
  const box = createLetterBox({ db });
  const letters = createLetters({ scope, box, store, money, selling });
  const orders = createOrdersService({ scope, store, selling, sellables, letters });
  scope.services.provide('store.orders', () => orders);
  await scheduleUnpaid(scope, orders);

  const customers = createCustomers(scope);
  const taken = createTakenAddress(scope, letters);
  const addresses = createAddressForm(scope);
  const attempts = createAttempts({ db });
  const hooks = createFormHooks(scope);
  addMenus(scope);
  const rules = createPriceRules(scope);
  const amounts = async (): Promise<PriceWords> => priceWords(await rules.display('cart'), { words: scope, currency: money });
  const offers = { sellables, selling, rules, amounts, words: scope };
  const placeOrder = createPlaceOrder({ scope, sellables, store, offers, hooks, customers, letters, taken, money });

  scope.enqueueStyle('store-checkout', 'checkout.css', { onDemand: true });
  scope.enqueueScript('store-checkout-script', 'checkout.js', { onDemand: true });
  scope.enqueueScript('store-cart-script', 'cart.js', { onDemand: true });
  const routes = [
    cartPage({ scope, sellables, money, rules, amounts, linePrices }),
    whileGuarded(scope, ['checkout', 'prices'], checkoutPage({ scope, addresses, money, offers, hooks, customers, store, attempts, placeOrder, linePrices, amounts, gate: createOrderGate({ scope, selling, codes: createOrderCodes(scope) }) })),
    orderPage({ scope, store, money, selling, payable: async (order) => (await waysToPay(order, { selling, words: scope })).length > 0 }),
    whileGuarded(scope, ['checkout'], payPage({ scope, store, sellables, money, hooks, selling, words: scope, payOrder: createPayOrder({ scope, store, orders, letters, hooks, selling, rules, words: scope }) })),
    ...accountPages({ scope, store, money, selling, customers, addresses }),
    registrationPage({ scope, hooks, customers, letters, taken, attempts }),
    contactPage({ scope, hooks, letters, attempts }),
  ];
  for (const route of routes) scope.registerFrontRoute(route);

  scope.enqueueStyle('store-orders-admin', 'orders-admin.css', { on: 'admin', onDemand: true });
  scope.enqueueStyle('store-checkout-admin', 'checkout.css', { on: 'admin', onDemand: true });
  const statusImport = createStatusImport({ scope, store, orders });
  const screens = [ordersScreen({ scope, store, money, selling }), sellingScreen({ scope, selling, money }), orderScreen({ scope, store, orders, letters, box, money }), importScreen({ scope, statusImport }), refusedLettersScreen({ scope, letters, box })];
  for (const screen of screens) scope.addMenuPage(screen);
  addDashboardBox(scope, store, money, selling);
  addSellingHealth(scope, selling);
  // Their names are nobody's business.
  scope.addFilter('plinth/author_archive', (shown: boolean, user: { roles: readonly string[] }) => shown && !user.roles.includes(CUSTOMER_ROLE), 10, 2);
  // Customers have no business in the admin, so logging in takes them to their account.
  scope.addFilter('login_redirect', async (target: string, _asked: string, user: { id: number }) =>
    target === '' && !(await scope.userCan(user.id, 'edit_posts')) && !(await scope.userCan(user.id, 'manage_shop')) ? scope.homeUrl('/account/') : target, 10, 3);
}
