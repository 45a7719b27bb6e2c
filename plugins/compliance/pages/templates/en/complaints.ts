import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, type TemplateData } from '../template-data.js';

/** Complaints: Consumer Rights Act art. 7a, 43a–43g and chapter 5b. */
export function complaints(data: TemplateData): readonly Part[] {
  return [
    heading('Our liability'),
    text(
      'We are liable to consumers for a lack of conformity of the goods with the contract that existed at delivery and becomes apparent within two years of it. A lack of conformity that becomes apparent within that time is presumed to have existed at delivery. The same applies to natural persons for whom the contract is not of a professional nature.',
    ),
    heading('What you can request'),
    list(
      'First: repair or replacement, at our cost, within a reasonable time and without significant inconvenience.',
      'In the cases specified in the act, in particular where we refused, did not bring the goods into conformity, or the lack of conformity persists or is significant: a price reduction or withdrawal from the contract.',
    ),
    text('For digital content and services, your rights are set out in chapter 5b of the Polish Consumer Rights Act.'),
    heading('How to make a complaint'),
    text(`Write to: ${data.name}, ${data.address}; ${contact(data, ENGLISH)}. Please include, if possible:`),
    list(
      'the order number or another proof of purchase,',
      'a description of the defect, and when you noticed it,',
      'what you request,',
      'where we should send our reply.',
    ),
    text(
      'Please make the goods available to us; we collect them at our cost. None of this is a condition of the complaint.',
    ),
    heading('Our reply'),
    text(
      'We reply within 14 days of receiving the complaint, on paper or another durable medium. No reply within that time means that the complaint is accepted.',
    ),
    ...(data.disputes === '' ? [] : [heading('If we do not reach an agreement'), text(data.disputes)]),
  ];
}
