import { andThen, type PluginScope } from 'plinth';
import { accountPages } from '../accounts/account-pages.js';
import { addSignInPage } from '../accounts/sign-in-page.js';
import { createAddressForm } from '../accounts/address-fields.js';
import { createCustomers } from '../accounts/customers.js';
import { registrationPage } from '../accounts/registration-page.js';
import { createTakenAddress } from '../accounts/taken-address.js';
import { addMenus } from '../cart/cart-menu.js';
import { type CartAdjust, cartPage } from '../cart/cart-page.js';
import type { LinePrices } from '../cart/line-prices.js';
import { checkoutPage } from '../checkout/checkout-page.js';
import { whileGuarded } from '../checkout/closed.js';
import { createDeliveryFields } from '../checkout/delivery-fields.js';
import { createOrderCodes } from '../checkout/order-codes.js';
import { createOrderGate } from '../checkout/order-gate.js';
import { orderPage } from '../checkout/order-page.js';
import { createPayOrder, waysToPay } from '../checkout/pay-order.js';
import { payPage } from '../checkout/pay-page.js';
import { createPayReply } from '../checkout/pay-reply.js';
import { createPlaceOrder } from '../checkout/place-order.js';
import { contactPage } from '../contact/contact-page.js';
import { createAttempts } from '../forms/attempts.js';
import { createFormHooks } from '../forms/form-hooks.js';
import { createCartDelivery } from '../selling/cart-delivery.js';
import { createPriceRules } from '../prices/price-rules.js';
import { type PriceWords, priceWords } from '../prices/price-words.js';
import { USUAL_AMOUNT } from '../selling/selling-terms.js';
import type { PayingParts } from './paying.js';
import type { SellingParts } from './selling-parts.js';

/** Adds the pages of visitors and customers: cart, checkout, order, account and contact. */
export function addSellingPages(
  scope: PluginScope,
  {
    sellables,
    money,
    selling,
    store,
    letters,
    orders,
    registries,
    deliveries,
    arrivals,
    adjust,
    lineData,
    lineTax,
    payMethods: methods,
    statuses,
    names,
  }: SellingParts,
  { payments, begin }: PayingParts,
  linePrices: LinePrices,
): void {
  const customers = createCustomers(scope);
  const taken = createTakenAddress(scope, letters);
  const addresses = createAddressForm(scope);
  const attempts = createAttempts({ db: scope.db });
  const hooks = createFormHooks(scope);
  addMenus(scope);
  const rules = createPriceRules(scope);
  const amounts = async (): Promise<PriceWords> =>
    priceWords(await rules.display('cart'), { words: scope, currency: money });
  const offers = {
    sellables,
    selling,
    rules,
    amounts,
    words: scope,
    lineData,
    lineTax,
    deliveries,
    arrivals,
    adjust,
    methods,
    currency: money.currency,
  };
  const pay = createPayReply({ scope, money, begin });
  const deliveryFields = createDeliveryFields({ scope, deliveries });
  const placeOrder = createPlaceOrder({
    scope,
    orders,
    sellables,
    store,
    offers,
    hooks,
    customers,
    addresses,
    letters,
    taken,
    money,
    deliveryFields,
  });
  const feeTaxRate = async (): Promise<number> =>
    (await rules.chargesTax()) ? (await selling.read()).shippingTaxRate : 0;
  const adjustCart: CartAdjust = Object.assign(
    async (...[purchase, codes]: Parameters<CartAdjust>) =>
      adjust(purchase, { delivery: '', deliveryPrice: 0, deliveryTaxRate: 0, payment: '', codes }, await feeTaxRate()),
    { takesCodes: adjust.takesCodes },
  );

  scope.enqueueStyle('store-checkout', 'checkout.css', { onDemand: true });
  scope.enqueueScript('store-checkout-script', 'checkout.js', { onDemand: true });
  scope.enqueueScript('store-address-fields', 'address-fields.js', { onDemand: true });
  scope.enqueueScript('store-cart-script', 'cart.js', { onDemand: true });
  const routes = [
    cartPage({
      scope,
      pricing: offers,
      money,
      amounts,
      linePrices,
      adjust: adjustCart,
      attempts,
      delivery: createCartDelivery({ deliveries, selling, arrivals, words: scope, taxRate: feeTaxRate }),
    }),
    whileGuarded(
      scope,
      ['checkout', 'prices'],
      checkoutPage({
        scope,
        addresses,
        money,
        offers,
        hooks,
        customers,
        store,
        attempts,
        placeOrder,
        pay,
        linePrices,
        amounts,
        deliveryFields,
        gate: createOrderGate({ scope, selling, codes: createOrderCodes(scope) }),
      }),
    ),
    orderPage({
      scope,
      store,
      money,
      selling,
      names,
      payments,
      statuses,
      methods,
      payable: async (order) => (await waysToPay(order, { methods, statuses })).length > 0,
    }),
    whileGuarded(
      scope,
      ['checkout'],
      payPage({
        scope,
        store,
        sellables,
        money,
        hooks,
        methods,
        statuses,
        pay,
        payOrder: createPayOrder({ scope, store, orders, letters, hooks, selling, rules, methods, statuses }),
      }),
    ),
    ...accountPages({ scope, store, money, selling, names, customers, addresses, pages: registries.accountPages }),
    registrationPage({ scope, hooks, customers, letters, taken, attempts }),
    contactPage({ scope, hooks, letters, attempts }),
  ];
  async function waysInFooter(): Promise<string> {
    const payments = await methods.offered({
      amount: USUAL_AMOUNT,
      currency: money.currency(),
      country: '',
      physical: true,
    });
    return scope.render('shop/footer', {
      ways: [...(await deliveries.names()), ...payments.map(({ label }) => label)],
      deliveryUrl: await scope.applyFilters<string>('store/delivery_url', ''),
    });
  }
  // The checkout itself says what is offered for this purchase.
  scope.addFilter(
    'plinth/footer_html',
    (html: string, enclosed: boolean) =>
      enclosed ? html : andThen(scope.remember(`store:footer:${scope.locale()}`, waysInFooter), (ways) => html + ways),
    10,
    2,
  );
  addSignInPage(scope);
  for (const route of routes) scope.registerFrontRoute(route);
}
