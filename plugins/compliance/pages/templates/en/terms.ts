import type { LegalPageType } from '../../page-type.js';
import { heading, list, type Part, steps, text } from '../blocks.js';
import { contact, ENGLISH, identity, link, named, type ShopFacts, type TemplateData } from '../template-data.js';

const PRICES: Readonly<Record<ShopFacts['prices'], string>> = {
  gross: 'They include taxes.',
  net: 'Beside products they are shown without tax; the summary shows the sum to pay with tax before you order.',
  both: 'They are shown with and without tax; the sum with tax is to be paid.',
  exempt: 'The Seller is exempt from VAT, so prices contain none.',
};
const ATTACHED: Readonly<Partial<Record<LegalPageType, string>>> = {
  terms: 'these terms',
  withdrawal: 'withdrawal instructions',
  privacy: 'the privacy policy',
};

/** Participation in out-of-court dispute resolution: Act of 23 September 2016, art. 31 and 32. */
const PARTICIPATION: Readonly<Record<string, string | undefined>> = {
  case: 'If a dispute was not resolved after a complaint, the Seller tells the consumer on paper or another durable medium whether the Seller agrees to take part in out-of-court proceedings about it.',
  yes: 'The Seller agrees to take part in out-of-court proceedings about consumer disputes before the Polish Trade Inspection of the voivodship.',
  no: 'The Seller does not take part in out-of-court proceedings about consumer disputes, and is not obliged to.',
};

