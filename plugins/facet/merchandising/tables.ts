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
  {
    id: '201_stored_names',
    async up(db) {
      for (const { id, rule } of await db()('facet_rules').select('id', 'rule'))
        await db()('facet_rules')
          .where({ id })
          .update({ rule: renameRule(rule) });
      for (const { id, rules } of await db()(RULE_HISTORY).select('id', 'rules')) {
        const rows = JSON.parse(rules) as readonly RuleRow[];
        await db()(RULE_HISTORY)
          .where({ id })
          .update({ rules: JSON.stringify(rows.map((row) => ({ ...row, rule: renameRule(row.rule) }))) });
      }
    },
  },
];

/** Renames the location of a stored rule, and the position of its action. */
function renameRule(json: string): string {
  const { place, action, ...rule } = JSON.parse(json) as {
    readonly place?: unknown;
    readonly location?: unknown;
    readonly action?: { readonly place?: unknown };
  };
  const { place: position, ...kind } = action ?? {};
  return JSON.stringify({
    ...rule,
    ...(place === undefined ? {} : { location: place }),
    action: { ...kind, ...(position === undefined ? {} : { position }) },
  });
}
