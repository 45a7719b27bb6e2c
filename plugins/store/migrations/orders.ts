import type { Migration } from 'plinth';
import { indexOldOrders, migrateOldOrderTaxes } from '../orders/old-orders.js';
import { createOrderTokens } from '../orders/order-tokens.js';

/** Tables of orders, their emails, and counted attempts. */
export const orderMigrations: readonly Migration[] = [
  {
    id: '100_create_orders',
    async up(db) {
      await db.createTable('store_orders', (table) => {
        table.increments('id');
        table.string('number', 32).notNullable().unique();
        table.string('order_key', 48).notNullable().unique();
        // One per rendered form, so that submitting it twice creates one order.
        table.string('form_token', 48).notNullable().unique();
        table.string('status', 20).notNullable();
        table.integer('user_id').unsigned().notNullable().defaultTo(0).index();
        table.string('currency', 3).notNullable();
        table.string('email', 190).notNullable();
        table.string('customer', 190).notNullable();
        // Number, email and name in lowercase, because both engines compare bytes.
        table.string('search', 500).notNullable();
        table.text('billing').notNullable();
        table.text('shipping').notNullable();
        table.string('shipping_method', 40).notNullable();
        table.string('payment_method', 40).notNullable();
        table.bigInteger('items_total').notNullable();
        table.bigInteger('delivery_total').notNullable();
        table.bigInteger('payment_fee').notNullable();
        table.bigInteger('tax_total').notNullable();
        table.bigInteger('total').notNullable();
        table.text('note').notNullable();
        table.string('locale', 10).notNullable();
        table.string('tracking', 190).notNullable().defaultTo('');
        table.datetime('created_at').notNullable();
        table.datetime('updated_at').notNullable();
        table.index(['status', 'created_at']);
        table.index(['created_at']);
      });
      await db.createTable('store_order_lines', (table) => {
        table.increments('id');
        table.integer('order_id').unsigned().notNullable().index();
        table.integer('product_id').unsigned().notNullable().index();
        table.integer('variation_id').unsigned().notNullable();
        table.string('name', 500).notNullable();
        table.string('sku', 100).notNullable();
        table.string('kind', 10).notNullable();
        table.integer('quantity').unsigned().notNullable();
        table.bigInteger('unit_price').notNullable();
        table.bigInteger('total').notNullable();
        // Hundredths of a percent.
        table.integer('tax_rate').unsigned().notNullable();
        table.bigInteger('tax').notNullable();
      });
      await db.createTable('store_order_events', (table) => {
        table.increments('id');
        table.integer('order_id').unsigned().notNullable().index();
        table.datetime('at').notNullable();
        table.integer('user_id').unsigned().notNullable();
        table.string('from_status', 20).notNullable();
        table.string('to_status', 20).notNullable();
        table.text('note').notNullable();
      });
      await db.createTable('store_order_meta', (table) => {
        table.increments('id');
        table.integer('order_id').unsigned().notNullable();
        table.string('meta_key', 100).notNullable();
        table.text('meta_value', 'mediumtext').notNullable();
        table.unique(['order_id', 'meta_key']);
      });
      await db.createTable('store_order_numbers', (table) => {
        table.integer('year').unsigned().notNullable().primary();
        table.integer('last').unsigned().notNullable();
      });
    },
  },
  {
    id: '101_create_letters',
    async up(db) {
      await db.createTable('store_emails', (table) => {
        table.increments('id');
        table.integer('order_id').unsigned().notNullable().index();
        table.string('kind', 40).notNullable();
        table.string('recipient', 190).notNullable();
        table.string('locale', 10).notNullable();
        // Data of the email besides the order; emptied after sending.
        table.text('data', 'mediumtext').notNullable();
        table.string('state', 10).notNullable();
        table.datetime('created_at').notNullable();
        table.datetime('changed_at').notNullable();
      });
    },
  },
  {
    id: '102_create_attempts',
    async up(db) {
      await db.createTable('store_attempts', (table) => {
        table.increments('id');
        table.string('action', 40).notNullable();
        table.string('client_hash', 64).notNullable();
        table.bigInteger('at').notNullable().index();
        table.index(['action', 'client_hash', 'at']);
      });
    },
  },
  {
    id: '103_pay_until',
    async up(db) {
      if (await db().schema.hasColumn('store_orders', 'pay_until')) return;
      // Existing orders get no deadline and wait for the owner.
      await db().schema.alterTable('store_orders', (table) => void table.datetime('pay_until').nullable().index());
    },
  },
  {
    id: '104_create_order_codes',
    async up(db) {
      await db.createTable('store_order_codes', (table) => {
        // Digest of the session and the email address together.
        table.string('owner_hash', 64).primary();
        table.string('code_hash', 190).notNullable();
        table.integer('attempts').unsigned().notNullable();
        table.bigInteger('expires_at').notNullable().index();
      });
    },
  },
  {
    id: '105_letter_refusals',
    async up(db) {
      if (await db().schema.hasColumn('store_emails', 'refusal')) return;
      // Message of the mail server that permanently rejected the email.
      await db().schema.alterTable(
        'store_emails',
        (table) => void table.string('refusal', 500).notNullable().defaultTo(''),
      );
    },
  },
  {
    id: '106_index_addresses',
    async up(db) {
      await db.createIndex('store_orders', 'store_orders_email', ['email', 'id']);
      await db.createIndex('store_emails', 'store_letters_recipient', ['recipient']);
    },
  },
  {
    id: '107_count_orders',
    async up(db) {
      await db.createTable('store_order_counts', (table) => {
        table.increments('id');
        table.string('status', 20).notNullable();
        table.integer('change').notNullable();
        table.index(['status', 'change']);
      });
      await db.transaction(async () => {
        // Starts over if a previous run was interrupted.
        await db()('store_order_counts').delete();
        await db().raw(
          'insert into store_order_counts (status, ??) select status, count(*) from store_orders group by status',
          ['change'],
        );
      });
      await db.createIndex('store_orders', 'store_orders_newest', ['status', 'id']);
      // Covers the sales totals per day, so that the orders need not be read.
      await db.createIndex('store_orders', 'store_orders_sold', ['created_at', 'status', 'total']);
    },
  },
  {
    id: '108_index_order_words',
    async up(db) {
      // Every suffix of every word of `search`.
      await db.createTable('store_order_tokens', (table) => {
        table.string('part', 24).notNullable();
        table.integer('order_id').unsigned().notNullable();
        table.primary(['part', 'order_id']);
      });
      await createOrderTokens({ db }).rebuild();
    },
  },
  {
    id: '109_adjustments_and_details',
    async up(db) {
      // Fees, discounts, and the label of a plugin's shipping method.
      await db.createTable('store_order_adjustments', (table) => {
        table.increments('position');
        table.integer('order_id').unsigned().notNullable().index();
        table.string('kind', 10).notNullable();
        table.string('id', 40).notNullable();
        table.string('label', 200).notNullable();
        table.bigInteger('amount').notNullable();
        table.bigInteger('tax').notNullable();
        table.string('code', 40).notNullable().defaultTo('');
      });
      // JSON of the values entered for a line, formatted and as entered; null for most.
      if (!(await db().schema.hasColumn('store_order_lines', 'details')))
        await db().schema.alterTable('store_order_lines', (table) => void table.text('details').nullable());
      // Label shown to people; empty for entries shown only to the owner.
      if (!(await db().schema.hasColumn('store_order_meta', 'label')))
        await db().schema.alterTable(
          'store_order_meta',
          (table) => void table.string('label', 200).notNullable().defaultTo(''),
        );
      // Value as text; null to show the value itself.
      if (!(await db().schema.hasColumn('store_order_meta', 'display_text')))
        await db().schema.alterTable('store_order_meta', (table) => void table.text('display_text').nullable());
    },
  },
  {
    id: '110_taxes_by_row',
    async up(db) {
      // Taxes of shipping, payment, fees and discounts by rate.
      await db.createTable('store_order_taxes', (table) => {
        table.increments('id');
        table.integer('order_id').unsigned().notNullable().index();
        table.string('part', 10).notNullable();
        // Index of the fee or discount in the order, and of the line it reduces.
        table.integer('adjustment').unsigned().nullable();
        table.integer('line').unsigned().nullable();
        // Hundredths of a percent.
        table.integer('rate').unsigned().notNullable();
        table.bigInteger('amount').notNullable();
        table.bigInteger('tax').notNullable();
      });
      await migrateOldOrderTaxes(db);
    },
  },
  {
    id: '111_search_addresses_and_skus',
    async up(db) {
      // SQLite stores texts of any length.
      if (db.engine === 'mysql')
        await db().schema.alterTable(
          'store_orders',
          (table) => void table.string('search', 2000).notNullable().alter(),
        );
      await indexOldOrders(db);
    },
  },
  {
    id: '112_arrival_days',
    async up(db) {
      // Promised delivery days, `YYYY-MM-DD`; earlier orders have none.
      for (const column of ['arrives_from', 'arrives_to']) {
        if (!(await db().schema.hasColumn('store_orders', column)))
          await db().schema.alterTable(
            'store_orders',
            (table) => void table.string(column, 10).notNullable().defaultTo(''),
          );
      }
    },
  },
  {
    id: '113_small_addresses',
    // Email addresses are entered in mixed case but identify one customer.
    up: async (db) => void (await db()('store_orders').update({ email: db().raw('lower(email)') as never })),
  },
];
