export { createMailer, type Letter, type Mailer, type MailRecord } from './mail.js';
