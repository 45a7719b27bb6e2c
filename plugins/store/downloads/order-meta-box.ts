import { isCalendarDay, type PageRequest, type PluginScope } from 'plinth';
import type { Order, StorePlugin } from '../contract/index.js';
import type { OrderStore } from '../orders/order-store.js';
import { dayEnd, localDay, siteZone } from '../time/local-time.js';
import { downloadUrl } from './download-url.js';
import type { DownloadPermissions } from './download-permissions.js';
import { type OrderDownload, type OrderDownloads, stateLabel } from './order-downloads.js';

interface DownloadMetaBoxDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | 'render' | 'homeUrl' | 'wpHash' | 'addAction' | 'audit' | 'db' | 'getOption'
  >;
  readonly store: Pick<OrderStore, 'find'>;
  readonly downloads: OrderDownloads;
  readonly permissions: DownloadPermissions;
}

const MAX_DOWNLOADS = 100_000;

/** The meta box of the order screen that shows downloads, and grants, extends and revokes download permissions. */
export function addDownloadMetaBox({ scope, store, downloads, permissions }: DownloadMetaBoxDeps): void {
  const { __ } = scope;

  async function render({ id }: Pick<Order, 'id'>): Promise<string> {
    const order = await store.find({ id });
    const all = order ? await downloads.listByOrder(order) : [];
    if (!order || all.length === 0) return '';
    const zone = await siteZone(scope.getOption);
    const rows = all.map(({ permission, file, state, downloadsRemaining }) => ({
      id: permission.id,
      name: file.name,
      downloads: permission.downloads,
      last: permission.last_download_at,
      left: downloadsRemaining ?? '',
      until: permission.expires_at === null ? '' : localDay(permission.expires_at, zone),
      state: state === 'available' ? __('Available for download') : stateLabel(state, scope),
      isOpen: state === 'available',
      url: state === 'available' ? downloadUrl(scope, permission, order) : '',
    }));
    return scope.render('downloads/order-meta-box', { rows, refusal: await downloads.deniedReason(order, 'page') });
  }

  /** Returns the submitted changes of a download permission; undefined when there are none. */
  function changeOf(
    request: PageRequest,
    { permission, downloadsRemaining }: OrderDownload,
    zone: string,
  ): Parameters<DownloadPermissions['update']>[1] | undefined {
    const field = (name: string): string => request.field(`download_${permission.id}_${name}`).trim();
    const action = field('action');
    if (action === 'revoke') return { state: 'revoked' };
    if (action !== 'grant') return undefined;
    return {
      state: 'granted',
      max_downloads: maxDownloadsOf(field('left'), permission, downloadsRemaining),
      expires_at: expiryOf(field('until'), permission, zone),
    };
  }

  async function save({ id }: Pick<Order, 'id'>, request: PageRequest): Promise<void> {
    const order = await store.find({ id });
    if (!order) return;
    const zone = await siteZone(scope.getOption);
    await scope.db.transaction(async () => {
      if (request.field('download_new') === '1') await downloads.grant(order);
      for (const download of await downloads.listByOrder(order)) {
        const change = changeOf(request, download, zone);
        if (!change) continue;
        await permissions.update(download.permission.id, change);
        await scope.audit.record({
          action: 'orders.edited',
          subject: { kind: 'order', id: order.id, title: order.number },
          details: { download: download.file.name, ...change },
        });
      }
    });
  }

  // Tests may fire this action with only the registry under test.
  scope.addAction(
    'store/booted',
    ({ orderBoxes }: Partial<StorePlugin>) =>
      void orderBoxes?.register({ id: 'downloads', title: () => __('Downloads'), render, save }),
    1,
  );
}

/**
 * Returns the total number of downloads allowed; null for no limit.
 * @param left current number of remaining downloads, which is used when the input is not a number
 */
function maxDownloadsOf(input: string, { downloads }: OrderDownload['permission'], left: number | null): number | null {
  if (input === '') return null;
  return downloads + (/^\d{1,6}$/.test(input) ? Math.min(MAX_DOWNLOADS, Number(input)) : (left ?? 1));
}

/** Returns the end of the entered day in the site's time zone, as stored; null for no end. An invalid date leaves the end unchanged. */
function expiryOf(input: string, permission: OrderDownload['permission'], zone: string): string | null {
  if (input === '') return null;
  return isCalendarDay(input) ? dayEnd(input, zone) : permission.expires_at;
}
