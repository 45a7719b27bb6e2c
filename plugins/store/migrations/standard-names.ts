import type { Migration } from 'plinth';

/** Queues and scheduled events, which wait in the database under their names. */
const RENAMED_EVENTS = [
  ['store/letter', 'store/send_email'],
  ['store/alerts', 'store/send_back_in_stock'],
  ['store/prune_alerts', 'store/prune_back_in_stock'],
  ['store/adopt_pictures', 'store/adopt_images'],
] as const;

/** Kinds of emails; what the owner wrote for each is an option named after it. */
const RENAMED_EMAILS = [
  ['account_taken', 'existing_account'],
  ['payment_problem', 'payment_failed'],
  ['money_back', 'refund'],
  ['ask_review', 'review_request'],
  ['confirm_alert', 'confirm_back_in_stock'],
] as const;

/**
 * Tables and columns get the names of what they hold. Runs before all others, which create and fill them under these names.
 */
export const standardNames: Migration = {
  id: '600_standard_names',
  async up(db) {
    await db.renameTable('store_letters', 'store_emails');
    await db.renameTable('store_wishes', 'store_wishlist_items');
    await db.renameTable('store_stock_alerts', 'store_back_in_stock');
    await db.renameTable('store_word_parts', 'store_search_ngrams');
    await db.renameTable('store_product_words', 'store_product_tokens');
    await db.renameTable('store_order_words', 'store_order_tokens');
    await db.renameTable('store_change_counter', 'store_change_sequence');
    await db.renameTable('store_import_pieces', 'store_import_batches');
    await db.renameColumn('store_download_rights', 'most', 'max_downloads');
    if (await db().schema.hasTable('store_emails'))
      for (const [from, to] of RENAMED_EMAILS) {
        await db()('store_emails').where({ kind: from }).update({ kind: to });
        await db()('options')
          .where({ name: `store_letter_${from}` })
          .update({ name: `store_letter_${to}` });
      }
    await db()('options')
      .whereRaw("name like 'store!_letter!_%' escape '!'")
      .update({ name: db().raw("replace(name, 'store_letter_', 'store_email_')") });
    for (const [from, to] of RENAMED_EVENTS) {
      await db()('jobs').where({ queue: from }).update({ queue: to });
      await db()('cron_events').where({ hook: from }).update({ hook: to });
    }
  },
};

/** Properties of the data of unsent emails, by kind. */
const RENAMED_EMAIL_DATA = [
  ['refund', 'back', 'refund'],
  ['review_request', 'asked', 'products'],
  ['back_in_stock', 'again', 'backInStock'],
] as const;

/** Keys of the review settings, which are stored serialized, with their lengths. */
const RENAMED_REVIEW_SETTINGS = [
  ['s:3:"who";', 's:9:"reviewers";'],
  ['s:7:"askDays";', 's:16:"requestDelayDays";'],
] as const;

/** Renames the data of unsent emails, options and a scheduled event to what they hold. */
export const storedNames: Migration = {
  id: '601_stored_names',
  async up(db) {
    for (const [kind, from, to] of RENAMED_EMAIL_DATA) {
      const rows = await db()('store_emails').where({ kind }).whereNot({ data: '' }).select('id', 'data');
      for (const { id, data } of rows) {
        const { [from]: value, ...rest } = JSON.parse(data) as Readonly<Record<string, unknown>>;
        if (value === undefined) continue;
        await db()('store_emails')
          .where({ id })
          .update({ data: JSON.stringify({ ...rest, [to]: value }) });
      }
    }
    for (const names of RENAMED_REVIEW_SETTINGS)
      await db()('options')
        .where({ name: 'store_reviews' })
        .update({ value: db().raw('replace(value, ?, ?)', names) });
    await db()('options').where({ name: 'store_arrival' }).update({ name: 'store_estimate_settings' });
    await db()('cron_events').where({ hook: 'store/ask_reviews' }).update({ hook: 'store/request_reviews' });
  },
};
