import type { Migration } from 'plinth';
import type { DailyCount } from './metric.js';

declare module 'knex/types/tables.js' {
  interface Tables {
    facet_analytics: DailyCount;
  }
}

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
];
