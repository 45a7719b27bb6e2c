import type { PageRequest, PluginScope } from 'plinth';
import type { Outbox } from '../emails/outbox.js';
import { isCustomerEmail } from '../orders/customer-email.js';
import type { Emails } from '../emails/emails.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';

interface OrderEmailsDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'addNotice' | 'audit' | 'isEmail' | 'doAction'>;
  readonly store: Pick<OrderStore, 'setEmail'>;
  readonly emails: Pick<Emails, 'resend' | 'label'>;
  readonly box: Outbox;
}

/** Emails about an order on the order screen. */
interface OrderEmails {
  /** Returns all emails, and those that can be resent: the newest customer email of each kind. */
  view(orderId: number): Promise<{ readonly emails: readonly object[]; readonly resendable: readonly object[] }>;
  /**
   * Resends a rejected email to the submitted address. If it is an email to the customer, the address is also changed
   * in the order for future emails.
   */
  resend(request: PageRequest, order: OrderRecord): Promise<void>;
}

export function createOrderEmails({ scope, store, emails, box }: OrderEmailsDeps): OrderEmails {
  const { __ } = scope;
  return {
    async view(orderId) {
      const states = {
        waiting: __('Pending'),
        sending: __('Sending'),
        sent: __('Sent'),
        filed: __('Saved to the mail folder'),
        failed: __('Failed'),
        refused: __('Rejected by the mail server'),
        dropped: __('Not sent (stopped by a plugin)'),
      };
      const all = await Promise.all(
        (await box.listByOrder(orderId)).map(
          async ({ id, kind, recipient, changed_at: changedAt, state, refusal }) => ({
            id,
            kind,
            label: await emails.label(kind),
            recipient,
            changedAt,
            state: states[state],
            refused: state === 'refused',
            refusal,
          }),
        ),
      );
      const newest = new Map(all.filter(({ kind }) => isCustomerEmail(kind)).map((email) => [email.kind, email]));
      return { emails: all, resendable: [...newest.values()].filter(({ refused }) => !refused) };
    },

    async resend(request, order) {
      const email = request.field('email').trim();
      if (scope.isEmail(email) === false)
        return scope.addNotice(request, 'error', __('Enter a full email address, such as name@example.com.'));
      const id = Number(request.field('message')) || 0;
      const found = await scope.db.transaction(async () => {
        const message = (await box.listByOrder(order.id)).find((candidate) => candidate.id === id);
        if (!message || !(await emails.resend(message, email))) return false;
        if (!isCustomerEmail(message.kind) || email === order.billing.email) return true;
        await store.setEmail(order, email);
        await scope.doAction(
          'store/order_email_changed',
          { ...order, billing: { ...order.billing, email } },
          order.billing.email,
        );
        await scope.audit.record({
          action: 'orders.edited',
          subject: { kind: 'order', id: order.id, title: order.number },
          details: { email: { from: order.billing.email, to: email } },
        });
        return true;
      });
      if (found) scope.addNotice(request, 'success', __('The email was sent again. See its status below.'));
      else scope.addNotice(request, 'error', __('This email is no longer undelivered.'));
    },
  };
}
