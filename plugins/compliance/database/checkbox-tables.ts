import type { Migration } from 'plinth';

/** Legal checkboxes, how often they were shown and accepted, the consent log, and the texts agreed to. */
export const checkboxTables: Migration = {
  id: '002_boxes',
  async up(db) {
    await db.createTable('compliance_checkboxes', (table) => {
      table.increments('id');
      table.string('seed_key', 100).notNullable().unique();
      table.string('slug', 64).notNullable();
      table.string('location', 32).notNullable();
      table.text('label').notNullable();
      table.integer('required').notNullable();
      table.integer('enabled').notNullable();
      table.integer('position').notNullable();
      table.integer('legal_page_id');
      table.text('error_message').notNullable();
      table.text('description').notNullable();
      table.text('conditions').notNullable();
      table.datetime('created_at').notNullable();
      table.datetime('updated_at').notNullable();
    });
    await db.createTable('compliance_checkbox_counts', (table) => {
      table.integer('checkbox_id').notNullable();
      table.string('day', 10).notNullable();
      table.integer('shown').notNullable();
      table.integer('accepted').notNullable();
      table.primary(['checkbox_id', 'day']);
    });
    await db.createTable('compliance_consents', (table) => {
      table.increments('id');
      table.integer('checkbox_id').notNullable();
      table.string('location', 32).notNullable();
      table.integer('order_id').notNullable();
      table.integer('user_id').notNullable();
      table.integer('accepted').notNullable();
      table.string('label_version', 64).notNullable();
      table.string('page_version', 64);
      table.string('ip', 45).notNullable();
      table.datetime('created_at').notNullable();
      table.index(['order_id'], 'compliance_consents_order');
      table.index(['user_id'], 'compliance_consents_user');
      table.index(['created_at'], 'compliance_consents_time');
    });
    await db.createTable('compliance_text_versions', (table) => {
      table.string('hash', 64).primary();
      table.string('kind', 16).notNullable();
      table.text('content', 'longtext').notNullable();
      table.datetime('created_at').notNullable();
    });
  },
};

/** Email address submitted with a response, and which rendered forms were counted. */
export const formTokens: Migration = {
  id: '005_form_tokens',
  async up(db) {
    if (!(await db().schema.hasColumn('compliance_consents', 'email'))) {
      await db().schema.alterTable(
        'compliance_consents',
        (table) => void table.string('email', 254).notNullable().defaultTo(''),
      );
    }
    await db.createTable('compliance_forms', (table) => {
      table.string('token', 40).primary();
      table.string('claim', 40).notNullable();
      table.datetime('created_at').notNullable();
      table.index(['created_at'], 'compliance_forms_time');
    });
  },
};

/** Texts of checkboxes in other languages. */
export const checkboxTranslations: Migration = {
  id: '037_checkbox_translations',
  async up(db) {
    if (await db().schema.hasColumn('compliance_checkboxes', 'translations')) return;
    await db().schema.alterTable('compliance_checkboxes', (table) => void table.text('translations', 'mediumtext'));
  },
};

/** Purpose and email address of a consent, so that it can be withdrawn without the checkbox it was given with. */
export const consentPurpose: Migration = {
  id: '019_consent_purpose',
  async up(db) {
    const table = 'compliance_consents';
    if (!(await db().schema.hasColumn(table, 'purpose'))) {
      await db().schema.alterTable(table, (columns) => {
        columns.string('purpose', 64).notNullable().defaultTo('');
        columns.string('address', 254).notNullable().defaultTo('');
      });
    }
    await db.createIndex(table, `${table}_address`, ['address']);
    const checkboxes = await db()('compliance_checkboxes').select('id', 'slug');
    for (const { id, slug } of checkboxes) await db()(table).where({ checkbox_id: id }).update({ purpose: slug });
    await db()(table).update({ address: db().raw('lower(email)') });
  },
};

/** Built-in text of the marketing consent from before it named the sender. */
const FORMER_MARKETING_LABEL =
  'Zgadzam się na otrzymywanie informacji handlowych e-mailem. Zgodę można w każdej chwili wycofać.';

const MARKETING_LABEL =
  'Zgadzam się na otrzymywanie e-mailem informacji handlowych, które wysyła {company}. Zgodę można w każdej chwili wycofać.';

/** Names the sender in the marketing consent, where the shop owner has not edited it. */
export const marketingSender: Migration = {
  id: '034_marketing_sender',
  async up(db) {
    await db()('compliance_checkboxes')
      .where({ slug: 'marketing', label: FORMER_MARKETING_LABEL })
      .update({ label: MARKETING_LABEL });
  },
};
