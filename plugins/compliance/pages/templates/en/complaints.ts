import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, type TemplateData } from '../template-data.js';

/** Complaints: Consumer Rights Act art. 7a, 43a–43g and chapter 5b. */
export function complaints(data: TemplateData): readonly Part[] {
  return [
    heading('What we answer for'),
    text(
      'We are liable to consumers for a lack of conformity of goods with the contract that existed at delivery and shows within two years of it. One that shows in that time is presumed to have existed at delivery. The same holds for a natural person for whom the contract is not of a professional nature.',
    ),
    heading('What can be asked for'),
    list(
      'First: repair or replacement, at our cost, within a reasonable time and without significant inconvenience.',
      'In the cases named in the act, in particular where we refused, did not bring the goods into conformity, or the lack goes on or is significant: a lower price or withdrawal from the contract.',
    ),
    text('For digital content and services, chapter 5b of the Polish Consumer Rights Act says what can be asked for.'),
    heading('How to complain'),
    text(`Write to: ${data.name}, ${data.address}; ${contact(data, ENGLISH)}. It helps to give:`),
    list(
      'the number of the order or another proof of purchase,',
      'the defect and when it was found,',
      'what you ask for,',
      'where the answer goes to.',
    ),
    text('Please make the goods available; we collect them at our cost. None of this is a condition of the complaint.'),
    heading('When we answer'),
    text(
      'We answer within 14 days of receiving the complaint, on paper or another durable medium. No answer in that time means that the complaint is accepted.',
    ),
    ...(data.disputes === '' ? [] : [heading('If we do not agree'), text(data.disputes)]),
  ];
}
