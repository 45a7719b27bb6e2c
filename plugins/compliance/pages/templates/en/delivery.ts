import { heading, list, type Part, text } from '../blocks.js';
import { named, type TemplateData } from '../template-data.js';

/** Delivery and payment methods of the shop: Consumer Rights Act art. 12(1)(5)–(8). */
export function delivery({ shop }: TemplateData): readonly Part[] {
  const waitsForTransfer = shop.transferDays > 0 && shop.payments.some(({ id }) => id === 'transfer');
  return [
    heading('Ways of delivery'),
    ...(shop.deliveries.length === 0
      ? [text('The ways and costs of delivery are shown at the checkout.')]
      : [list(...shop.deliveries.map((method) => named([method])))]),
    ...(shop.freeDeliveryFrom === ''
      ? []
      : [text(`The courier costs nothing for products of at least ${shop.freeDeliveryFrom}.`)]),
    text('What delivery of an order costs, the countries we send to and other limits are shown before it is placed.'),
    heading('Delivery time'),
    text(
      `${shop.deliveryTime === '' ? '' : `Usually: ${shop.deliveryTime}. `}The time for a product is given on its page. Where none is given, we deliver within 30 days of the contract.`,
    ),
    heading('Payment methods'),
    ...(shop.payments.length === 0
      ? [text('The ways to pay are shown at the latest when an order is begun.')]
      : [list(...shop.payments.map((method) => named([method])))]),
    ...(waitsForTransfer
      ? [text(`We wait ${shop.transferDays} days for a transfer; after that the order is cancelled.`)]
      : []),
  ];
}
