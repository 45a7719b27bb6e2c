import type { Migration } from 'plinth';

/** Renames tables and columns to standard names. Runs first, since all other migrations use the new names. */
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

/** Renames the properties of stored scan results to those of `Finding`. */
export const scanResultNames: Migration = {
  id: '030_scan_result_names',
  async up(db) {
    for (const { day, results } of await db()('compliance_scans').select('day', 'results')) {
      const renamed = (JSON.parse(results) as readonly Readonly<Record<string, unknown>>[]).map(
        ({ seen, cure, ...result }) =>
          seen === undefined ? result : { ...result, description: seen, recommendation: cure },
      );
      await db()('compliance_scans')
        .where({ day })
        .update({ results: JSON.stringify(renamed) });
    }
  },
};

/** Renames the location of consents withdrawn through an email link, and the queue of the email with the hashes. */
export const storedNames: Migration = {
  id: '031_stored_names',
  async up(db) {
    await db()('compliance_consents').where({ location: 'letter' }).update({ location: 'email' });
    await db()('jobs').where({ queue: 'compliance/anchor-letter' }).update({ queue: 'compliance/anchor-email' });
  },
};

/**
 * Columns of bounced emails, flags of declarations and metadata of users get standard names. Runs before the migrations
 * that create the tables.
 */
export const standardColumns: Migration = {
  id: '039_standard_columns',
  async up(db) {
    await db.renameColumn('compliance_bounced_emails', 'about_id', 'object_id');
    await db.renameColumn('compliance_bounced_emails', 'refusal', 'response');
    await db.renameColumn('compliance_bounced_emails', 'refused_at', 'bounced_at');
    if (
      (await db().schema.hasTable('compliance_declarations')) &&
      (await db().schema.hasColumn('compliance_declarations', 'flag'))
    ) {
      await db()('compliance_declarations').whereRaw("flag = 'trap'").update({ flag: 'honeypot' });
      await db()('compliance_declarations').whereRaw("flag = 'many'").update({ flag: 'flood' });
    }
    await db()
      .table('usermeta')
      .where({ meta_key: 'compliance_signed_in' })
      .update({ meta_key: 'compliance_last_login' });
    await db()
      .table('usermeta')
      .where({ meta_key: 'compliance_unused_asked' })
      .update({ meta_key: 'compliance_unused_queued' });
  },
};
