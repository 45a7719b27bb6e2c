import type { Knex } from 'knex';
import type { Migration } from 'plinth';

/** Tables that pages read. */
export const RULE_TABLES = ['facet_rules'] as const;
/** Table with the state of the rules before each of the last changes. */
export const RULE_HISTORY = 'facet_rules_before';

export interface RuleRow {
  readonly id: number;
  readonly position: number;
  /** JSON. */
  readonly rule: string;
}

/** The rules before a change. */
export interface RuleHistoryRow {
  readonly id: number;
  /** JSON. */
  readonly rules: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    facet_rules: Knex.CompositeTableType<RuleRow, Omit<RuleRow, 'id'> & Partial<Pick<RuleRow, 'id'>>>;
    [RULE_HISTORY]: Knex.CompositeTableType<RuleHistoryRow, Omit<RuleHistoryRow, 'id'>>;
  }
}

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
