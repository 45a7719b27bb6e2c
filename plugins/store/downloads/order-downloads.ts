import { type HookApi, type PluginScope, type TranslationApi, toUtcString } from 'plinth';
import type { DownloadContext, OrderStatus } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { StoreOptions } from '../products/store-settings.js';
import type { DownloadPermission, DownloadPermissions } from './download-permissions.js';
import type { ProductFile, ProductFiles } from './product-files.js';

/**
 * Why a file cannot be downloaded now. `available`: it can be downloaded; `canceled`: the order was canceled or refunded;
 * `revoked`: revoked by the shop; `expired`: the download period has ended; `exhausted`: no downloads remain.
 */
export type DownloadState = 'available' | 'unpaid' | 'canceled' | 'revoked' | 'expired' | 'exhausted';

/** A purchased file. */
export interface OrderDownload {
  readonly permission: DownloadPermission;
  readonly file: ProductFile;
  readonly state: DownloadState;
  /** Number of remaining downloads; null for no limit. */
  readonly downloadsRemaining: number | null;
}

export interface OrderDownloads {
  /** Returns the downloads of an order; its permissions are stored on the first call after the payment. */
  listByOrder(order: OrderRecord): Promise<readonly OrderDownload[]>;
  /** Returns why a paid order has no downloads yet, as a message for the customer; empty when they are available. */
  deniedReason(order: OrderRecord, context: DownloadContext): Promise<string>;
  /** Returns a download with its order, by the id of its permission. */
  find(permissionId: number): Promise<{ readonly order: OrderRecord; readonly download: OrderDownload } | null>;
  /** Stores the permissions of a paid order, including those to files added later. */
  grant(order: OrderRecord): Promise<void>;
  /** Whether a file can still be downloaded by a customer, or will be after payment. */
  isNeeded(file: ProductFile): Promise<boolean>;
}

interface OrderDownloadDeps {
  readonly scope: Pick<PluginScope, 'db'> & Pick<HookApi, 'applyFilters'>;
  readonly files: ProductFiles;
  readonly permissions: DownloadPermissions;
  readonly store: Pick<OrderStore, 'find'>;
  readonly statuses: Pick<OrderStatuses, 'kind'>;
  readonly settings: Pick<StoreOptions, 'read'>;
  /** Returns the initial status of a payment method; undefined when its plugin is not active. */
  initialStatus(method: string): OrderStatus | undefined;
}

const DAY_MS = 86_400_000;
const MAX_ORDERS = 200;

