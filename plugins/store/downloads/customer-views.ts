import type { PageRequest, PluginScope } from 'plinth';
import type { DownloadContext, Order, ProductRecord, StorePlugin } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { downloadUrl } from './download-url.js';
import { type OrderDownload, type OrderDownloads, formatSize, stateLabel } from './order-downloads.js';
import type { ProductFiles } from './product-files.js';

interface CustomerViewDeps {
  readonly scope: Pick<PluginScope, '__' | 'render' | 'locale' | 'homeUrl' | 'wpHash' | 'addFilter' | 'addAction'>;
  readonly store: Pick<OrderStore, 'find' | 'list'>;
  readonly downloads: OrderDownloads;
}

/** Maximum number of orders whose files the account lists. */
const MAX_ORDERS = 100;
/** Emails to the shop, or about orders that are canceled, unpaid or refunded. */
const EXCLUDED_EMAILS = ['new_order', 'payment_failed', 'cancelled', 'unpaid', 'refunded', 'refund'];

/** Shows customers their files: on the order page, in its emails and in the account. */
export function showDownloads({ scope, store, downloads }: CustomerViewDeps): void {
  const { __ } = scope;

  function row(
    order: OrderRecord,
    { permission, file, state, downloadsRemaining }: OrderDownload,
    isDenied: boolean,
  ): object {
    const isOpen = state === 'available' && !isDenied;
    return {
      name: file.name,
      size: formatSize(file.file.bytes, scope.locale()),
      url: isOpen ? downloadUrl(scope, permission, order) : '',
      deniedReason: stateLabel(state, scope),
      left: downloadsRemaining ?? 0,
      isBounded: downloadsRemaining !== null,
      until: permission.expires_at,
    };
  }

  async function listOf(
    order: OrderRecord,
    context: DownloadContext,
  ): Promise<{ readonly rows: readonly object[]; readonly deniedReason: string }> {
    const orderDownloads = await downloads.listByOrder(order);
    const refusal = orderDownloads.some(({ state }) => state === 'available')
      ? await downloads.deniedReason(order, context)
      : '';
    return { rows: orderDownloads.map((download) => row(order, download, refusal !== '')), deniedReason: refusal };
  }

  scope.addFilter(
    'store/before_order_details',
    async (html: string, { id }: Order) => {
      const order = await store.find({ id });
      const list = order ? await listOf(order, 'page') : { rows: [] };
      return list.rows.length === 0
        ? html
        : html + (await scope.render('downloads/list', { rows: await scope.render('downloads/rows', list) }));
    },
    5,
    2,
  );

  async function account({ userId }: Pick<PageRequest, 'userId'>): Promise<string> {
    const orders = await store.list({ userId, limit: MAX_ORDERS, offset: 0 });
    const parts: object[] = [];
    for (const order of orders.filter(({ lines }) => lines.some(({ kind }) => kind === 'digital'))) {
      const list = await listOf(order, 'page');
      if (list.rows.length > 0)
        parts.push({
          rows: await scope.render('downloads/rows', list),
          number: order.number,
          createdAt: order.createdAt,
          url: scope.homeUrl(`/account/orders/${order.number}/`),
        });
    }
    return scope.render('downloads/account', { parts, shopUrl: scope.homeUrl('/shop/') });
  }

  // Tests may fire this action with only the registry under test.
  scope.addAction(
    'store/booted',
    ({ emails, accountPages }: Partial<StorePlugin>) => {
      accountPages?.register({ id: 'downloads', label: () => __('Downloads'), render: account });
      emails?.sections.register({
        id: 'downloads',
        position: 'before',
        async render({ id }, kind) {
          const order = EXCLUDED_EMAILS.includes(kind) ? null : await store.find({ id });
          const list = order ? await listOf(order, 'email') : { rows: [] };
          return list.rows.length === 0 ? '' : scope.render('downloads/email', list);
        },
      });
    },
    1,
  );
}

/** Shows on the product page that files are available immediately after payment, in place of a delivery estimate. */
export function showDownloadNotice(
  scope: Pick<PluginScope, 'addFilter' | '__' | '_n' | 'escHtml'>,
  files: Pick<ProductFiles, 'listByProducts'>,
): void {
  async function withNotice(html: string, id: number): Promise<string> {
    const sold = await files.listByProducts([id]);
    return sold.length === 0
      ? html
      : `<p class="product__download">${scope.escHtml(scope._n('%d file to download, available right after payment', '%d files to download, available right after payment', sold.length))}</p>${html}`;
  }
  scope.addFilter(
    'store/product_html',
    async (html: string, { id }: ProductRecord, { kind, stock }: { kind: string; stock: string }): Promise<string> =>
      kind === 'digital' && stock !== 'outofstock' ? withNotice(html, id) : html,
    5,
    3,
  );
}
