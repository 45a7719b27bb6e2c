import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, link, type TemplateData } from '../template-data.js';

/**
 * Returns and refunds: Consumer Rights Act art. 32–34. Grants nothing beyond the law; the shop owner adds any voluntary
 * terms.
 */
export function returns(data: TemplateData): readonly Part[] {
  return [
    heading('When goods can be returned'),
    text(
      `A consumer can withdraw from the contract within ${data.withdrawalDays} days without giving a reason. The rules and the model withdrawal form are on the page “${data.titles.withdrawal}”${data.withdrawalUrl === '' ? '' : `, and you can submit it online here: ${link(data.withdrawalUrl)}`}. For defective goods, see the page “${data.titles.complaints}”.`,
    ),
    heading('How to send goods back'),
    list(
      'State that you withdraw from the contract.',
      `Send the goods within 14 days of that statement to: ${data.returnAddress}.`,
      'Pack them well, and keep the proof of shipment.',
    ),
    text(
      `${data.isReturnPaidByShop ? 'The shop bears the cost of returning the goods.' : `The consumer bears the direct cost of returning the goods.${data.bulkyReturnCost === '' ? '' : ` For goods that cannot be sent by post, it is at most ${data.bulkyReturnCost}.`}`} The original packaging and the receipt are not required.`,
    ),
    heading('Refunds'),
    text(
      'We refund the price and the cost of the least expensive standard delivery within 14 days of receiving the statement, by the same means of payment, unless the consumer agrees to a different one at no cost. We may wait until we have received the goods or proof that they were sent.',
    ),
    text(
      'The consumer is liable for a diminished value of the goods resulting from handling beyond what is necessary to establish their nature, characteristics and functioning.',
    ),
    heading('Contact'),
    text(`${contact(data, ENGLISH)}.`),
  ];
}
