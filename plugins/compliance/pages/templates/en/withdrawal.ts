import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, link, type TemplateData } from '../template-data.js';

/** Instruction and model form: Consumer Rights Act art. 12(1)(9)–(12), 27–38, annexes 1 and 2; Directive 2011/83/EU art. 11a and annex I. */
export function withdrawal(data: TemplateData): readonly Part[] {
  const recipient = `${data.name}, ${data.address}, ${contact(data, ENGLISH)}`;
  return [
    heading('Right of withdrawal'),
    text(
      `You have the right to withdraw from the contract within ${data.withdrawalDays} days without giving any reason.`,
    ),
    text(`The period ends after ${data.withdrawalDays} days:`),
    list(
      'from the day on which you, or a third party named by you other than the carrier, received the goods,',
      'for an order of several goods delivered separately, in lots or in pieces: from the day on which the last of them was received,',
      'for services, or digital content not supplied on a tangible medium: from the day on which the contract was concluded.',
    ),
    text(
      `To exercise this right, inform us (${recipient}) of your decision by an unequivocal statement, for example a letter or an email. You may use the model form below, but it is not obligatory.`,
    ),
    ...(data.withdrawalUrl === ''
      ? []
      : [
          heading('Online withdrawal'),
          text(
            `You can also submit the statement on a page of the shop, with the function “${data.withdrawalTexts}”: ${link(data.withdrawalUrl)}. It can be used during the whole period and without logging in. We confirm it without delay on a durable medium (email) with its content, date and time.`,
          ),
        ]),
    text('The deadline is met if you send the statement before the period ends.'),
    heading('Effects of withdrawal'),
    text(
      'If you withdraw, we reimburse all payments received from you, including the costs of delivery (except for the additional costs resulting from your choice of a delivery method other than the least expensive standard delivery that we offer), without delay and no later than 14 days from the day on which we are informed of the withdrawal.',
    ),
    text(
      'We use the same means of payment that you used, unless you have expressly agreed otherwise; the reimbursement is free of charge for you in any case. We may withhold the reimbursement until we have received the goods or proof that you sent them, whichever comes first.',
    ),
    text(
      `Please send the goods back, or hand them over, to: ${data.returnAddress}, without delay and no later than 14 days from the day on which you informed us of the withdrawal. The deadline is met if you send them before the period ends.`,
    ),
    text(
      `${data.isReturnPaidByShop ? 'We bear the cost of returning the goods.' : `You bear the direct cost of returning the goods.${data.bulkyReturnCost === '' ? '' : ` We estimate the cost of returning goods that by their nature cannot be sent by post at no more than ${data.bulkyReturnCost}.`}`} You are liable only for a diminished value of the goods resulting from handling beyond what is necessary to establish their nature, characteristics and functioning.`,
    ),
    text(
      'If you requested that services begin before the end of the period, you pay a proportionate amount for what was provided until the withdrawal.',
    ),
    heading('Where there is no right of withdrawal'),
    text('Under art. 38 of the Polish Consumer Rights Act there is no right of withdrawal from contracts:'),
    list(
      'for services for which the consumer must pay, fully performed with the consumer’s express prior consent, if the consumer was informed before performance began that the right would be lost, and acknowledged it,',
      'in which the price or fee depends on fluctuations in the financial market that we do not control and that may occur before the withdrawal period ends,',
      'for goods that are not prefabricated, made to the consumer’s specification or serving individual needs,',
      'for goods that spoil quickly or have a short use-by date,',
      'for goods in sealed packaging that cannot be returned for health or hygiene reasons once opened, if the packaging was opened,',
      'for goods that by their nature are inseparably mixed with other goods,',
      'for alcoholic beverages whose price was agreed when the contract was made, which can be delivered only after 30 days and whose value depends on fluctuations in the market that we do not control,',
      'in which the consumer expressly asked us to visit for urgent repair or maintenance; the right applies, however, to additional services, and to goods other than the parts needed for the repair or maintenance,',
      'for audio or video recordings or computer programs in sealed packaging, if it was opened,',
      'for newspapers, periodicals or magazines, except for subscriptions,',
      'made at a public auction,',
      'for accommodation other than for residential purposes, transport of goods, car rental, catering, leisure, entertainment, sports or cultural events, if the contract sets the day or period of the service,',
      'for digital content not supplied on a tangible medium, if the supply began with the consumer’s express prior consent, the consumer was informed that the right would be lost and acknowledged it, and the seller provided a confirmation.',
    ),
    text(
      'Where there is no right of withdrawal from the contract for a product, or when it ends, is stated on the product page, in the cart and at the checkout. You can still submit a statement; we reply to each one.',
    ),
    heading('Model withdrawal form'),
    text('(fill in and send back this form only if you wish to withdraw from the contract)'),
    list(
      `To: ${recipient}`,
      'I/We (*) hereby give notice that I/we (*) withdraw from my/our (*) contract of sale of the following goods (*) / for the following service (*)',
      'Ordered on (*) / received on (*)',
      'Name of consumer(s)',
      'Address of consumer(s)',
      'Signature of consumer(s), only if this form is sent on paper',
      'Date',
    ),
    text('(*) Delete as appropriate.'),
  ];
}
