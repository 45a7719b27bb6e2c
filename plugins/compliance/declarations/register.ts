import type { PluginScope } from 'plinth';
import type { Order } from '../store/shop.js';
import { createCasePage } from './case-page.js';
import { createReportForm, type ReportFormDeps } from './report-form.js';
import { createWithdrawalForm, type WithdrawalFormDeps } from './withdrawal-form.js';
import type { createKnownOrders } from './known-orders.js';

interface DeclarationDeps extends WithdrawalFormDeps, ReportFormDeps {
  readonly orders: ReturnType<typeof createKnownOrders>;
}

/**
 * Registers the withdrawal form (Directive 2011/83/EU, art. 11a) and the form for reporting illegal content (Regulation
 * (EU) 2022/2065, art. 16).
 */
export function registerDeclarations(scope: PluginScope, parts: DeclarationDeps): void {
  const { declarations, receipts, cases, orders, clock } = parts;
  const { __ } = scope;
  scope.enqueueStyle('compliance-declarations', 'declarations.css', { onDemand: true });

  scope.addAction('store/booted', ({ emails: messages }) => {
    messages.fixed.register({
      id: 'withdrawal_receipt',
      label: () => __('Confirmation of withdrawal'),
      reason: () =>
        __(
          'The law requires every withdrawal to be confirmed immediately on a durable medium (Consumer Rights Act, art. 30; Directive 2011/83/EU, art. 11a).',
        ),
    });
    messages.fixed.register({
      id: 'report_receipt',
      label: () => __('Confirmation of a report of illegal content'),
      reason: () => __('The law requires every report to be confirmed (Regulation (EU) 2022/2065, art. 16).'),
    });
  });

  scope.registerFrontRoute(createWithdrawalForm(scope, parts));
  scope.registerFrontRoute(createReportForm(scope, parts));
  scope.registerFrontRoute(createCasePage(scope, { cases, declarations, receipts, clock }));

  scope.addAction('store/order_created', (order: Order) => orders.add(order));
  scope.addAction('store/order_email_changed', (order: Order) => orders.updateEmail(order));
}
