import { heading, list, type Part, text } from '../blocks.js';
import { listMethods, type TemplateData } from '../template-data.js';

/** Delivery and payment methods of the shop: Consumer Rights Act art. 12(1)(5)–(8). */
export function delivery({ shop }: TemplateData): readonly Part[] {
  const waitsForTransfer = shop.transferDays > 0 && shop.payments.some(({ id }) => id === 'transfer');
  return [
    heading('Sposoby dostawy'),
    ...(shop.deliveries.length === 0
      ? [text('Sposoby i koszty dostawy są pokazane przy składaniu zamówienia.')]
      : [list(...shop.deliveries.map((method) => listMethods([method])))]),
    ...(shop.freeDeliveryFrom === ''
      ? []
      : [text(`Dostawa kurierem jest bezpłatna przy produktach za co najmniej ${shop.freeDeliveryFrom}.`)]),
    text('Koszt dla danego zamówienia, obsługiwane kraje i inne ograniczenia są pokazane przed jego złożeniem.'),
    heading('Czas dostawy'),
    text(
      `${shop.deliveryTime === '' ? '' : `Zwykle: ${shop.deliveryTime}. `}Czas dla produktu jest podany na jego stronie. Jeżeli nie podano innego, dostarczamy nie później niż w 30 dni od zawarcia umowy.`,
    ),
    heading('Sposoby płatności'),
    ...(shop.payments.length === 0
      ? [text('Sposoby płatności są pokazane najpóźniej na początku składania zamówienia.')]
      : [list(...shop.payments.map((method) => listMethods([method])))]),
    ...(waitsForTransfer
      ? [
          text(
            `Na przelew czekamy ${shop.transferDays} dni od złożenia zamówienia; potem zamówienie zostaje anulowane.`,
          ),
        ]
      : []),
  ];
}
