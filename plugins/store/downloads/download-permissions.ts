import { type PluginScope, toUtcString } from 'plinth';
import type { DownloadPermissionRow } from './tables.js';

/** An order's permission to download a file. */
export type DownloadPermission = DownloadPermissionRow;

export type NewPermission = Pick<DownloadPermission, 'order_id' | 'product_file_id' | 'max_downloads' | 'expires_at'>;

export interface DownloadPermissions {
  find(id: number): Promise<DownloadPermission | null>;
  listByOrders(orderIds: readonly number[]): Promise<readonly DownloadPermission[]>;
  listByFile(productFileId: number): Promise<readonly DownloadPermission[]>;
  /** Inserts missing permissions; existing ones are unchanged. */
  add(permissions: readonly NewPermission[]): Promise<void>;
  update(
    id: number,
    change: Partial<Pick<DownloadPermission, 'max_downloads' | 'expires_at' | 'state'>>,
  ): Promise<void>;
  /** After a refund: permissions granted by the owner depend on the order status again. */
  resetToOrder(orderId: number): Promise<void>;
  /**
   * Counts and logs a download.
   * @returns false when no downloads remain
   */
  count(id: number, userId: number, timestamp: number): Promise<boolean>;
}

export function createDownloadPermissions({ db }: Pick<PluginScope, 'db'>): DownloadPermissions {
  const table = () => db()('store_download_permissions');
  return {
    find: async (id) => (await table().where({ id }).first('*')) ?? null,
    listByOrders: async (ids) =>
      ids.length === 0
        ? []
        : table()
            .whereIn('order_id', [...ids])
            .orderBy('id')
            .select('*'),
    listByFile: async (id) => table().where({ product_file_id: id }).select('*'),
    async add(permissions) {
      if (permissions.length > 0)
        await table()
          .insert(
            permissions.map((permission) => ({
              ...permission,
              downloads: 0,
              state: 'order' as const,
              last_download_at: null,
            })),
          )
          .onConflict(['order_id', 'product_file_id'])
          .ignore();
    },
    async update(id, change) {
      await table().where({ id }).update(change);
    },
    async resetToOrder(order_id) {
      await table().where({ order_id, state: 'granted' }).update({ state: 'order' });
    },
    count: (id, user_id, timestamp) =>
      db.transaction(async () => {
        const counted = await table()
          .where({ id })
          .where((left) => void left.whereNull('max_downloads').orWhereRaw('downloads < max_downloads'))
          .update({ downloads: db().raw('downloads + 1'), last_download_at: toUtcString(timestamp) });
        if (counted > 0)
          await db()('store_download_log').insert({ permission_id: id, user_id, at: toUtcString(timestamp) });
        return counted > 0;
      }),
  };
}
