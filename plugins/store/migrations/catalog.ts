import type { Knex, Migration } from 'plinth';
import { TERM_COUNTER } from '../change-log/term-version.js';

/** Adds the price columns that products and variations share. */
function priceColumns(table: Knex.CreateTableBuilder): void {
  // Minor units; null when not for sale yet.
  table.bigInteger('regular_price').nullable();
  table.bigInteger('sale_price').nullable();
  table.datetime('sale_from').nullable();
  table.datetime('sale_to').nullable();
  // Last announced price to pay, and the time of the next scheduled change.
  table.bigInteger('price').nullable();
  table.integer('on_sale').notNullable().defaultTo(0);
  table.datetime('price_due').nullable().index();
}

/** Adds the stock columns that products and variations share. */
function stockColumns(table: Knex.CreateTableBuilder): void {
  // null when stock is not tracked.
  table.integer('stock_quantity').nullable();
  table.string('stock', 12).notNullable().defaultTo('instock');
  table.integer('backorders').notNullable().defaultTo(0);
}

/** Tables of products, their taxonomies, images and changes. */
export const catalogMigrations: readonly Migration[] = [
  {
    id: '001_create_products',
    async up(db) {
      await db.createTable('store_products', (table) => {
        table.increments('id');
        table.string('slug', 200).notNullable().unique();
        table.string('name', 300).notNullable();
        table.string('status', 10).notNullable().defaultTo('draft');
        table.string('visibility', 10).notNullable().defaultTo('visible');
        table.string('type', 10).notNullable().defaultTo('simple');
        table.string('kind', 10).notNullable().defaultTo('physical');
        table.string('sku', 100).nullable().unique();
        table.string('gtin', 14).notNullable().defaultTo('');
        // Name, SKU and GTIN, in lowercase and without accents.
        table.string('search', 500).notNullable();
        table.text('short_description').notNullable();
        table.text('description', 'mediumtext').notNullable();
        priceColumns(table);
        table.bigInteger('max_price').nullable();
        stockColumns(table);
        // Hundredths of a percent.
        table.integer('tax_rate').unsigned().notNullable().defaultTo(2300);
        table.integer('weight').unsigned().notNullable().defaultTo(0);
        // Package content in thousandths of the unit; 0 to show no price per unit.
        table.string('unit', 10).notNullable().defaultTo('');
        table.integer('unit_content').unsigned().notNullable().defaultTo(0);
        // Hundredths of a star.
        table.integer('rating').unsigned().notNullable().defaultTo(0);
        table.integer('rating_count').unsigned().notNullable().defaultTo(0);
        table.integer('sales').unsigned().notNullable().defaultTo(0);
        table.integer('position').notNullable().defaultTo(0);
        table.integer('featured').notNullable().defaultTo(0);
        table.text('fields').notNullable();
        table.datetime('published_at').nullable();
        table.datetime('created_at').notNullable();
        table.datetime('updated_at').notNullable();
        table.index(['status', 'visibility', 'id']);
        table.index(['status', 'visibility', 'position', 'name', 'id'], 'store_products_order');
        table.index(['status', 'visibility', 'price', 'id'], 'store_products_price');
      });
      await db.createTable('store_variations', (table) => {
        table.increments('id');
        table.integer('product_id').unsigned().notNullable().index();
        table.string('sku', 100).nullable().unique();
        table.string('gtin', 14).notNullable().defaultTo('');
        priceColumns(table);
        stockColumns(table);
        table.integer('weight').unsigned().notNullable().defaultTo(0);
        table.integer('image_id').unsigned().notNullable().defaultTo(0);
        table.integer('position').notNullable().defaultTo(0);
      });
    },
  },
  {
    id: '002_create_terms',
    async up(db) {
      await db.createTable('store_taxonomies', (table) => {
        table.string('name', 60).notNullable().primary();
        table.string('label', 100).notNullable();
        table.string('kind', 12).notNullable();
        table.integer('hierarchical').notNullable().defaultTo(0);
        table.integer('position').notNullable().defaultTo(0);
      });
      await db.createTable('store_terms', (table) => {
        table.increments('id');
        table.string('taxonomy', 60).notNullable();
        table.string('slug', 190).notNullable();
        table.string('name', 200).notNullable();
        table.integer('parent_id').unsigned().notNullable().defaultTo(0);
        table.integer('position').notNullable().defaultTo(0);
        table.string('swatch', 500).notNullable().defaultTo('');
        table.text('description').notNullable();
        table.unique(['taxonomy', 'slug']);
      });
      await db.createTable('store_product_terms', (table) => {
        table.integer('product_id').unsigned().notNullable();
        table.integer('term_id').unsigned().notNullable();
        table.integer('position').notNullable().defaultTo(0);
        table.primary(['product_id', 'term_id']);
        table.index(['term_id', 'product_id']);
      });
      await db.createTable('store_variation_terms', (table) => {
        table.integer('variation_id').unsigned().notNullable();
        table.integer('term_id').unsigned().notNullable();
        table.primary(['variation_id', 'term_id']);
        table.index(['term_id', 'variation_id']);
      });
    },
  },
  {
    id: '003_create_images',
    async up(db) {
      await db.createTable('store_images', (table) => {
        table.increments('id');
        table.integer('product_id').unsigned().notNullable();
        // `asset:<file>` of this plugin, a path of this site, or a URL.
        table.string('source', 500).notNullable();
        table.string('alt', 300).notNullable();
        table.integer('width').unsigned().notNullable();
        table.integer('height').unsigned().notNullable();
        table.integer('position').notNullable().defaultTo(0);
        table.index(['product_id', 'position']);
      });
    },
  },
  {
    id: '004_create_changes',
    async up(db) {
      await db.createTable('store_changes', (table) => {
        table.bigInteger('sequence').notNullable().primary();
        table.integer('product_id').unsigned().notNullable();
        table.datetime('at').notNullable().index();
      });
      // Its single row is locked until the commit, so numbers become visible in ascending order on every engine.
      await db.createTable('store_change_sequence', (table) => {
        table.integer('id').notNullable().primary();
        table.bigInteger('last').notNullable();
      });
      const found = await db()('store_change_sequence').where({ id: 1 }).first('id');
      if (found === undefined) await db()('store_change_sequence').insert({ id: 1, last: 0 });
    },
  },
  {
    id: '005_add_content_of_variations',
    async up(db) {
      if (await db().schema.hasColumn('store_variations', 'unit_content')) return;
      // As for products, in thousandths of the unit; 0 to use the product's value.
      await db().schema.alterTable('store_variations', (table) => {
        table.integer('unit_content').unsigned().notNullable().defaultTo(0);
      });
    },
  },
  {
    id: '006_create_imports',
    async up(db) {
      await db.createTable('store_imports', (table) => {
        table.increments('id');
        table.integer('row_count').unsigned().notNullable();
        table.integer('job_id').unsigned().notNullable();
        table.integer('applying').notNullable();
        table.text('report', 'mediumtext').notNullable();
        table.string('error', 500).notNullable();
        table.datetime('created_at').notNullable().index();
      });
      await db.createTable('store_import_batches', (table) => {
        table.integer('import_id').unsigned().notNullable();
        table.integer('position').unsigned().notNullable();
        table.text('content', 'mediumtext').notNullable();
        table.primary(['import_id', 'position']);
      });
    },
  },
  {
    id: '007_count_changes_of_terms',
    async up(db) {
      const found = await db()('store_change_sequence').where({ id: TERM_COUNTER }).first('id');
      if (found === undefined) await db()('store_change_sequence').insert({ id: TERM_COUNTER, last: 0 });
    },
  },
  {
    id: '008_index_lists',
    async up(db) {
      await db.createIndex('store_products', 'store_products_popular', ['status', 'visibility', 'sales desc', 'id']);
      await db.createIndex('store_products', 'store_products_newest', ['status', 'visibility', 'published_at', 'id']);
      await db.createIndex('store_products', 'store_products_rated', [
        'status',
        'visibility',
        'rating desc',
        'rating_count desc',
        'id',
      ]);
      await db.createIndex('store_products', 'store_products_reduced', [
        'status',
        'visibility',
        'on_sale',
        'sales desc',
        'id',
      ]);
      await db.createIndex('store_products', 'store_products_changed', ['updated_at', 'id']);
      await db.createIndex('store_products', 'store_products_name', ['name', 'id']);
    },
  },
  {
    id: '009_longer_kinds',
    async up(db) {
      // Ids of registered product types are longer; SQLite does not enforce the length.
      if (db.engine === 'mysql')
        await db().raw("alter table store_products modify kind varchar(40) not null default 'physical'");
    },
  },
  {
    id: '010_pictures_of_the_library',
    async up(db) {
      if (await db().schema.hasColumn('store_images', 'attachment_id')) return;
      await db().schema.alterTable('store_images', (table) => {
        // 0 before it is checked; -1 when it is not a file of the media library.
        table.integer('attachment_id').notNullable().defaultTo(0);
        table.text('srcset');
        table.index(['attachment_id'], 'store_images_attachment');
      });
    },
  },
  {
    id: '011_columns_of_imports',
    async up(db) {
      if (await db().schema.hasColumn('store_imports', 'mapping')) return;
      await db().schema.alterTable('store_imports', (table) => void table.text('mapping'));
    },
  },
  {
    id: '012_linked_products',
    async up(db) {
      await db.createTable('store_linked_products', (table) => {
        table.integer('product_id').unsigned().notNullable();
        table.integer('linked_id').unsigned().notNullable();
        table.string('kind', 10).notNullable();
        table.integer('position').unsigned().notNullable();
        table.primary(['product_id', 'kind', 'linked_id']);
        table.index(['linked_id']);
      });
    },
  },
  {
    id: '013_featured_products',
    up: async (db) =>
      db.createIndex('store_products', 'store_products_featured', [
        'status',
        'visibility',
        'featured',
        'position',
        'name',
        'id',
      ]),
  },
  {
    id: '014_former_slugs',
    async up(db) {
      if (await db().schema.hasColumn('store_terms', 'former_slugs')) return;
      await db().schema.alterTable('store_terms', (table) => void table.text('former_slugs').nullable());
    },
  },
];
