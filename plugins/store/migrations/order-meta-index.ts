import type { Migration } from 'plinth';

/** Finds orders by a key of their metadata, such as those with a tax number. */
export const orderMetaIndex: Migration = {
  id: '602_order_meta_keys',
  up: (db) => db.createIndex('store_order_meta', 'store_order_meta_key', ['meta_key', 'order_id']),
};
