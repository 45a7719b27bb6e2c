import type { Migration } from 'plinth';

/** A row in the schema of an earlier migration. */
type EarlierRow = Record<string, unknown>;

export const indexMigrations: readonly Migration[] = [
  {
    id: '005_standard_names',
    async up(db) {
      await db.renameTable('facet_own', 'facet_custom_values');
    },
  },
  {
    id: '001_create_index',
    async up(db) {
      await db.createTable('facet_products', (table) => {
        table.integer('generation').notNullable();
        table.integer('product_id').notNullable();
        table.text('packed', 'mediumtext').notNullable();
        table.integer('row_count').notNullable();
        table.primary(['generation', 'product_id']);
      });
      await db.createTable('facet_state', (table) => {
        table.integer('id').notNullable().primary();
        table.integer('generation').notNullable();
        table.bigInteger('sequence').notNullable();
        table.integer('format').notNullable();
        table.string('built_at', 19).notNullable();
      });
    },
  },
  {
    id: '002_count_products',
    async up(db) {
      if (await db().schema.hasColumn('facet_state', 'products')) return;
      await db().schema.alterTable('facet_state', (table) => void table.integer('products').notNullable().defaultTo(0));
      await db()<EarlierRow>('facet_state').update({
        products: db()<EarlierRow>('facet_products')
          .where({ generation: db().ref('facet_state.generation') })
          .count(),
      });
    },
  },
  {
    id: '003_own_sources',
    async up(db) {
      if (!(await db().schema.hasColumn('facet_state', 'announced'))) {
        await db().schema.alterTable('facet_state', (table) => {
          table.text('sources').nullable();
          table.integer('announced').notNullable().defaultTo(0);
          table.integer('own_sequence').notNullable().defaultTo(0);
        });
      }
      await db.createTable('facet_changes', (table) => {
        table.integer('sequence').notNullable().primary();
        table.integer('product_id').notNullable();
      });
    },
  },
  {
    id: '004_own_columns',
    async up(db) {
      await db.createTable('facet_custom_values', (table) => {
        table.integer('column_id').notNullable();
        table.integer('product_id').notNullable();
        table.text('value', 'mediumtext').notNullable();
        table.integer('row_count').notNullable();
        table.primary(['column_id', 'product_id']);
      });
      await db.createTable('facet_build', (table) => {
        table.integer('id').notNullable().primary();
        table.string('owner', 36).notNullable();
        table.integer('last_generation').notNullable();
        table.integer('last_column').notNullable();
        table.integer('steps').notNullable();
        table.text('unfinished').nullable();
      });
      if (await db().schema.hasColumn('facet_state', 'previous')) return;
      await db().schema.alterTable('facet_state', (table) => void table.integer('previous').notNullable().defaultTo(0));
      // Values of sources were stored in the product rows before, so the sources are queried again.
      await db()<EarlierRow>('facet_state').update({ previous: db().ref('generation'), sources: '[]' });
    },
  },
  {
    id: '006_shown_prices',
    async up(db) {
      if (await db().schema.hasColumn('facet_state', 'net_prices')) return;
      await db().schema.alterTable(
        'facet_state',
        (table) => void table.integer('net_prices').notNullable().defaultTo(0),
      );
    },
  },
];

/**
 * The index tables: products, values from extensions, valid rows, the current build, and changes announced by
 * extensions.
 */
export const INDEX_TABLES = [
  'facet_products',
  'facet_custom_values',
  'facet_state',
  'facet_build',
  'facet_changes',
] as const;
