import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, identity, type TemplateData } from '../template-data.js';

/** Days for which a visitor's session, and a login that is remembered, last. */
const VISITOR_DAYS = 14;
const LOGIN_DAYS = 14;

/** Privacy policy: GDPR art. 13. */
export function privacy(data: TemplateData): readonly Part[] {
  return [
    heading('1. Controller'),
    text(
      `The controller of personal data is ${identity(data, ENGLISH)}. For questions about personal data: ${contact(data, ENGLISH)}. The controller has not appointed a data protection officer.`,
    ),
    heading('2. Purposes and legal bases'),
    list(
      'concluding and performing a contract, processing orders and managing accounts: art. 6(1)(b) GDPR,',
      'keeping the cart, the wishlist and the data entered at the checkout, even if the order was not placed: steps before a contract at the request of the person, art. 6(1)(b) GDPR,',
      'back-in-stock notifications to the email address given: art. 6(1)(b) GDPR,',
      'publishing product reviews with the name that the author gave, and checking whether the author bought the product: the legitimate interest in informing customers, art. 6(1)(f), and a legal obligation, art. 6(1)(c) GDPR,',
      'receiving, confirming and proving withdrawals from contracts: a legal obligation, art. 6(1)(c) GDPR,',
      'handling reports of illegal content and appeals: a legal obligation, art. 6(1)(c) GDPR with art. 16, 17 and 20 of Regulation (EU) 2022/2065,',
      'server and event logs with IP addresses, protection against abuse: the legitimate interest in the security of the shop, art. 6(1)(f) GDPR,',
      'issuing invoices, bookkeeping, handling complaints and withdrawals: a legal obligation, art. 6(1)(c) GDPR,',
      'replying to questions, security of the shop, establishing, pursuing and defending claims: the legitimate interest of the controller, art. 6(1)(f) GDPR,',
      'proving consents (wording, date, truncated IP address): accountability, art. 6(1)(c) with art. 7(1) GDPR,',
      'commercial information and reminders to write a review: consent, art. 6(1)(a) GDPR.',
    ),
    heading('3. Recipients'),
    text(
      'Where necessary, personal data is shared with: carriers and postal operators, payment providers, providers of hosting and email, the accountant, legal advisers, and authorities entitled to it by law.',
    ),
    heading('4. Transfers outside the European Economic Area'),
    text(
      'Personal data is generally not transferred outside the European Economic Area. If a provider processes it elsewhere, the transfer is based on an adequacy decision of the European Commission or on standard contractual clauses, a copy of which is available from the controller.',
    ),
    heading('5. How long data is stored'),
    list(
      'order data: until the limitation period for claims expires; accounting documents for 5 years from the end of the year in which the tax was due,',
      'account data, including the wishlist: until the account is deleted,',
      `the cart, the wishlist without an account and the data of an order that was not placed: ${VISITOR_DAYS} days from the last change,`,
      'the address for a back-in-stock notification: until the notification is sent or canceled, but no longer than a year; 3 days if the address is not confirmed,',
      'reviews: until the author or the shop deletes them,',
      'withdrawals: until the limitation period for claims expires; reports of illegal content and appeals: up to 3 years after the decision,',
      'server and event logs: as long as the security of the shop requires,',
      'correspondence: until the matter is closed and the limitation period for related claims expires,',
      'data processed on the basis of consent: until the consent is withdrawn; proof of consent: until the limitation period for claims expires.',
    ),
    heading('6. Your rights'),
    text(
      'You have the right to access your data and get a copy, to rectification, erasure, restriction of processing and portability. You have the right to object to processing based on a legitimate interest, and to direct marketing at any time and without giving a reason.',
    ),
    text(
      'You can withdraw a consent at any time, as easily as you gave it, also by writing to the address in point 1; this does not affect the lawfulness of processing before it was withdrawn.',
    ),
    text(
      'You have the right to complain to the President of the Personal Data Protection Office (Prezes Urzędu Ochrony Danych Osobowych), ul. Stefana Moniuszki 1A, 00-014 Warszawa, Poland, or to the supervisory authority of the EU country where you live.',
    ),
    heading('7. Whether you must provide data'),
    text(
      'Providing data is voluntary, but without the data marked as required, we cannot conclude and perform the contract or reply to your message. The data for an invoice is required by law.',
    ),
    heading('8. Profiling'),
    text(
      'The controller makes no decisions based solely on automated processing, including profiling, that have legal or similarly significant effects on customers.',
    ),
    heading('9. Cookies'),
    text(
      'The shop stores only its own cookies on your device, which it needs to work, and only when they are needed. Third parties have no access to them. They are:',
    ),
    list(
      `plinth_visitor_…: the session, with the cart, the wishlist of visitors without an account and the protection of forms; ${VISITOR_DAYS} days from the last change,`,
      `wordpress_logged_in_…: login; until the browser is closed, or ${LOGIN_DAYS} days if “Remember me” was selected,`,
      'wordpress_test_cookie: checks at login whether the browser accepts cookies; until the browser is closed,',
      'wp_lang: the selected language; 365 days,',
      'comment_author_…: name and email address of the author of a comment, only with consent; 347 days.',
    ),
    text(
      'They do not require consent (art. 399 of the Polish Electronic Communications Law). Other cookies, such as those for statistics or advertising, are used only after consent. Cookies can be deleted or blocked in the browser; without the necessary ones, the cart and login do not work.',
    ),
    text(`Effective from ${data.date}`),
  ];
}
