export { createEmailLog, type EmailLog, EMAIL_DAYS } from './email-log.js';
export { createMailer, type Email, type Mailer } from './mail.js';
export {
  createMailServer,
  type MailRoute,
  type MailSecurity,
  type MailServer,
  type MailServerSettings,
  SECURITIES,
} from './mail-server.js';
export { isPermanentRejection } from './rejection.js';
export type { MailRecord } from './tables.js';
export { renderEmailLayout } from './email-layout.js';
