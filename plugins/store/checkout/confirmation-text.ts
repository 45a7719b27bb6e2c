import type { PluginScope } from 'plinth';
import type { Outbox } from '../emails/outbox.js';
import type { OrderRecord } from '../orders/order-record.js';

/** Returns the order number, and whether the confirmation email was sent, in the language of the request. */
export type ConfirmationText = (order: OrderRecord) => Promise<string>;

/** Creates the sentence at the top of the order page, which says that an email was sent only once it was. */
export function createConfirmationText(
  { __ }: Pick<PluginScope, '__'>,
  box: Pick<Outbox, 'listByOrder'>,
): ConfirmationText {
  return async ({ id, number, billing: { email } }) => {
    const confirmation = (await box.listByOrder(id)).filter(({ kind }) => kind === 'received').at(-1);
    switch (confirmation?.state) {
      case undefined:
        return __('Your order number is %s.', number);
      case 'waiting':
      case 'sending':
        return __('Your order number is %s. We will send a confirmation to %s.', number, email);
      case 'sent':
        return __('Your order number is %s. We have sent a confirmation to %s.', number, email);
      case 'failed':
        return __(
          'Your order number is %s. We could not send the confirmation to %s yet. We keep trying; please print or save this page.',
          number,
          email,
        );
      case 'filed':
      case 'refused':
      case 'dropped':
        return __(
          'Your order number is %s. We could not send the confirmation to %s. Please print or save this page.',
          number,
          email,
        );
    }
  };
}
