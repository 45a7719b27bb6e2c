import { heading, list, type Part, text } from '../blocks.js';
import { named, type TemplateData } from '../template-data.js';

/** Delivery and payment methods of the shop: Consumer Rights Act art. 12(1)(5)–(8). */
export function delivery({ shop }: TemplateData): readonly Part[] {
  const waitsForTransfer = shop.transferDays > 0 && shop.payments.some(({ id }) => id === 'transfer');
  return [
    heading('Delivery methods'),
    ...(shop.deliveries.length === 0
      ? [text('The delivery methods and their costs are shown at the checkout.')]
      : [list(...shop.deliveries.map((method) => named([method])))]),
    ...(shop.freeDeliveryFrom === ''
      ? []
      : [text(`Delivery by courier is free for orders of products worth at least ${shop.freeDeliveryFrom}.`)]),
    text(
      'The delivery cost of an order, the countries we ship to and other restrictions are shown before you place it.',
    ),
    heading('Delivery time'),
    text(
      `${shop.deliveryTime === '' ? '' : `Usually: ${shop.deliveryTime}. `}The delivery time of a product is stated on its page. If none is stated, we deliver within 30 days of the conclusion of the contract.`,
    ),
    heading('Payment methods'),
    ...(shop.payments.length === 0
      ? [text('The payment methods are shown no later than at the start of the checkout.')]
      : [list(...shop.payments.map((method) => named([method])))]),
    ...(waitsForTransfer
      ? [text(`We wait ${shop.transferDays} days for a bank transfer; after that, the order is canceled.`)]
      : []),
  ];
}
