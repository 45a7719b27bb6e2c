import type { Registry } from 'plinth';
import type { Discount, Fee, TaxRule } from './adjustments.js';
import type { CartData } from './cart-data.js';
import type { DeliveryMethod } from './delivery.js';
import type { FixedEmail, Email, EmailSection } from './emails.js';
import type { OrderStatusType } from './orders.js';
import type { AccountPage, OrderAction, OrderBox, OrderColumn, ProductTab } from './pages.js';
import type { PaymentMethod } from './payment.js';
import type { ProductType } from './products.js';

/**
 * Argument of the action `store/booted`, where plugins register their parts of the shop. The action is fired once when
 * the store is ready, and again whenever plugins change; entries of a plugin are removed when it stops.
 *
 * ```ts
 * scope.addAction('store/booted', ({ deliveries }) => deliveries.register({ id: 'bike', label: 'Bicycle', rates: () =>
 * [{ price: 900 }] }));
 * ```
 * @since 0.1.0
 */
export interface StorePlugin {
  readonly version: string;
  readonly deliveries: Registry<DeliveryMethod>;
  readonly fees: Registry<Fee>;
  readonly discounts: Registry<Discount>;
  readonly tax: Registry<TaxRule>;
  readonly emails: Registry<Email> & {
    /** Sections added to existing emails. */
    readonly sections: Registry<EmailSection>;
    /**
     * Emails that plugins send themselves, for the owner's list.
     * @since 0.1.0
     */
    readonly fixed: Registry<FixedEmail>;
    /** Sends a registered email about an order after the transaction has been committed. */
    send(id: string, orderId: number): Promise<void>;
  };
  readonly productTypes: Registry<ProductType>;
  readonly tabs: Registry<ProductTab>;
  readonly accountPages: Registry<AccountPage>;
  readonly cartData: Registry<CartData>;
  readonly orderColumns: Registry<OrderColumn>;
  readonly orderBoxes: Registry<OrderBox>;
  readonly orderActions: Registry<OrderAction>;
  readonly payments: Registry<PaymentMethod>;
  readonly statuses: Registry<OrderStatusType>;
}
