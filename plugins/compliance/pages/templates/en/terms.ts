import type { LegalPageType } from '../../page-type.js';
import { heading, list, type Part, steps, text } from '../blocks.js';
import { contact, ENGLISH, identity, link, listMethods, type ShopFacts, type TemplateData } from '../template-data.js';

const PRICES: Readonly<Record<ShopFacts['prices'], string>> = {
  gross: 'They include taxes.',
  net: 'Products are shown with prices excluding tax; the summary shows the total to pay including tax before you order.',
  both: 'They are shown including and excluding tax; you pay the amount including tax.',
  exempt: 'The Seller is exempt from VAT, so prices include no VAT.',
};
const ATTACHED: Readonly<Partial<Record<LegalPageType, string>>> = {
  terms: 'these terms',
  withdrawal: 'withdrawal instructions',
  privacy: 'the privacy policy',
};

/** Participation in out-of-court dispute resolution: Act of 23 September 2016, art. 31 and 32. */
const PARTICIPATION: Readonly<Record<string, string | undefined>> = {
  case: 'If a dispute was not resolved after a complaint, the Seller informs the consumer on paper or another durable medium whether the Seller agrees to take part in out-of-court proceedings about it.',
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
    text(`The online shop is run by ${identity(data, ENGLISH)} (hereinafter: the Seller).`),
    text(
      `The Seller can be reached at the postal address above and by ${contact(data, ENGLISH)}. Calls are charged at your operator’s rates.`,
    ),
    heading('2. Scope of these terms'),
    text(
      'They describe how contracts of sale and contracts for digital content are concluded through the shop, which services are provided electronically, how to complain, and which rights consumers have. They can be downloaded, saved and printed at any time.',
    ),
    text(
      'A consumer is a natural person who buys for purposes not directly connected with their trade or profession. The provisions on consumers also apply to a natural person who buys in connection with their business, where the contract shows that it is not of a professional nature for them.',
    ),
    heading('3. Services provided electronically'),
    text('The Seller provides these services free of charge:'),
    list(
      'browsing and searching the offer,',
      'the cart and the order form,',
      'the customer account,',
      'the wishlist, product reviews and back-in-stock notifications, where the shop offers them,',
      'commercial information and reminders to write a review, sent by email to those who have agreed to receive them,',
      `forms: ${['contact', data.withdrawalUrl && 'withdrawal from the contract', data.reportUrl && 'report of illegal content'].filter((form) => form !== '').join(', ')}.`,
    ),
    text(
      'Technical requirements: a device with access to the internet, an up-to-date browser that accepts cookies and, to order, an email address. JavaScript is not required.',
    ),
    text(
      'Customers must not supply unlawful content, in particular content that infringes the rights of others, or disrupt the operation of the shop.',
    ),
    text(
      'The account agreement is concluded when the account is created, for an indefinite period. The customer can end it at any time, without giving a reason and free of charge, by a message to the Seller. The Seller can end it for an important reason (breach of law or terms, closing of the shop) with 14 days’ notice. The agreement on a back-in-stock notification is concluded when the email address is confirmed, and ends when the notification is sent, when it is canceled, or after a year. The agreement on commercial information is concluded when the consent is given, and ends when it is withdrawn. Authors can have their reviews deleted at any time. The other services end when the page is left or the action is done.',
    ),
    text(
      'Complaints about electronic services can be sent to the Seller’s email address; the Seller replies within 14 days.',
    ),
    heading('4. How to order'),
    steps(
      'Add products to the cart and go to the checkout.',
      'Enter your details and choose delivery and payment.',
      'Check the summary: products, prices, cost of delivery and the total. Until then you can correct any mistake by going back a step.',
      `Press the button “${data.orderButton}”. By doing so, you place an order with an obligation to pay.`,
    ),
    text(
      `Right after the order we send an email that confirms it, regardless of the payment method${shop.payments.some(({ id }) => id === 'cod') ? ' (including cash on delivery)' : ''}. The contract is concluded when you receive it. The confirmation contains the order number, the products, the prices and the delivery${attached === '' ? '' : ` and, attached on a durable medium: ${attached}`}. The contract can be concluded in Polish and in English.`,
    ),
    heading('5. Prices and payment'),
    text(
      `Prices are given in the currency shown next to the product. ${PRICES[shop.prices]} The cost of delivery is given separately before you order.${shop.lowestPriceDays > 0 ? ` Next to a reduced price, we show the lowest price of the ${shop.lowestPriceDays} days before the reduction.` : ''}`,
    ),
    text('Prices are not personalized on the basis of automated decision-making.'),
    text(
      `The payment methods are shown no later than at the start of the checkout${shop.payments.length > 0 ? `: ${listMethods(shop.payments)}` : ''}.${shop.transferDays > 0 && shop.payments.some(({ id }) => id === 'transfer') ? ` We wait ${shop.transferDays} days for a transfer; after that the order is canceled.` : ''}`,
    ),
    heading('6. Delivery'),
    text(
      `The delivery methods, costs and restrictions, with the countries we ship to, are shown at the checkout and on the page “${data.titles.delivery}”${shop.deliveries.length > 0 ? `: ${listMethods(shop.deliveries)}` : ''}. ${shop.freeDeliveryFrom === '' ? '' : `Delivery by courier is free for orders of products worth at least ${shop.freeDeliveryFrom}. `}${shop.deliveryTime === '' ? '' : `Usual delivery time: ${shop.deliveryTime}. `}The delivery time is stated next to the product; if none is stated, we deliver within 30 days of the conclusion of the contract.`,
    ),
    text(
      'If the Seller cannot deliver because the goods are not available, the customer is notified without delay, within 30 days of the conclusion of the contract at the latest, and receives a full refund.',
    ),
    heading('7. Withdrawal from the contract'),
    text(
      `A consumer can withdraw from the contract without giving a reason within ${data.withdrawalDays} days. The period begins when the goods are received or, for services and digital content, when the contract is concluded. It is enough to send the statement before it ends.`,
    ),
    text(
      data.withdrawalUrl === ''
        ? 'The statement can be made in any way.'
        : `The statement can be made in any way, including with the function “${data.withdrawalTexts}”, which is available on every page of the shop during the whole period, and at ${link(data.withdrawalUrl)}. We confirm a statement made there without delay by email, with its content, date and time.`,
    ),
    text(
      `The full instruction, the effects, the exceptions and the model form are on the page “${data.titles.withdrawal}”.`,
    ),
    text(
      'Where there is no right of withdrawal from the contract for a product, or it ends early (art. 38 of the Polish Consumer Rights Act), this is stated on the page of the product, in the cart and at the checkout.',
    ),
    heading('8. Conformity of goods and complaints'),
    text(
      'The Seller must deliver goods that conform to the contract, and is liable to consumers for a lack of conformity that existed at delivery and becomes apparent within two years of it (chapter 5a of the Polish Consumer Rights Act).',
    ),
    text(
      'If goods do not conform, the consumer can ask for repair or replacement, at the Seller’s cost and within a reasonable time. In the cases specified in the act, in particular where the Seller refused, did not bring the goods into conformity, or the lack is significant, the consumer can reduce the price or withdraw from the contract.',
    ),
    text(
      'A complaint can be sent to the Seller’s email or postal address, preferably with the order number, a description of the defect and the requested remedy. The Seller replies within 14 days of receiving it; no reply within that time means that the complaint is accepted. A manufacturer’s guarantee, if there is one, does not exclude these rights.',
    ),
    heading('9. Digital content and services'),
    text(
      'Chapter 5b of the Polish Consumer Rights Act applies to contracts for digital content or services. The Seller supplies digital content without delay after payment, and where the consumer did not agree to supply before the end of the withdrawal period, after its end. The Seller provides the updates that are necessary to keep it in conformity. Technical requirements and interoperability are described on the product page.',
    ),
    heading('10. Reviews and the order of results'),
    text(
      'Where products have reviews, we state next to them whether and how we verify that they come from people who have bought or used the product. We neither publish nor commission false reviews.',
    ),
    text(
      'Search results are ordered by how well they match the search terms, by availability and by rating. Positions cannot be bought.',
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
      `Illegal content can be reported ${data.reportUrl === '' ? 'to the Seller’s email address' : `at ${link(data.reportUrl)}`}. How reports are handled is on the page “${data.titles.dsa_report}”. A decision can be appealed free of charge within 6 months on the page of the case, whose URL is in the message about the decision, or by replying to that message.`,
    ),
    heading('12. Out-of-court disputes'),
    ...(data.disputes === '' ? [] : [text(data.disputes)]),
    text(PARTICIPATION[data.disputeParticipation] ?? ''),
    heading('13. Personal data'),
    text(`The processing of personal data is described on the page “${data.titles.privacy}”.`),
    heading('14. Changes and final provisions'),
    text(
      'The terms may be changed for important reasons: a change of law, of payment or delivery methods, or of the services. Account holders are notified at least 14 days in advance and can then terminate the account agreement. A change of the methods or costs of delivery and payment applies only to orders placed after it, does not affect the account agreement, and requires no advance notice. Orders placed before the change are governed by the previous terms.',
    ),
    text(
      'Polish law applies. This choice does not deprive consumers of the protection of mandatory provisions of the country of their habitual residence. Disputes are settled by the court with jurisdiction under general provisions.',
    ),
    text(`Effective from ${data.date}`),
  ];
}
