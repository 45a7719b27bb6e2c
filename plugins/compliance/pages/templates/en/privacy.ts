import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, identity, type TemplateData } from '../template-data.js';

/** Privacy policy: GDPR art. 13. */
export function privacy(data: TemplateData): readonly Part[] {
  return [
    heading('1. Controller'),
    text(
      `The controller of personal data is ${identity(data, ENGLISH)}. Contact about personal data: ${contact(data, ENGLISH)}. The controller has not designated a data protection officer.`,
    ),
    heading('2. Purposes and legal bases'),
    list(
      'making and performing a contract, handling orders and accounts: art. 6(1)(b) GDPR,',
      'invoices, accounts, complaints and withdrawals: a legal obligation, art. 6(1)(c) GDPR,',
      'answering questions, security of the shop, establishing, pursuing and defending claims: the legitimate interest of the controller, art. 6(1)(f) GDPR,',
      'proving consents (words, date, shortened IP address): accountability, art. 6(1)(c) with art. 7(1) GDPR,',
      'commercial information and reminders to write a review: consent, art. 6(1)(a) GDPR.',
    ),
    heading('3. Recipients'),
    text(
      'As far as necessary, data are received by: carriers and postal operators, payment providers, providers of hosting and e-mail, the accountant, legal advisers, and authorities entitled by law.',
    ),
    heading('4. Transfers outside the European Economic Area'),
    text(
      'As a rule data do not leave the European Economic Area. If a provider processes them elsewhere, this is based on an adequacy decision of the European Commission or on standard contractual clauses, of which the controller gives a copy.',
    ),
    heading('5. How long data are kept'),
    list(
      'data of orders: until claims lapse, and accounting documents for 5 years from the end of the year in which the tax was due,',
      'data of an account, its wishlist among them: until it is deleted,',
      'correspondence: until the matter is closed and claims connected with it lapse,',
      'data processed by consent: until it is withdrawn, and the proof of it until claims lapse.',
    ),
    heading('6. Your rights'),
    text(
      'You have the right to access your data and get a copy, to rectification, erasure, restriction of processing and portability. You have the right to object to processing based on a legitimate interest, and to direct marketing at any time and without giving a reason.',
    ),
    text(
      'You can withdraw a consent at any time, as easily as you gave it, also by writing to the address in point 1; this does not affect processing before it was withdrawn.',
    ),
    text(
      'You have the right to complain to the President of the Personal Data Protection Office (Prezes Urzędu Ochrony Danych Osobowych), ul. Stefana Moniuszki 1A, 00-014 Warszawa, Poland, or to the authority of the state where you live.',
    ),
    heading('7. Whether you must give data'),
    text(
      'Giving data is voluntary, but without those marked as required no contract can be made and performed, nor a message answered. Data for an invoice are required by law.',
    ),
    heading('8. Profiling'),
    text(
      'The controller makes no decisions based solely on automated processing, profiling included, that have legal or similarly significant effects on customers.',
    ),
    heading('9. Cookies'),
    text(
      'The shop stores cookies on the device that it needs to work: for the session, the cart, the wishlist, logging in, the language and the protection of forms. They need no consent (art. 399 of the Polish Electronic Communications Law). Other cookies, for statistics or advertising included, are used only after consent. Cookies can be deleted or blocked in the browser; without the necessary ones the cart and logging in do not work.',
    ),
    text(`In force since ${data.date}`),
  ];
}
