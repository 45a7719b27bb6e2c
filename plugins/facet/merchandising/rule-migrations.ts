import type { Migration } from 'plinth';

/** What pages read. */
export const RULE_TABLES = ['facet_rules'] as const;
/** What the rules were before each of the last changes. */
export const RULE_HISTORY = 'facet_rules_before';

export const ruleMigrations: readonly Migration[] = [
  {
    id: '200_merchandising',
    async up(db) {
      await db.createTable('facet_rules', (table) => {
        table.increments('id');
        table.integer('position').notNullable();
        table.text('rule', 'mediumtext').notNullable();
      });
      await db.createTable(RULE_HISTORY, (table) => {
        table.increments('id');
        table.text('rules', 'longtext').notNullable();
      });
    },
  },
];
