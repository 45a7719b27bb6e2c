import type { PluginScope } from 'plinth';
import { addDashboardBox } from '../orders-admin/dashboard-box.js';
import { importScreen } from '../orders-admin/import-screen.js';
import { createAddedMethods } from '../orders-admin/added-methods.js';
import { letterScreen } from '../orders-admin/letter-screen.js';
import { lettersScreen } from '../orders-admin/letters-screen.js';
import { methodScreen } from '../orders-admin/method-screen.js';
import { createOrderPayments } from '../orders-admin/order-payments.js';
import { orderScreen } from '../orders-admin/order-screen.js';
import { createOrderActions } from '../orders-admin/order-actions.js';
import { papersScreen } from '../orders-admin/papers-screen.js';
import { orderEditScreen } from '../orders-admin/order-edit-screen.js';
import { createBuyers } from '../orders/buyers.js';
import { customersScreen } from '../orders-admin/customers-screen.js';
import { createOrderRestock } from '../orders-admin/order-restock.js';
import { createOrderSteps } from '../orders-admin/order-steps.js';
import { ordersScreen } from '../orders-admin/orders-screen.js';
import { refusedLettersScreen } from '../orders-admin/refused-letters-screen.js';
import { addSellingHealth } from '../orders-admin/selling-health.js';
import { sellingScreen } from '../orders-admin/selling-screen.js';
import { createStoreOptions } from '../products/store-settings.js';
import { createStatusImport } from '../orders-admin/status-import.js';
import type { PayingParts } from './paying.js';
import type { SellingParts } from './selling-parts.js';

/** Adds what the owner sees of orders: screens, the box on the dashboard, the lines in site health. */
export function addSellingScreens(
  scope: PluginScope,
  {
    arrivalOptions,
    sellables,
    money,
    amount,
    selling,
    store,
    box,
    letters,
    letterList,
    letterOptions,
    writer,
    orders,
    registries,
    methods: deliveryOptions,
    payMethods: methods,
    payOptions,
    payRegistries,
    statuses,
    names,
  }: SellingParts,
  { payments, refunds, refunding }: PayingParts,
): void {
  scope.enqueueStyle('store-orders-admin', 'orders-admin.css', { on: 'admin', onDemand: true });
  scope.enqueueStyle('store-checkout-admin', 'checkout.css', { on: 'admin', onDemand: true });
  const statusImport = createStatusImport({ scope, store, orders, statuses });
  const orderPayments = createOrderPayments({
    scope,
    payments,
    refunds,
    service: refunding,
    methods,
    statuses,
    money,
    amount,
  });
  const added = createAddedMethods({
    registries: { delivery: registries.deliveries, payment: payRegistries.payments },
    options: { delivery: deliveryOptions, payment: payOptions },
    keeper: scope.plugin.id,
    currency: money.currency,
  });
  const steps = createOrderSteps({ scope, orders, statuses, letters, choices: letterOptions });
  const actions = createOrderActions({ scope, registry: registries.orderActions, store, statuses, steps });
  const screens = [
    ordersScreen({
      scope,
      store,
      money,
      selling,
      statuses,
      methods,
      deliveries: registries.deliveries,
      columns: registries.orderColumns,
      actions,
    }),
    sellingScreen({ scope, selling, arrivals: arrivalOptions, money, added }),
    methodScreen({ scope, selling, added }),
    orderScreen({
      scope,
      store,
      orders,
      letters,
      box,
      money,
      names,
      statuses,
      payments: orderPayments,
      steps,
      restock: createOrderRestock({ scope, store, sellables, statuses }),
      boxes: registries.orderBoxes,
    }),
    importScreen({ scope, statusImport }),
    lettersScreen({ scope, list: letterList, options: letterOptions }),
    letterScreen({ scope, list: letterList, options: letterOptions, letters, writer, currency: money.currency }),
    refusedLettersScreen({ scope, letters, box }),
    orderEditScreen({
      scope,
      store,
      sellables,
      letters,
      money,
      selling,
      statuses,
      methods,
      deliveries: registries.deliveries,
    }),
    customersScreen({ scope, buyers: createBuyers(scope), money }),
    papersScreen({ scope, store, money, names }),
  ];
  for (const screen of screens) scope.addMenuPage(screen);
  addDashboardBox(scope, store, money, names, methods, createStoreOptions(scope));
  addSellingHealth(scope, selling, methods, money.currency);
}
