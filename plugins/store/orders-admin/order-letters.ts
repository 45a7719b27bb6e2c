import type { PageRequest, PluginScope } from 'plinth';
import type { LetterBox } from '../mails/letter-box.js';
import { isCustomerLetter } from '../orders/customer-letter.js';
import type { Letters } from '../mails/letters.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';

interface OrderLettersDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'addNotice' | 'audit' | 'isEmail' | 'doAction'>;
  readonly store: Pick<OrderStore, 'setEmail'>;
  readonly letters: Pick<Letters, 'again' | 'label'>;
  readonly box: LetterBox;
}

/** The letters about an order as its screen lists them. */
interface OrderLetters {
  /** All of them, and of each kind to the customer the newest, when it can be written again. */
  view(orderId: number): Promise<{ readonly letters: readonly object[]; readonly resendable: readonly object[] }>;
  /** Sends a refused letter to the address that was typed; the customer's is mended in the order too, for the letters to come. */
  again(request: PageRequest, order: OrderRecord): Promise<void>;
}

export function createOrderLetters({ scope, store, letters, box }: OrderLettersDeps): OrderLetters {
  const { __ } = scope;
  return {
    async view(orderId) {
      const states = {
        waiting: __('Waiting'),
        sending: __('Being sent'),
        sent: __('Sent'),
        filed: __('In the mail folder'),
        failed: __('Failed'),
        refused: __('Refused by the mail server'),
        dropped: __('Not sent, as an extension wants it'),
      };
      const all = await Promise.all(
        (await box.ofOrder(orderId)).map(async ({ id, kind, recipient, changed_at: at, state, refusal }) => ({
          id,
          kind,
          label: await letters.label(kind),
          recipient,
          at,
          state: states[state],
          refused: state === 'refused',
          refusal,
        })),
      );
      const newest = new Map(all.filter(({ kind }) => isCustomerLetter(kind)).map((letter) => [letter.kind, letter]));
      return { letters: all, resendable: [...newest.values()].filter(({ refused }) => !refused) };
    },

    async again(request, order) {
      const email = request.field('email').trim();
      if (scope.isEmail(email) === false)
        return scope.addNotice(
          request,
          'error',
          __('Please write the e-mail address in full, as in name@example.com.'),
        );
      const id = Number(request.field('letter')) || 0;
      const found = await scope.db.transaction(async () => {
        const letter = (await box.ofOrder(order.id)).find((one) => one.id === id);
        if (!letter || !(await letters.again(letter, email))) return false;
        if (!isCustomerLetter(letter.kind) || email === order.billing.email) return true;
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
      if (found) scope.addNotice(request, 'success', __('The letter was sent again; what became of it stands below.'));
      else scope.addNotice(request, 'error', __('This letter is not refused any more.'));
    },
  };
}
