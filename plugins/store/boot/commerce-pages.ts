import type { FrontRoute, PluginScope } from 'plinth';
import { addMenus } from '../cart/cart-menu.js';
import { cartPage } from '../cart/cart-page.js';
import type { CartAdjust } from '../cart/cart-view.js';
import type { LinePrices } from '../cart/line-prices.js';
import { checkoutPage } from '../checkout/checkout-page.js';
import { whileGuarded } from '../checkout/checkout-closed.js';
import { createDeliveryFields } from '../checkout/delivery-fields.js';
import type { QuoteDeps } from '../checkout/quote.js';
import { createOrderCodes } from '../checkout/order-codes.js';
import { createOrderThrottle } from '../checkout/order-throttle.js';
import { createConfirmationText } from '../checkout/confirmation-text.js';
import { orderPage } from '../checkout/order-page.js';
import { createPayOrder, listPayableMethods } from '../checkout/pay-order.js';
import { payPage } from '../checkout/pay-page.js';
import { createPayReply } from '../checkout/pay-reply.js';
import { createPlaceOrder } from '../checkout/place-order.js';
import { createPriceRules, type PriceRules } from '../prices/price-rules.js';
import { type PriceLabels, createPriceLabels } from '../prices/price-labels.js';
import { createCartDelivery } from '../commerce/cart-delivery.js';
import { addCustomerPages, createCustomerParts, type CustomerParts } from './customer-pages.js';
import { addFooterMethods } from './footer-methods.js';
import type { PaymentParts } from './payments.js';
import type { CommerceServices } from './commerce-services.js';
import { createGuestOrders } from '../orders/guest-orders.js';

/** Adds the public pages of the shop: cart, checkout, order, account and contact. */
export function addCommercePages(
  scope: PluginScope,
  parts: CommerceServices,
  paying: PaymentParts,
  linePrices: LinePrices,
): void {
  const customerParts = createCustomerParts(scope, parts);
  const rules = createPriceRules(scope);
  addMenus(scope);
  scope.enqueueStyle('store-checkout', 'checkout.css', { onDemand: true });
  scope.enqueueScript('store-checkout-script', 'checkout.js', { onDemand: true });
  scope.enqueueScript('store-address-fields', 'address-fields.js', { onDemand: true });
  scope.enqueueScript('store-cart-script', 'cart.js', { onDemand: true });
  const routes = [
    ...cartRoutes(scope, parts, { paymentParts: paying, linePrices, customerParts, rules }),
    ...orderRoutes(scope, parts, { paymentParts: paying, customerParts, rules }),
  ];
  addFooterMethods(scope, parts);
  for (const route of routes) scope.registerFrontRoute(route);
  addCustomerPages(scope, parts, customerParts);
}

/** Dependencies of the cart and checkout pages besides the shared services. */
interface CartRouteParts {
  readonly paymentParts: PaymentParts;
  readonly linePrices: LinePrices;
  readonly customerParts: CustomerParts;
  readonly rules: PriceRules;
}

/** Routes of the cart and the checkout. */
function cartRoutes(
  scope: PluginScope,
  parts: CommerceServices,
  { paymentParts, linePrices, customerParts, rules }: CartRouteParts,
): FrontRoute[] {
  const { sellables, money, commerceSettings, shopEmail, store, emails, orders, deliveries, estimates } = parts;
  const { customers, handleExistingEmail, addresses, attempts, hooks } = customerParts;
  const amounts = async (): Promise<PriceLabels> =>
    createPriceLabels(await rules.display('cart'), { i18n: scope, currency: money });
  const offers = offerParts(scope, parts, rules, amounts);
  const deliveryFields = createDeliveryFields({ scope, deliveries });
  const feeTaxRate = async (): Promise<number> =>
    (await rules.isTaxEnabled()) ? (await commerceSettings.read()).shippingTaxRate : 0;
  return [
    cartPage({
      scope,
      pricing: offers,
      money,
      amounts,
      linePrices,
      adjust: cartAdjust(parts, feeTaxRate),
      attempts,
      delivery: createCartDelivery({ deliveries, commerceSettings, estimates, i18n: scope, taxRate: feeTaxRate }),
    }),
    whileGuarded(
      scope,
      ['checkout', 'prices'],
      checkoutPage({
        scope,
        addresses,
        money,
        offerDeps: offers,
        hooks,
        customers,
        store,
        attempts,
        placeOrder: createPlaceOrder({
          scope,
          orders,
          sellables,
          store,
          offerDeps: offers,
          hooks,
          customers,
          addresses,
          emails,
          handleExistingEmail,
          money,
          deliveryFields,
        }),
        pay: createPayReply({ scope, money, beginPayment: paymentParts.beginPayment }),
        linePrices,
        amounts,
        deliveryFields,
        throttle: createOrderThrottle({ scope, commerceSettings, shopEmail, codes: createOrderCodes(scope) }),
      }),
    ),
  ];
}

/** Creates the parts that a checkout offer consists of. */
function offerParts(
  scope: PluginScope,
  {
    sellables,
    money,
    commerceSettings,
    lineData,
    lineTax,
    deliveries,
    estimates,
    adjust,
    payMethods,
  }: CommerceServices,
  rules: PriceRules,
  amounts: QuoteDeps['amounts'],
) {
  return {
    sellables,
    commerceSettings,
    rules,
    amounts,
    i18n: scope,
    lineData,
    lineTax,
    deliveries,
    estimates,
    adjust,
    methods: payMethods,
    currency: money.currency,
  };
}

/** Calculates fees and discounts of a cart that has no shipping or payment method yet. */
function cartAdjust({ adjust }: CommerceServices, feeTaxRate: () => Promise<number>): CartAdjust {
  return Object.assign(
    async (...[purchase, codes]: Parameters<CartAdjust>) =>
      adjust(purchase, { delivery: '', deliveryPrice: 0, deliveryTaxRate: 0, payment: '', codes }, await feeTaxRate()),
    { acceptsCodes: adjust.acceptsCodes },
  );
}

/** Routes of an order and of paying it later. */
function orderRoutes(
  scope: PluginScope,
  {
    sellables,
    money,
    commerceSettings,
    store,
    box,
    emails,
    orders,
    payMethods: methods,
    statuses,
    names,
  }: CommerceServices,
  { paymentParts, customerParts: { hooks }, rules }: Omit<CartRouteParts, 'linePrices'>,
): FrontRoute[] {
  return [
    orderPage({
      scope,
      store,
      money,
      commerceSettings,
      names,
      payments: paymentParts.payments,
      statuses,
      methods,
      guestOrders: createGuestOrders({ scope, store }),
      confirmationText: createConfirmationText(scope, box),
      isPayable: async (order) => (await listPayableMethods(order, { methods, statuses })).length > 0,
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
        pay: createPayReply({ scope, money, beginPayment: paymentParts.beginPayment }),
        payOrder: createPayOrder({ scope, store, orders, emails, hooks, commerceSettings, rules, methods, statuses }),
      }),
    ),
  ];
}
