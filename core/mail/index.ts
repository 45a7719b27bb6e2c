export { createMailer, type Letter, type Mailer, type MailRecord } from './mail.js';
export { isFinalRefusal } from './refusal.js';
