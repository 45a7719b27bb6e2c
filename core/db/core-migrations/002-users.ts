import type { Migration } from '../../api/index.js';
import { createMetaTable } from './meta-table.js';
import { foldedColumn } from './folded-column.js';

/** Accounts and related tables, and the two ways of staying logged in. */
export const createUserTables: Migration = {
  id: '002_create_users',
  async up(db) {
    await db.createTable('users', (table) => {
      table.increments('id');
      foldedColumn(db, table, 'user_login', 'varchar(60)').notNullable().unique();
      table.string('user_pass', 255).notNullable();
      foldedColumn(db, table, 'user_nicename', 'varchar(50)').notNullable().index();
      foldedColumn(db, table, 'user_email', 'varchar(100)').notNullable().index();
      table.string('user_url', 100).notNullable().defaultTo('');
      table.datetime('user_registered').notNullable();
      table.string('user_activation_key', 255).notNullable().defaultTo('');
      foldedColumn(db, table, 'display_name', 'varchar(250)').notNullable();
    });
    await createMetaTable(db, 'usermeta', 'user_id');
    await db.createTable('application_passwords', (table) => {
      table.increments('id');
      table.integer('user_id').notNullable().index();
      table.string('uuid', 36).notNullable().unique();
      table.string('app_id', 36).notNullable().defaultTo('');
      table.string('name', 255).notNullable();
      table.string('password', 255).notNullable();
      table.datetime('created').notNullable();
      table.datetime('last_used');
      table.string('last_ip', 45);
    });
    await db.createTable('sessions', (table) => {
      table.string('sid', 255).notNullable().primary();
      table.text('sess', 'longtext').notNullable();
      table.datetime('expired').notNullable().index();
    });
  },
};
