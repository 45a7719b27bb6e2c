import { type PluginScope, toUtcString } from 'plinth';
import { formatAmount } from '../money/money.js';
import { registerEraser, registerExporter, type PersonalRecord } from '../privacy/personal-data.js';
import { localDay, siteZone } from '../time/local-time.js';
import type { OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';

const PER_PAGE = 100;
/** Tables that belong to an order: they stay and go with it. */
const ORDER_TABLES = [
  'store_orders',
  'store_order_lines',
  'store_order_meta',
  'store_order_events',
  'store_order_tokens',
  'store_payments',
  'store_refunds',
  'store_download_permissions',
  'store_download_log',
  'store_emails',
] as const;
/**
 * Number of years after the year of sale for which orders are retained. The law requires five years from the end of the
 * year in which the tax was due.
 */
const RETENTION_YEARS = 6;

/**
 * Whether the law requires the shop to retain the customer's data in an order. It does not for canceled orders.
 * @param year current year in the site's time zone
 * @param zone the site's time zone
 */
export function mustBeRetained(
  { status, createdAt }: Pick<OrderRecord, 'status' | 'createdAt'>,
  year: number,
  zone: string,
): boolean {
  return status !== 'cancelled' && Number(localDay(createdAt, zone).slice(0, 4)) + RETENTION_YEARS >= year;
}

/** Adds orders to the site's personal data exporters and erasers. */
export function registerOrderPersonalData(
  scope: Pick<PluginScope, 'addFilter' | '__' | '_n' | 'locale' | 'db' | 'getOption'>,
  store: Pick<OrderStore, 'listByEmail' | 'anonymize' | 'events'>,
  now: () => number = Date.now,
): void {
  const { __ } = scope;

  async function* ordersByEmail(email: string): AsyncGenerator<OrderRecord> {
    for (let after = 0; email !== '';) {
      const orders = await store.listByEmail(email, after, PER_PAGE);
      yield* orders;
      const last = orders.at(-1);
      if (!last || orders.length < PER_PAGE) return;
      after = last.id;
    }
  }

  function exportFields(order: OrderRecord): PersonalRecord['fields'] {
    const address = (postalAddress: OrderRecord['billing']): string =>
      Object.values(postalAddress)
        .filter((part) => part !== '')
        .join(', ');
    return {
      [__('Number')]: order.number,
      [__('Date')]: order.createdAt,
      [__('Status')]: order.status,
      [__('Total')]: formatAmount(order.total, order.currency, scope.locale()),
      [__('Billing address')]: address(order.billing),
      [__('Delivery address')]: address(order.shipping),
      [__('Products')]: order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', '),
      [__('Note')]: order.note,
      ...order.meta,
    };
  }

  /** Returns what is stored beside the order: its history, payments, refunds and downloads. */
  async function exportHistory({ id, currency }: OrderRecord): Promise<PersonalRecord['fields']> {
    const lines = (texts: readonly (string | null)[][]): string =>
      texts.map((parts) => parts.filter((part) => part !== null && part !== '').join(', ')).join('; ');
    const money = (minor: number | string): string => formatAmount(Number(minor), currency, scope.locale());
    const byOrder = { order_id: id };
    const payments = await scope.db()('store_payments').where(byOrder).orderBy('id').select('*');
    const refunds = await scope.db()('store_refunds').where(byOrder).orderBy('id').select('*');
    return {
      [__('History')]: lines((await store.events(id)).map(({ at, to, note }) => [at, to, note])),
      [__('Payments')]: lines(
        payments.map(({ created_at, method, amount, reference, state }) => [
          created_at,
          method,
          money(amount),
          reference,
          state,
        ]),
      ),
      [__('Refunds')]: lines(
        refunds.map(({ created_at, amount, reason, account, state }) => [
          created_at,
          money(amount),
          reason,
          account,
          state,
        ]),
      ),
      [__('Downloads')]: (await listDownloads(id)).join(', '),
    };
  }

  /** Returns the times of downloads; there is no such table without downloadable products. */
  async function listDownloads(orderId: number): Promise<string[]> {
    if (!(await scope.db().schema.hasTable('store_download_log'))) return [];
    return scope
      .db()('store_download_log')
      .join('store_download_permissions', 'store_download_permissions.id', 'store_download_log.permission_id')
      .where('store_download_permissions.order_id', orderId)
      .orderBy('store_download_log.id')
      .pluck<string[]>('store_download_log.at');
  }

  const owner = { id: 'store-orders', tables: ORDER_TABLES, label: () => __('Orders') };
  registerExporter(scope, owner, async (email) => {
    const entities: PersonalRecord[] = [];
    for await (const order of ordersByEmail(email))
      entities.push({ id: `order-${order.id}`, fields: { ...exportFields(order), ...(await exportHistory(order)) } });
    return entities;
  });
  registerEraser(scope, owner, async (email) => {
    const zone = await siteZone(scope.getOption);
    const year = Number(localDay(toUtcString(now()), zone).slice(0, 4));
    let [removed, retained] = [0, 0];
    for await (const order of ordersByEmail(email)) {
      if (mustBeRetained(order, year, zone)) retained += 1;
      else {
        await store.anonymize(order);
        removed += 1;
      }
    }
    const messages =
      retained > 0
        ? [
            scope._n(
              '%d order stays unchanged, because sales documents are kept for five years after the year in which their tax was due.',
              '%d orders stay unchanged, because sales documents are kept for five years after the year in which their tax was due.',
              retained,
            ),
          ]
        : [];
    return { removed, retained, messages };
  });
}
