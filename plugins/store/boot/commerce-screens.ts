import type { AdminPage, PluginScope } from 'plinth';
import { addDashboardWidget } from '../orders-admin/dashboard-widget.js';
import { importScreen } from '../orders-admin/import-screen.js';
import { createPluginMethods } from '../orders-admin/plugin-methods.js';
import { emailScreen } from '../orders-admin/email-screen.js';
import { emailsScreen } from '../orders-admin/emails-screen.js';
import { methodScreen } from '../orders-admin/method-screen.js';
import { createOrderPayments, type OrderPayments } from '../orders-admin/order-payments.js';
import { orderScreen } from '../orders-admin/order-screen.js';
import { createOrderActions } from '../orders-admin/order-actions.js';
import { packingSlipsScreen } from '../orders-admin/packing-slips.js';
import { orderEditScreen } from '../orders-admin/order-edit-screen.js';
import { createBuyers } from '../orders/buyers.js';
import { customersScreen } from '../orders-admin/customers-screen.js';
import { createOrderRestock } from '../orders-admin/order-restock.js';
import { createOrderSteps } from '../orders-admin/order-steps.js';
import { ordersScreen } from '../orders-admin/orders-screen.js';
import { refusedEmailsScreen } from '../orders-admin/bounced-emails-screen.js';
import { addCommerceHealth } from '../orders-admin/commerce-health.js';
import { commerceScreen } from '../orders-admin/commerce-screen.js';
import { createStoreOptions } from '../products/store-settings.js';
import { createStatusImport } from '../orders-admin/status-import.js';
import type { PaymentParts } from './payments.js';
import type { CommerceServices } from './commerce-services.js';

/** Adds the admin parts of orders: screens, the dashboard widget and the site health entries. */
export function addCommerceScreens(scope: PluginScope, parts: CommerceServices, paymentParts: PaymentParts): void {
  const { store, money, names, payMethods: methods, commerceSettings } = parts;
  scope.enqueueStyle('store-orders-admin', 'orders-admin.css', { on: 'admin', onDemand: true });
  scope.enqueueStyle('store-checkout-admin', 'checkout.css', { on: 'admin', onDemand: true });
  const screens = [
    ...orderScreens(scope, parts, paymentParts),
    ...settingsScreens(scope, parts),
    ...emailScreens(scope, parts),
  ];
  for (const screen of screens) scope.addMenuPage(screen);
  addDashboardWidget({ scope, store, money, names, methods, settings: createStoreOptions(scope) });
  addCommerceHealth(scope, commerceSettings, methods, money.currency);
}

/** Screens for the lists of orders and customers, and for a single order. */
function orderScreens(scope: PluginScope, parts: CommerceServices, paymentParts: PaymentParts): AdminPage[] {
  const { sellables, money, commerceSettings, store, emails, orders, registries, statuses, names, manualPayments } =
    parts;
  const { payMethods: methods, emailOptions } = parts;
  const steps = createOrderSteps({ scope, orders, statuses, emails, emailOptions });
  const actions = createOrderActions({ scope, registry: registries.orderActions, store, statuses, steps });
  return [
    ordersScreen({
      scope,
      store,
      refunds: paymentParts.refunds,
      money,
      commerceSettings,
      statuses,
      methods,
      deliveries: registries.deliveries,
      columns: registries.orderColumns,
      actions,
    }),
    orderScreen({
      scope,
      store,
      orders,
      emails,
      box: parts.box,
      money,
      names,
      statuses,
      payments: orderPayments(scope, parts, paymentParts),
      steps,
      restock: createOrderRestock({ scope, store, sellables, statuses }),
      boxes: registries.orderBoxes,
    }),
    orderEditScreen({
      scope,
      store,
      sellables,
      emails,
      money,
      commerceSettings,
      statuses,
      methods,
      deliveries: registries.deliveries,
      manualPayments,
    }),
    importScreen({ scope, statusImport: createStatusImport({ scope, store, orders, statuses }) }),
    customersScreen({ scope, buyers: createBuyers(scope), money }),
    packingSlipsScreen({ scope, store, money, names }),
  ];
}

function orderPayments(
  scope: PluginScope,
  { payMethods: methods, statuses, store, money, amount }: CommerceServices,
  { payments, refunds, refundService }: PaymentParts,
): OrderPayments {
  return createOrderPayments({
    scope,
    payments,
    refunds,
    service: refundService,
    methods,
    statuses,
    store,
    money,
    amount,
  });
}

/** Settings screens for selling and for each shipping and payment method. */
function settingsScreens(
  scope: PluginScope,
  {
    commerceSettings,
    shopEmail,
    estimateOptions,
    money,
    registries,
    payRegistries,
    methods,
    payOptions,
  }: CommerceServices,
): AdminPage[] {
  const pluginMethods = createPluginMethods({
    registries: { delivery: registries.deliveries, payment: payRegistries.payments },
    options: { delivery: methods, payment: payOptions },
    owner: scope.plugin.id,
    currency: money.currency,
  });
  return [
    commerceScreen({ scope, commerceSettings, shopEmail, estimateOptions, money, pluginMethods }),
    methodScreen({ scope, commerceSettings, pluginMethods }),
  ];
}

function emailScreens(
  scope: PluginScope,
  { emailList: list, emailOptions: options, emails, writer, money, box }: CommerceServices,
): AdminPage[] {
  return [
    emailsScreen({ scope, list, options }),
    emailScreen({ scope, list, options, emails, writer, currency: money.currency }),
    refusedEmailsScreen({ scope, emails, box }),
  ];
}
