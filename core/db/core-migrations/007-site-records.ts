import type { Migration } from '../../api/index.js';

/** Site records: moved URLs, sent emails, plugin errors and the audit log. */
export const createSiteRecordTables: Migration = {
  id: '007_create_site_records',
  async up(db) {
    await db.createTable('redirects', (table) => {
      table.increments('id');
      table.string('source', 190).notNullable().unique();
      table.text('target').notNullable();
      table.integer('status').notNullable().defaultTo(301);
    });
    await db.createTable('mail_log', (table) => {
      table.increments('id');
      table.datetime('at').notNullable().index();
      table.text('recipients').notNullable();
      table.text('subject').notNullable();
      table.string('state', 20).notNullable();
      table.text('error').notNullable();
      table.string('file', 190).notNullable().defaultTo('');
    });
    await db.createTable('plugin_errors', (table) => {
      table.increments('id');
      table.string('plugin', 100).notNullable();
      table.string('entry', 190).notNullable();
      table.string('code', 100).notNullable();
      table.text('message').notNullable();
      table.text('stack', 'longtext').notNullable();
      table.integer('count').notNullable().defaultTo(1);
      table.datetime('first_at').notNullable();
      table.datetime('last_at').notNullable();
      table.index(['plugin', 'last_at'], 'plugin_faults_plugin');
    });
    await db.createTable('audit_log', (table) => {
      table.increments('id');
      table.datetime('at').notNullable().index();
      table.integer('user_id').notNullable().index();
      table.string('action', 100).notNullable();
      table.string('object', 190).notNullable().index();
      table.text('before', 'longtext');
      table.text('after', 'longtext');
    });
  },
};
