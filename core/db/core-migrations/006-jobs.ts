import type { Migration } from '../../api/index.js';

/** Scheduled hook calls and background jobs. */
export const createJobTables: Migration = {
  id: '006_create_jobs',
  async up(db) {
    await db.createTable('cron_events', (table) => {
      table.increments('id');
      table.bigInteger('timestamp').notNullable();
      table.string('hook', 190).notNullable();
      table.text('args', 'longtext').notNullable();
      table.string('args_hash', 32).notNullable();
      table.string('schedule', 100).notNullable().defaultTo('');
      table.integer('interval').notNullable().defaultTo(0);
      table.unique(['timestamp', 'hook', 'args_hash'], { indexName: 'cron_events_call' });
      table.index(['hook', 'args_hash', 'timestamp'], 'cron_events_hook');
    });
    await db.createTable('jobs', (table) => {
      table.increments('id');
      table.string('queue', 100).notNullable();
      table.text('payload', 'longtext').notNullable();
      table.string('state', 10).notNullable();
      table.integer('attempts').notNullable().defaultTo(0);
      table.datetime('run_at').notNullable();
      table.integer('progress').notNullable().defaultTo(0);
      table.integer('total').notNullable().defaultTo(0);
      table.text('error').notNullable();
      table.datetime('locked_until');
      table.datetime('created_at').notNullable();
      table.datetime('updated_at').notNullable();
      table.index(['state', 'run_at'], 'jobs_state_run_at');
    });
  },
};
