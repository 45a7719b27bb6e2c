import { type HookApi, type PluginScope, type TranslationApi, toUtcString } from 'plinth';
import type { DownloadPlace, OrderStatus } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { StoreOptions } from '../products/store-settings.js';
import type { DownloadPermission, DownloadPermissions } from './download-permissions.js';
import type { ProductFile, ProductFiles } from './product-files.js';

/**
 * Why a file cannot be downloaded now. `open`: it can be downloaded; `closed`: the order was canceled or refunded;
 * `taken`: revoked by the shop; `over`: the download period has ended; `used`: no downloads remain.
 */
export type DownloadState = 'open' | 'unpaid' | 'closed' | 'taken' | 'over' | 'used';

/** A purchased file. */
export interface OrderDownload {
  readonly right: DownloadPermission;
  readonly file: ProductFile;
  readonly state: DownloadState;
  /** Number of remaining downloads; null for no limit. */
  readonly downloadsRemaining: number | null;
}

export interface OrderDownloads {
  /** Returns the downloads of an order; its rights are stored on the first call after the payment. */
  listByOrder(order: OrderRecord): Promise<readonly OrderDownload[]>;
  /** Returns why a paid order has no downloads yet, as a message for the customer; empty when they are available. */
  deniedReason(order: OrderRecord, context: DownloadPlace): Promise<string>;
  /** Returns a download with its order, by the id of its right. */
  find(rightId: number): Promise<{ readonly order: OrderRecord; readonly download: OrderDownload } | null>;
  /** Stores the rights of a paid order, including those to files added later. */
  grant(order: OrderRecord): Promise<void>;
  /** Whether a file can still be downloaded by a customer, or will be after payment. */
  isNeeded(file: ProductFile): Promise<boolean>;
}

interface OrderDownloadDeps {
  readonly scope: Pick<PluginScope, 'db'> & Pick<HookApi, 'applyFilters'>;
  readonly files: ProductFiles;
  readonly rights: DownloadPermissions;
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
  rights,
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

  function stateOfRight(
    order: OrderRecord,
    { state, until, max_downloads, downloads }: DownloadPermission,
  ): DownloadState {
    if (state === 'taken') return 'taken';
    if (state === 'order' && !isPaid(order)) return statuses.kind(order.status) === 'closed' ? 'closed' : 'unpaid';
    if (until !== null && until < toUtcString()) return 'over';
    return max_downloads !== null && downloads >= max_downloads ? 'used' : 'open';
  }

  async function grantRights(order: OrderRecord): Promise<void> {
    const digitalLines = order.lines.filter(({ kind }) => kind === 'digital');
    const productFiles = await files.listByProducts([...new Set(digitalLines.map(({ productId }) => productId))]);
    if (productFiles.length === 0) return;
    const { downloads, downloadDays } = await settings.read();
    await rights.add(
      await Promise.all(
        productFiles.flatMap((file) => {
          const totalQuantity = digitalLines
            .filter(
              (line) =>
                line.productId === file.productId && (file.variationId === 0 || line.variationId === file.variationId),
            )
            .reduce((sum, { quantity }) => sum + quantity, 0);
          return totalQuantity === 0 ? [] : [newRight(file, totalQuantity)];
        }),
      ),
    );

    async function newRight(
      { id, productId }: ProductFile,
      totalQuantity: number,
    ): Promise<{ order_id: number; product_file_id: number; max_downloads: number | null; until: string | null }> {
      const terms = await files.termsOf(productId);
      const [limit, days] = [terms.downloads ?? downloads, terms.days ?? downloadDays];
      return {
        order_id: order.id,
        product_file_id: id,
        max_downloads: limit === 0 ? null : limit * totalQuantity,
        until: days === 0 ? null : toUtcString(Date.now() + days * DAY_MS),
      };
    }
  }

  async function withFiles(order: OrderRecord, orderRights: readonly DownloadPermission[]): Promise<OrderDownload[]> {
    const filesById = await files.find(orderRights.map(({ product_file_id }) => product_file_id));
    return orderRights.flatMap((right) => {
      const file = filesById.get(right.product_file_id);
      return file
        ? [
            {
              right,
              file,
              state: stateOfRight(order, right),
              downloadsRemaining:
                right.max_downloads === null ? null : Math.max(0, right.max_downloads - right.downloads),
            },
          ]
        : [];
    });
  }

  return {
    async listByOrder(order) {
      let own = await rights.listByOrders([order.id]);
      if (own.length === 0 && isPaid(order)) {
        await scope.db.transaction(() => grantRights(order));
        own = await rights.listByOrders([order.id]);
      }
      return withFiles(order, own);
    },
    deniedReason: async (order, context) =>
      scope.applyFilters<string>('store/download_denied_reason', '', { order, context }),
    async find(rightId) {
      const right = await rights.find(rightId);
      const order = right && (await store.find({ id: right.order_id }));
      const [download] = order ? await withFiles(order, [right]) : [];
      return order && download ? { order, download } : null;
    },
    grant: grantRights,
    async isNeeded(file) {
      const own = await rights.listByFile(file.id);
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
        const right = own.find(({ order_id }) => order_id === id);
        if (
          right
            ? ['open', 'unpaid'].includes(stateOfRight(order, right))
            : statuses.kind(order.status) !== 'closed' && (await rights.listByOrders([id])).length === 0
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
    case 'open':
      return '';
    case 'unpaid':
      return __('Available once the order is paid.');
    case 'closed':
      return __('This order was canceled or refunded, so the file can no longer be downloaded.');
    case 'taken':
      return __('The shop has revoked this download.');
    case 'over':
      return __('The download period has ended.');
    case 'used':
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
