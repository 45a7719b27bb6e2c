import type { PluginScope } from 'plinth';
import type { Order, OrderStatus } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { StoreOptions } from '../products/store-settings.js';
import { showDownloadNotice, showDownloads } from './customer-views.js';
import { downloadPage } from './download-page.js';
import { createDownloadPermissions } from './download-permissions.js';
import { createFileStore, type FileStore } from './file-storage.js';
import { createOrderDownloads, type OrderDownloads } from './order-downloads.js';
import { addDownloadMetaBox } from './order-meta-box.js';
import { createProductFiles, type ProductFiles } from './product-files.js';

/** Scheduled event that deletes files that can no longer be downloaded. */
export const PRUNE_FILES = 'store/prune_files';

/** File services for the product screens. */
export interface FileParts {
  readonly fileStore: FileStore;
  readonly files: ProductFiles;
}

export function createFileParts(scope: PluginScope): FileParts {
  const fileStore = createFileStore(scope);
  return { fileStore, files: createProductFiles({ db: scope.db, fileStore }) };
}

interface DownloadBoot extends FileParts {
  readonly store: OrderStore;
  readonly statuses: OrderStatuses;
  readonly settings: StoreOptions;
  initialStatus(method: string): OrderStatus | undefined;
}

/** Starts downloads of purchased files. */
export async function bootDownloads(
  scope: PluginScope,
  { fileStore, files, store, statuses, settings, initialStatus }: DownloadBoot,
): Promise<void> {
  scope.cache.trackTables('store.downloads', ['store_files', 'store_product_files']);
  const permissions = createDownloadPermissions(scope);
  const downloads = createOrderDownloads({ scope, files, permissions, store, statuses, settings, initialStatus });
  scope.registerFrontRoute(downloadPage({ scope, downloads, permissions, fileStore }));
  showDownloads({ scope, store, downloads });
  addDownloadMetaBox({ scope, store, downloads, permissions });
  showDownloadNotice(scope, files);
  scope.addFilter(
    'store/order_status_after_payment',
    async (status: OrderStatus, order: Order) =>
      status === 'processing' && (await isDownloadOnly(order)) ? 'completed' : status,
    5,
    2,
  );

  /** Whether a paid order needs no further work because all its lines are downloads. */
  async function isDownloadOnly({ lines }: Order): Promise<boolean> {
    const sold = await files.listByProducts(lines.map(({ productId }) => productId));
    return (lines as OrderRecord['lines']).every(
      ({ kind, productId }) => kind === 'digital' && sold.some((file) => file.productId === productId),
    );
  }

  scope.addAction('store/products_changed', async (ids: readonly number[]) => {
    if (await files.retireDeleted(ids)) await pruneFiles({ files, downloads, fileStore });
  });
  scope.addAction('store/order_status_changed', async ({ id, status }) => {
    const order = await store.find({ id });
    if (order) await downloads.listByOrder(order);
    if (statuses.kind(status) === 'closed') await permissions.resetToOrder(id);
  });
  scope.addAction(PRUNE_FILES, () => pruneFiles({ files, downloads, fileStore }));
  if ((await scope.wpNextScheduled(PRUNE_FILES)) === false)
    await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 3600, 'daily', PRUNE_FILES);
}

const BATCH = 100;

/**
 * Deletes retired files that no one may download any more, and uploads that were never used.
 * @returns the number of deleted product files
 */
async function pruneFiles({
  files,
  downloads,
  fileStore,
}: {
  readonly files: ProductFiles;
  readonly downloads: Pick<OrderDownloads, 'isNeeded'>;
  readonly fileStore: Pick<FileStore, 'clear'>;
}): Promise<number> {
  let removed = 0;
  for (let after = 0; ;) {
    const batch = await files.listRetired(after, BATCH);
    for (const file of batch) {
      after = file.id;
      if (await downloads.isNeeded(file)) continue;
      await files.delete(file);
      removed += 1;
    }
    if (batch.length < BATCH) break;
  }
  await fileStore.clear();
  return removed;
}
