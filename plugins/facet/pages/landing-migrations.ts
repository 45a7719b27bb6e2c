import type { Migration } from 'plinth';

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
