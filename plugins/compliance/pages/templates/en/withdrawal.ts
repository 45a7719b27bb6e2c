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
      'where an order has several goods delivered separately, in lots or in pieces: from receiving the last of them,',
      'for services, or digital content not supplied on a tangible medium: from the day on which the contract was made.',
    ),
    text(
      `To use the right, tell us (${recipient}) of your decision by an unequivocal statement, for example a letter or an e-mail. You may use the model form below, but need not.`,
    ),
    ...(data.withdrawalUrl === ''
      ? []
      : [
          heading('Online withdrawal'),
          text(
            `The statement can also be made on a page of the shop, by the function “${data.withdrawalTexts}”: ${link(data.withdrawalUrl)}. It can be used during the whole period and without logging in. We confirm it without delay on a durable medium (e-mail) with its content, date and hour.`,
          ),
        ]),
    text('The period is met if you send the statement before it ends.'),
    heading('Effects of withdrawal'),
    text(
      'If you withdraw, we pay back all that we received from you, the cost of delivery included (except what it cost more because you chose another way than the cheapest usual one that we offer), without delay and within 14 days of hearing of the withdrawal at the latest.',
    ),
    text(
      'We pay back by the same means that you paid with, unless you expressly agree to another; it costs you nothing in any case. We may hold the money back until we have the goods or proof that you sent them, whichever comes first.',
    ),
    text(
      `Please send the goods back, or hand them over, to: ${data.name}, ${data.address}, without delay and within 14 days of telling us of the withdrawal at the latest. The period is met if you send them before it ends.`,
    ),
    text(
      'You bear the direct cost of sending goods back. You are liable only for a loss of value that comes from handling them beyond what is needed to see their nature, characteristics and functioning.',
    ),
    text(
      'If you asked that services begin before the period ended, you pay for what was provided until the withdrawal, in proportion.',
    ),
    heading('Where there is no right of withdrawal'),
    text('Under art. 38 of the Polish Consumer Rights Act there is none, among others, for contracts:'),
    list(
      'for services fully performed with the consumer’s express prior consent, after being told that the right would be lost,',
      'for goods not prefabricated, made to the consumer’s specification or clearly personalised,',
      'for goods that spoil quickly or have a short use-by date,',
      'for sealed goods that cannot be returned for health or hygiene reasons once opened, if the packaging was opened,',
      'for goods that by their nature are inseparably mixed with others,',
      'for sealed audio or video recordings or software, if opened,',
      'for newspapers, periodicals or magazines, subscriptions excepted,',
      'for digital content not supplied on a tangible medium, if the supply began with the consumer’s express prior consent and acknowledgement that the right would be lost, and the seller has confirmed it.',
    ),
    text(
      'Where there is no right of withdrawal from the contract for a product, or when it ends, is said on the page of the product, in the cart and at the order. A statement can be made all the same; we answer each.',
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
