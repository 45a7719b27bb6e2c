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

/** Tables and columns with standard names. */
const RENAMED_TABLES = [
  ['store_download_rights', 'store_download_permissions'],
  ['store_download_terms', 'store_download_limits'],
] as const;
const RENAMED_COLUMNS = [
  ['store_download_permissions', 'until', 'expires_at'],
  ['store_download_permissions', 'counted_at', 'last_download_at'],
  ['store_download_log', 'right_id', 'permission_id'],
  ['store_imports', 'problem', 'error'],
  ['store_attempts', 'who', 'client_hash'],
  ['store_order_codes', 'who', 'owner_hash'],
  ['store_order_codes', 'tries', 'attempts'],
  ['store_order_codes', 'ends_at', 'expires_at'],
  ['store_order_meta', 'shown', 'display_text'],
  ['store_payments', 'asked_at', 'checked_at'],
  ['store_product_tokens', 'place', 'field'],
  ['store_products', 'shown_rating', 'review_rating'],
  ['store_reviews', 'answer', 'reply'],
  ['store_reviews', 'answered_at', 'replied_at'],
  ['store_terms', 'folded', 'search_name'],
] as const;

/** Stored values: table, column, former value, and standard name. */
const RENAMED_VALUES = [
  ['store_download_permissions', 'state', 'given', 'granted'],
  ['store_download_permissions', 'state', 'taken', 'revoked'],
  ['store_refunds', 'state', 'asked', 'requested'],
  ['store_reviews', 'status', 'waiting', 'pending'],
] as const;

/** Tables, columns, states and an option get standard names. Runs before the migrations that create the tables. */
export const standardColumns: Migration = {
  id: '602_standard_columns',
  async up(db) {
    for (const [from, to] of RENAMED_TABLES) await db.renameTable(from, to);
    for (const [table, from, to] of RENAMED_COLUMNS) await db.renameColumn(table, from, to);
    for (const [table, column, from, to] of RENAMED_VALUES)
      if (await db().schema.hasTable(table))
        await db()
          .table(table)
          .where({ [column]: from })
          .update({ [column]: to });
    await db()('options').where({ name: 'store_selling' }).update({ name: 'store_commerce_settings' });
  },
};