export function createOrderDownloads({
  scope,
  files,
  permissions,
  store,
  statuses,
  settings,
  initialStatus,
}: OrderDownloadDeps): OrderDownloads {
  /** Whether the order is paid. An order with cash on delivery is processed before it is paid. */
  function isPaid({ status, total, paymentMethod }: OrderRecord): boolean {
    const kind = statuses.kind(status);
    if (kind !== 'working') return kind === 'done';
    const first = initialStatus(paymentMethod);
    return total === 0 || first === undefined || statuses.kind(first) !== 'working';
  }

  function stateOfPermission(
    order: OrderRecord,
    { state, expires_at, max_downloads, downloads }: DownloadPermission,
  ): DownloadState {
    if (state === 'revoked') return 'revoked';
    if (state === 'order' && !isPaid(order)) return statuses.kind(order.status) === 'closed' ? 'canceled' : 'unpaid';
    if (expires_at !== null && expires_at < toUtcString()) return 'expired';
    return max_downloads !== null && downloads >= max_downloads ? 'exhausted' : 'available';
  }

  async function grantPermissions(order: OrderRecord): Promise<void> {
    const digitalLines = order.lines.filter(({ kind }) => kind === 'digital');
    const productFiles = await files.listByProducts([...new Set(digitalLines.map(({ productId }) => productId))]);
    if (productFiles.length === 0) return;
    const { downloads, downloadDays } = await settings.read();
    await permissions.add(
      await Promise.all(
        productFiles.flatMap((file) => {
          const totalQuantity = digitalLines
            .filter(
              (line) =>
                line.productId === file.productId && (file.variationId === 0 || line.variationId === file.variationId),
            )
            .reduce((sum, { quantity }) => sum + quantity, 0);
          return totalQuantity === 0 ? [] : [newPermission(file, totalQuantity)];
        }),
      ),
    );

    async function newPermission(
      { id, productId }: ProductFile,
      totalQuantity: number,
    ): Promise<{ order_id: number; product_file_id: number; max_downloads: number | null; expires_at: string | null }> {
      const ownLimits = await files.limitsOf(productId);
      const [limit, days] = [ownLimits.downloads ?? downloads, ownLimits.days ?? downloadDays];
      return {
        order_id: order.id,
        product_file_id: id,
        max_downloads: limit === 0 ? null : limit * totalQuantity,
        expires_at: days === 0 ? null : toUtcString(Date.now() + days * DAY_MS),
      };
    }
  }

  async function withFiles(
    order: OrderRecord,
    orderPermissions: readonly DownloadPermission[],
  ): Promise<OrderDownload[]> {
    const filesById = await files.find(orderPermissions.map(({ product_file_id }) => product_file_id));
    return orderPermissions.flatMap((permission) => {
      const file = filesById.get(permission.product_file_id);
      return file
        ? [
            {
              permission,
              file,
              state: stateOfPermission(order, permission),
              downloadsRemaining:
                permission.max_downloads === null ? null : Math.max(0, permission.max_downloads - permission.downloads),
            },
          ]
        : [];
    });
  }

  return {
    async listByOrder(order) {
      let own = await permissions.listByOrders([order.id]);
      if (own.length === 0 && isPaid(order)) {
        await scope.db.transaction(() => grantPermissions(order));
        own = await permissions.listByOrders([order.id]);
      }
      return withFiles(order, own);
    },
    deniedReason: async (order, context) =>
      scope.applyFilters<string>('store/download_denied_reason', '', { order, context }),
    async find(permissionId) {
      const permission = await permissions.find(permissionId);
      const order = permission && (await store.find({ id: permission.order_id }));
      const [download] = order ? await withFiles(order, [permission]) : [];
      return order && download ? { order, download } : null;
    },
    grant: grantPermissions,
    async isNeeded(file) {
      const own = await permissions.listByFile(file.id);
      const lines = scope.db()('store_order_lines').where({ product_id: file.productId });
      if (file.variationId > 0) void lines.where({ variation_id: file.variationId });
      const ids = [
        ...new Set([
          ...own.map(({ order_id }) => order_id),
          ...(await lines.distinct('order_id').orderBy('order_id', 'desc').limit(MAX_ORDERS).pluck('order_id')),
        ]),
      ];
      for (const id of ids) {
        const order = await store.find({ id });
        if (!order) continue;
        const permission = own.find(({ order_id }) => order_id === id);
        if (
          permission
            ? ['available', 'unpaid'].includes(stateOfPermission(order, permission))
            : statuses.kind(order.status) !== 'closed' && (await permissions.listByOrders([id])).length === 0
        )
          return true;
      }
      return false;
    },
  };
}

/** Returns why a file cannot be downloaded, as a message for the buyer; empty when it can. */
export function stateLabel(state: DownloadState, { __ }: Pick<TranslationApi, '__'>): string {
  switch (state) {
    case 'available':
      return '';
    case 'unpaid':
      return __('Available once the order is paid.');
    case 'canceled':
      return __('This order was canceled or refunded, so the file can no longer be downloaded.');
    case 'revoked':
      return __('The shop has revoked this download.');
    case 'expired':
      return __('The download period has ended.');
    case 'exhausted':
      return __('The download limit has been reached.');
  }
}

/** Formats a size in bytes for display. */
export function formatSize(bytes: number, locale: string): string {
  const format = (amount: number, unit: string, maximumFractionDigits = 0): string =>
    new Intl.NumberFormat(locale.replace('_', '-'), { style: 'unit', unit, maximumFractionDigits }).format(amount);
  if (bytes < 1000) return format(bytes, 'byte');
  return bytes < 1_000_000 ? format(bytes / 1000, 'kilobyte') : format(bytes / 1_000_000, 'megabyte', 1);
}
