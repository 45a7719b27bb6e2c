import type { Migration } from 'plinth';

/** The tables of attempts to pay, and of money that went back. */
export const paymentMigrations: readonly Migration[] = [
  {
    id: '200_create_payments',
    async up(db) {
      await db.createTable('store_payments', (table) => {
        table.increments('id');
        // What the provider is told, so that the same attempt is never another one.
        table.string('payment_key', 40).notNullable().unique();
        table.integer('order_id').unsigned().notNullable().index();
        table.string('method', 40).notNullable();
        table.string('reference', 190).nullable();
        table.bigInteger('amount').notNullable();
        table.string('currency', 3).notNullable();
        table.string('state', 10).notNullable();
        table.bigInteger('refunded').notNullable();
        table.datetime('created_at').notNullable();
        table.datetime('updated_at').notNullable();
        // When the provider was last asked how it stands.
        table.datetime('asked_at').notNullable();
        table.unique(['method', 'reference']);
        table.index(['state', 'asked_at']);
      });
      await db.createTable('store_refunds', (table) => {
        table.increments('id');
        table.integer('order_id').unsigned().notNullable().index();
        table.integer('payment_id').unsigned().notNullable();
        table.string('refund_key', 32).notNullable().unique();
        table.bigInteger('amount').notNullable();
        table.string('reason', 500).notNullable();
        table.string('state', 10).notNullable();
        table.string('message', 500).notNullable();
        table.boolean('restock').notNullable();
        table.datetime('created_at').notNullable();
        table.datetime('updated_at').notNullable();
        table.index(['state', 'updated_at']);
      });
    },
  },
  {
    id: '201_refunds_by_hand',
    async up(db) {
      // Where it goes when the shop sends it itself, empty for cash; null when a provider gives it back.
      if (!(await db().schema.hasColumn('store_refunds', 'account')))
        await db().schema.alterTable('store_refunds', (table) => void table.string('account', 34).nullable());
      // Which part of the order it is for; empty for no one in particular.
      if (!(await db().schema.hasColumn('store_refunds', 'part')))
        await db().schema.alterTable(
          'store_refunds',
          (table) => void table.string('part', 200).notNullable().defaultTo(''),
        );
    },
  },
];
