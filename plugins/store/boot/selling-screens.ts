import type { PluginScope } from 'plinth';
import { addDashboardBox } from '../orders-admin/dashboard-box.js';
import { importScreen } from '../orders-admin/import-screen.js';
import { createMethodForm } from '../orders-admin/method-form.js';
import { createOrderPayments } from '../orders-admin/order-payments.js';
import { createPaymentForm } from '../orders-admin/payment-form.js';
import { orderScreen } from '../orders-admin/order-screen.js';
import { ordersScreen } from '../orders-admin/orders-screen.js';
import { refusedLettersScreen } from '../orders-admin/refused-letters-screen.js';
import { addSellingHealth } from '../orders-admin/selling-health.js';
import { sellingScreen } from '../orders-admin/selling-screen.js';
import { createStatusImport } from '../orders-admin/status-import.js';
import type { PayingParts } from './paying.js';
import type { SellingParts } from './selling-parts.js';

/** Adds what the owner sees of orders: screens, the box on the dashboard, the lines in site health. */
export function addSellingScreens(scope: PluginScope, { money, amount, selling, store, box, letters, orders, registries, methods: deliveryOptions, payMethods: methods, payOptions, statuses, names }: SellingParts, { payments, refunds, refunding }: PayingParts): void {
  scope.enqueueStyle('store-orders-admin', 'orders-admin.css', { on: 'admin', onDemand: true });
  scope.enqueueStyle('store-checkout-admin', 'checkout.css', { on: 'admin', onDemand: true });
  const statusImport = createStatusImport({ scope, store, orders, statuses });
  const orderPayments = createOrderPayments({ scope, payments, refunds, service: refunding, methods, statuses, money, amount });
  const methodForm = createMethodForm({ scope, registry: registries.deliveries, options: deliveryOptions, money });
  const paymentForm = createPaymentForm({ scope, methods, options: payOptions, money });
  const screens = [
    ordersScreen({ scope, store, money, selling, statuses, methods, columns: registries.orderColumns }), sellingScreen({ scope, selling, money, methodForm, paymentForm }),
    orderScreen({ scope, store, orders, letters, box, money, names, statuses, payments: orderPayments, boxes: registries.orderBoxes }), importScreen({ scope, statusImport }), refusedLettersScreen({ scope, letters, box }),
  ];
  for (const screen of screens) scope.addMenuPage(screen);
  addDashboardBox(scope, store, money, names, methods);
  addSellingHealth(scope, selling, methods, money.currency);
}