/** Terms: UŚUDE art. 5 and 8; Consumer Rights Act art. 8, 12, 13, 20–21, chapters 4, 5a and 5b. */
export function terms(data: TemplateData): readonly Part[] {
  const { shop } = data;
  const attached = shop.attachedPages
    .map((type) => ATTACHED[type] ?? '')
    .filter((phrase) => phrase !== '')
    .join(', ');
  return [
    heading('1. Seller and contact'),
    text(`The online shop is run by ${identity(data, ENGLISH)} (below: the Seller).`),
    text(
      `The Seller can be reached at the postal address above and by ${contact(data, ENGLISH)}. A call costs what your operator charges for it.`,
    ),
    heading('2. What these terms are about'),
    text(
      'They say how contracts of sale and contracts for digital content are made through the shop, which services are provided electronically, how to complain, and which rights consumers have. They can be downloaded, saved and printed at any time.',
    ),
    text(
      'A consumer is a natural person who buys for purposes not directly connected with their trade or profession. What is said of consumers also holds for a natural person who buys in connection with their business, where the contract shows that it is not of a professional nature for them.',
    ),
    heading('3. Services provided electronically'),
    text('The Seller provides these services free of charge:'),
    list(
      'browsing and searching the offer,',
      'the cart and the order form,',
      'the customer account,',
      'the wishlist, product reviews and back-in-stock notifications, where the shop offers them,',
      'commercial information and reminders to write a review, sent by e-mail to those who agreed to them,',
      `forms: ${['contact', data.withdrawalUrl && 'withdrawal from the contract', data.reportUrl && 'report of illegal content'].filter((one) => one !== '').join(', ')}.`,
    ),
    text(
      'Technical requirements: a device with access to the internet, an up-to-date browser that takes cookies and, to order, an e-mail address. JavaScript is not needed.',
    ),
    text(
      'Customers must not supply unlawful content, in particular content that infringes the rights of others, nor disturb the working of the shop.',
    ),
    text(
      'The contract about an account is made when the account is opened, for an indefinite time. The customer can end it at any time, without giving a reason and without cost, by a message to the Seller. The Seller can end it for an important reason (breach of law or terms, closing of the shop) with 14 days’ notice. The contract about a back-in-stock notification is made when the e-mail address is confirmed, and ends when the notification is sent, when it is cancelled, or after a year. The contract about commercial information is made when the consent is given, and ends when it is withdrawn. Authors can have their reviews deleted at any time. The other services end when the page is left or the action is done.',
    ),
    text(
      'Complaints about electronic services can be sent to the Seller’s e-mail address; they are answered within 14 days.',
    ),
    heading('4. How to order'),
    steps(
      'Put products into the cart and go to the checkout.',
      'Give your details and choose delivery and payment.',
      'Check the summary: products, prices, cost of delivery and the total. Until then you can correct any mistake by going back a step.',
      `Press the button “${data.orderButton}”. With that you place an order that obliges you to pay.`,
    ),
    text(
      `Right after the order we send an e-mail that confirms it, whichever way to pay was chosen${shop.payments.some(({ id }) => id === 'cod') ? ' (cash on delivery included)' : ''}. The contract is made when it is received. The confirmation has the number of the order, the products, the prices and the delivery${attached === '' ? '' : ` and, attached on a durable medium: ${attached}`}. The contract can be made in Polish and in English.`,
    ),
    heading('5. Prices and payment'),
    text(
      `Prices are given in the currency shown beside the product. ${PRICES[shop.prices]} The cost of delivery is given separately before you order.${shop.lowestPriceDays > 0 ? ` Beside a reduced price we show the lowest price of the ${shop.lowestPriceDays} days before the reduction.` : ''}`,
    ),
    text('Prices are not personalised on the basis of automated decision-making.'),
    text(
      `The ways to pay are shown at the latest when an order is begun${shop.payments.length > 0 ? `: ${named(shop.payments)}` : ''}.${shop.transferDays > 0 && shop.payments.some(({ id }) => id === 'transfer') ? ` We wait ${shop.transferDays} days for a transfer; after that the order is cancelled.` : ''}`,
    ),
    heading('6. Delivery'),
    text(
      `The ways, costs and limits of delivery, with the countries we send to, are shown at the checkout and on the page “${data.titles.delivery}”${shop.deliveries.length > 0 ? `: ${named(shop.deliveries)}` : ''}. ${shop.freeDeliveryFrom === '' ? '' : `Delivery by courier is free for products of at least ${shop.freeDeliveryFrom}. `}${shop.deliveryTime === '' ? '' : `Usual delivery time: ${shop.deliveryTime}. `}The delivery time is given beside the product; where none is given, we deliver within 30 days of the contract.`,
    ),
    text(
      'If the Seller cannot deliver because the goods are not available, the customer is told without delay, within 30 days of the contract at the latest, and gets all money back.',
    ),
    heading('7. Withdrawal from the contract'),
    text(
      `A consumer can withdraw from the contract without giving a reason within ${data.withdrawalDays} days. The period begins when the goods are received, and for services and digital content when the contract is made. It is enough to send the statement before it ends.`,
    ),
    text(
      data.withdrawalUrl === ''
        ? 'The statement can be made in any way.'
        : `The statement can be made in any way, also by the function “${data.withdrawalTexts}”, which is on every page of the shop during all that time, and at ${link(data.withdrawalUrl)}. We confirm a statement made there without delay by e-mail, with its content, date and hour.`,
    ),
    text(
      `The full instruction, the effects, the exceptions and the model form are on the page “${data.titles.withdrawal}”.`,
    ),
    text(
      'Where there is no right of withdrawal from the contract for a product, or it ends early (art. 38 of the Polish Consumer Rights Act), this is stated on the page of the product, in the cart and at the checkout.',
    ),
    heading('8. Conformity of goods and complaints'),
    text(
      'The Seller must deliver goods that conform to the contract, and is liable to consumers for a lack of conformity that existed at delivery and shows within two years of it (chapter 5a of the Polish Consumer Rights Act).',
    ),
    text(
      'If goods do not conform, the consumer can ask for repair or replacement, at the Seller’s cost and within a reasonable time. In the cases named in the act, in particular where the Seller refused, did not bring the goods into conformity, or the lack is significant, the consumer can reduce the price or withdraw from the contract.',
    ),
    text(
      'A complaint can be sent to the Seller’s e-mail or postal address, best with the number of the order, the defect and what is asked for. The Seller answers within 14 days of receiving it; no answer in that time means that it is accepted. A producer’s guarantee, where there is one, does not exclude these rights.',
    ),
    heading('9. Digital content and services'),
    text(
      'Chapter 5b of the Polish Consumer Rights Act applies to contracts for digital content or services. The Seller supplies digital content without delay after payment, and where the consumer did not agree to supply before the end of the withdrawal period, after its end. The Seller provides the updates it needs to stay in conformity. Technical requirements and interoperability are described beside the product.',
    ),
    heading('10. Reviews and the order of results'),
    text(
      'Where products have reviews, we say beside them whether and how we check that they come from people who bought or used the product. We neither publish nor commission false reviews.',
    ),
    text(
      'The order of search results is decided by how well they fit the words, by availability and by rating. A place in it cannot be bought.',
    ),
    ...(shop.rankingParameters.length === 0
      ? []
      : [
          text(
            `The shop also puts products first or last in lists and search results, by: ${shop.rankingParameters.join(', ')}.`,
          ),
        ]),
    heading('11. Illegal content'),
    text(
      `Illegal content can be reported ${data.reportUrl === '' ? 'to the Seller’s e-mail address' : `at ${link(data.reportUrl)}`}. How reports are handled is on the page “${data.titles.dsa_report}”. A decision can be appealed free of charge within 6 months on the page of the case, whose address is in the message about the decision, or by answering that message.`,
    ),
    heading('12. Out-of-court disputes'),
    ...(data.disputes === '' ? [] : [text(data.disputes)]),
    text(PARTICIPATION[data.disputeParticipation] ?? ''),
    heading('13. Personal data'),
    text(`How personal data are processed is on the page “${data.titles.privacy}”.`),
    heading('14. Changes and final provisions'),
    text(
      'The terms may be changed for important reasons: a change of law, of ways to pay or deliver, or of the services. Holders of accounts are told at least 14 days before; they can then end the contract about the account. A change of the methods or costs of delivery and payment applies only to orders placed after it, does not affect the contract about the account, and needs no earlier notice. Orders placed before the change follow the former terms.',
    ),
    text(
      'Polish law applies. This choice does not deprive consumers of the protection of mandatory provisions of the state where they habitually live. Disputes are settled by the court that is competent under general provisions.',
    ),
    text(`In force since ${data.date}`),
  ];
}
