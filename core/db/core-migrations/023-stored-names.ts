import type { Migration } from '../../api/index.js';

const RENAMED_OPTIONS = [
  ['letters_per_address', 'emails_per_address'],
  ['reset_letters', 'reset_emails_per_account'],
  ['plugin_quarantine', 'plugin_pauses'],
] as const;

/** Queues whose jobs wait in the database. */
const RENAMED_QUEUES = [
  ['plinth/account-letter', 'plinth/account-email'],
  ['plinth/reset-letter', 'plinth/password-reset-email'],
  ['plinth/security-letter', 'plinth/security-email'],
  ['plinth/comment-letter', 'plinth/comment-email'],
] as const;

/**
 * Columns, options, queues and counters get the names of what they hold. Runs before the migrations that create the
 * tables with these columns.
 */
export const renameStoredNames: Migration = {
  id: '023_stored_names',
  async up(db) {
    await db.renameColumn('audit_log', 'seal', 'hmac');
    await db.renameColumn('audit_log', 'address_mark', 'address_hmac');
    await db.renameColumn('audit_chain', 'seal', 'hmac');
    await db.renameColumn('plugin_errors', 'place', 'entry');
    if (!(await db().schema.hasTable('options'))) return;
    for (const [from, to] of RENAMED_OPTIONS) await db()('options').where({ name: from }).update({ name: to });
    // A key of the serialized settings, with its length.
    await db()('options')
      .where({ name: 'mail_server' })
      .update({ value: db().raw('replace(value, ?, ?)', ['s:6:"sealed";', 's:17:"encryptedPassword";']) });
    if (await db().schema.hasTable('jobs'))
      for (const [from, to] of RENAMED_QUEUES) await db()('jobs').where({ queue: from }).update({ queue: to });
    if (await db().schema.hasTable('rate_limits'))
      await db()('rate_limits')
        .where('name', 'like', 'letters:%')
        .update({ name: db().raw('replace(name, ?, ?)', ['letters:', 'emails:']) });
  },
};
