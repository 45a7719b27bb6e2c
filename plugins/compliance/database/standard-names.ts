import type { Migration } from 'plinth';

/** Tables and columns get the names of what they hold. Runs before all others, which create and fill them under these names. */
export const standardNames: Migration = {
  id: '029_standard_names',
  async up(db) {
    await db.renameTable('compliance_looks', 'compliance_scans');
    await db.renameColumn('compliance_scans', 'looked_at', 'scanned_at');
    await db.renameTable('compliance_refused_letters', 'compliance_bounced_emails');
    await db.renameColumn('compliance_bounced_emails', 'letter', 'email_kind');
    await db.renameColumn('compliance_declarations', 'doubt', 'flag');
    await db()('jobs').where({ queue: 'compliance/look' }).update({ queue: 'compliance/scan_site' });
    await db()('cron_events').where({ hook: 'compliance/look' }).update({ hook: 'compliance/scan_site' });
  },
};
