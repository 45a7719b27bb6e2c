import type { Migration } from 'plinth';
import type { DailyCount } from './metric.js';

declare module 'knex/types/tables.js' {
  interface Tables {
    facet_analytics: DailyCount;
  }
}

/** A row with the kinds of earlier versions. */
type EarlierRow = Record<string, unknown>;

export const ANALYTICS_TABLES = ['facet_analytics'] as const;

export const analyticsMigrations: readonly Migration[] = [
  {
    id: '301_standard_names',
    async up(db) {
      await db.renameTable('facet_figures', 'facet_analytics');
    },
  },
  {
    id: '300_figures',
    async up(db) {
      await db.createTable('facet_analytics', (table) => {
        table.string('day', 10).notNullable();
        table.string('kind', 10).notNullable();
        table.string('name', 120).notNullable();
        table.integer('times').notNullable();
        table.primary(['day', 'kind', 'name']);
      });
    },
  },
  {
    id: '302_stored_names',
    async up(db) {
      await db()<EarlierRow>('facet_analytics').where({ kind: 'led' }).update({ kind: 'click' });
      await db()<EarlierRow>('facet_analytics').where({ kind: 'nothing' }).update({ kind: 'no_results' });
      if (!(await db().schema.hasTable('options'))) return;
      await db()('options').where({ name: 'facet_figures_days' }).update({ name: 'facet_analytics_days' });
      await db()('options').where({ name: 'facet_search_words' }).update({ name: 'facet_search_terms' });
    },
  },
];
