import type { Knex } from 'knex';
import type { Migration } from 'plinth';

export interface LandingPageRow {
  readonly id: number;
  readonly term_id: number;
  readonly query: string;
  /** Hash of the term and the query. */
  readonly address_hash: string;
  readonly title: string;
  readonly heading: string;
  readonly description: string;
  readonly text: string;
  readonly position: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly updated_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    facet_landing_pages: Knex.CompositeTableType<LandingPageRow, Omit<LandingPageRow, 'id'>>;
  }
}

export const LANDING_TABLES = ['facet_landing_pages'] as const;

export const landingMigrations: readonly Migration[] = [
  {
    id: '100_landing_pages',
    async up(db) {
      await db.createTable('facet_landing_pages', (table) => {
        table.increments('id');
        table.integer('term_id').notNullable();
        table.string('query', 1000).notNullable();
        table.string('address_hash', 40).notNullable().unique();
        table.string('title', 200).notNullable();
        table.string('heading', 200).notNullable();
        table.string('description', 300).notNullable();
        table.text('text').notNullable();
        table.integer('position').notNullable().defaultTo(0);
        table.string('updated_at', 19).notNullable();
      });
    },
  },
];
