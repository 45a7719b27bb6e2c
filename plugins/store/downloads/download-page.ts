import type { FrontRoute, PageRequest, PluginScope, Reply } from 'plinth';
import { PRIVATE_HEADERS } from '../orders/order-identity.js';
import type { OrderRecord } from '../orders/order-record.js';
import { asAttachment, byteRange } from './file-headers.js';
import { isSigned } from './download-url.js';
import type { DownloadPermissions } from './download-permissions.js';
import type { FileStore } from './file-storage.js';
import { type OrderDownload, type OrderDownloads, stateLabel } from './order-downloads.js';

interface DownloadPageDeps {
  readonly scope: Pick<PluginScope, '__' | 'homeUrl' | 'wpHash' | 'useAsset' | 'log'>;
  readonly downloads: OrderDownloads;
  readonly permissions: Pick<DownloadPermissions, 'count'>;
  readonly fileStore: FileStore;
}

/** Time within which partial requests belong to the download already counted, in milliseconds. */
const DOWNLOAD_WINDOW_MS = 60 * 60_000;
const NO_INDEX = { ...PRIVATE_HEADERS, 'X-Robots-Tag': 'noindex, nofollow' };

/** The `/download/:permission/:signature/` route: sends the file to anyone with its URL. */
export function downloadPage({ scope, downloads, permissions, fileStore }: DownloadPageDeps): FrontRoute {
  const { __ } = scope;

  function showRefusal(order: OrderRecord, text: string, status: number): Reply {
    scope.useAsset('store-checkout');
    const data = { text, orderUrl: scope.homeUrl(`/order/${order.key}/`), contactUrl: scope.homeUrl('/contact/') };
    return {
      kind: 'page',
      status,
      title: __('Download'),
      view: 'downloads/refused',
      data,
      robots: 'noindex, nofollow',
      canonical: '/',
      headers: NO_INDEX,
      bodyClass: ['store-download'],
    };
  }

  /**
   * Whether the download was counted within the last hour. Further partial requests then belong to it: media players,
   * and browsers that resume a download, fetch a file in parts.
   */
  const wasCountedRecently = ({ permission }: OrderDownload): boolean =>
    permission.last_download_at !== null &&
    Date.parse(`${permission.last_download_at.replace(' ', 'T')}Z`) > Date.now() - DOWNLOAD_WINDOW_MS;

  async function send(request: PageRequest, order: OrderRecord, download: OrderDownload): Promise<Reply> {
    const {
      permission,
      file: { file, name },
    } = download;
    const size = await fileStore.size(file);
    if (size === undefined) {
      scope.log.error('a purchased file is missing from the disk', { file: file.id, order: order.id });
      return showRefusal(
        order,
        __('This file is missing from the shop. Please contact us: this attempt was not counted.'),
        503,
      );
    }
    const etag = `"${file.path.slice(0, 16)}"`;
    // Range requests are defined only for GET (RFC 9110, 14.2).
    const acceptsRange = request.method === 'GET' && [undefined, etag].includes(request.header('if-range'));
    const range = acceptsRange ? byteRange(request.header('range'), size) : undefined;
    const headers = { ...NO_INDEX, 'Accept-Ranges': 'bytes', ETag: etag };
    if (range === null)
      return {
        kind: 'body',
        status: 416,
        type: file.type,
        body: '',
        headers: { ...headers, 'Content-Range': `bytes */${size}` },
      };
    // A range that covers the whole file counts as a new download.
    const isPart = range !== undefined && range.end - range.start + 1 < size;
    const isUncounted = request.method === 'HEAD' || (isPart && wasCountedRecently(download));
    if (!isUncounted && !(await permissions.count(permission.id, request.userId, Date.now())))
      return showRefusal(order, stateLabel('exhausted', scope), 403);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    return {
      kind: 'body',
      status: range ? 206 : 200,
      type: file.type,
      body: size === 0 ? '' : fileStore.read(file, start, end),
      headers: {
        ...headers,
        'Content-Disposition': asAttachment(fileName(name, file.name)),
        'Content-Length': String(size === 0 ? 0 : end - start + 1),
        ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
      },
    };
  }

  return {
    path: '/download/:permission/:signature/',
    methods: ['GET'],
    async handler(request) {
      const { permission = '', signature = '' } = request.params;
      const match = /^\d{1,9}$/.test(permission) ? await downloads.find(Number(permission)) : null;
      if (!match || !isSigned(scope, signature, { id: Number(permission) }, match.order)) return undefined;
      const { order, download } = match;
      // The last permitted download may continue after it was counted.
      const isContinuation = request.header('range') !== undefined && wasCountedRecently(download);
      const state = download.state === 'exhausted' && isContinuation ? 'available' : download.state;
      if (state !== 'available') return showRefusal(order, stateLabel(state, scope), 403);
      const refusal = await downloads.deniedReason(order, 'page');
      return refusal === '' ? send(request, order, download) : showRefusal(order, refusal, 403);
    },
  };
}

/** Returns the owner's name for the file, with the extension of the file. */
function fileName(name: string, original: string): string {
  const extension = /\.[a-z\d]{1,10}$/i.exec(original)?.[0] ?? '';
  return extension === '' || name.toLowerCase().endsWith(extension.toLowerCase()) ? name : `${name}${extension}`;
}
