export { createKeptLetters, type KeptLetters, MAIL_DAYS } from './kept-letters.js';
export { createMailer, type Letter, type Mailer, type MailRecord } from './mail.js';
export { isFinalRefusal } from './refusal.js';
