import { heading, list, type Part, text } from '../blocks.js';
import { listMethods, type TemplateData } from '../template-data.js';

/** Delivery and payment methods of the shop: Consumer Rights Act art. 12(1)(5)–(8). */
export function delivery({ shop }: TemplateData): readonly Part[] {
  const waitsForTransfer = shop.transferDays > 0 && shop.payments.some(({ id }) => id === 'transfer');
  return [
    heading('Delivery methods'),
    ...(shop.deliveries.length === 0
      ? [text('The delivery methods and their costs are shown at the checkout.')]
      : [list(...shop.deliveries.map((method) => listMethods([method])))]),
    ...(shop.freeDeliveryFrom === ''
      ? []
      : [text(`Delivery by courier is free for orders of products worth at least ${shop.freeDeliveryFrom}.`)]),
    text(
      'The delivery cost of your order, the countries we ship to and other restrictions are shown before you place the order.',
    ),
    heading('Delivery time'),
    text(
      `${shop.deliveryTime === '' ? '' : `Usual delivery time: ${shop.deliveryTime}. `}The delivery time is stated on the product page; if none is stated, we deliver within 30 days of the conclusion of the contract.`,
    ),
    heading('Payment methods'),
    ...(shop.payments.length === 0
      ? [text('The payment methods are shown no later than at the start of the checkout.')]
      : [list(...shop.payments.map((method) => listMethods([method])))]),
    ...(waitsForTransfer
      ? [text(`We wait ${shop.transferDays} days for a transfer; after that the order is canceled.`)]
      : []),
  ];
}
