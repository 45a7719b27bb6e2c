export { createKeptLetters, type KeptLetters, MAIL_DAYS } from './kept-letters.js';
export { createMailer, type Letter, type Mailer } from './mail.js';
export {
  createMailServer,
  type MailRoute,
  type MailSecurity,
  type MailServer,
  type MailServerSettings,
  SECURITIES,
} from './mail-server.js';
export { isFinalRefusal } from './refusal.js';
export type { MailRecord } from './tables.js';
export { letterSheet } from './letter-layout.js';
