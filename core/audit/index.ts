export { type Audit, AUDIT_SETTINGS, createAudit } from './audit.js';
export type { EntryQuery } from './entry-query.js';
export type { Entry } from './entry.js';
export { hostLabels } from './host-labels.js';
export { actorText, detailRows, verificationText } from './entry-text.js';
export { watchAccounts } from './watch-accounts.js';
export { watchSite } from './watch-site.js';
