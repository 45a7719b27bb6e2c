export { type Audit, AUDIT_SETTINGS, createAudit } from './audit.js';
export type { EntryQuery } from './browse.js';
export type { Entry } from './entry.js';
export { hostLabels } from './host-words.js';
export { actorText, detailRows, verificationText } from './said.js';
export { watchAccounts } from './watch-accounts.js';
export { watchSite } from './watch-site.js';
