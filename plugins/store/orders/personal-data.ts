import { type PluginScope, toUtcString } from 'plinth';
import { formatAmount } from '../money/money.js';
import { registerEraser, registerExporter, type PersonalRecord } from '../privacy/personal-data.js';
import { localDay, siteZone } from '../time/local-time.js';
import type { OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';

const PER_PAGE = 100;
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
  scope: Pick<PluginScope, 'addFilter' | '__' | '_n' | 'locale' | 'getOption'>,
  store: Pick<OrderStore, 'listByEmail' | 'anonymize'>,
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

  const owner = { id: 'store-orders', label: () => __('Orders') };
  registerExporter(scope, owner, async (email) => {
    const entities: PersonalRecord[] = [];
    for await (const order of ordersByEmail(email))
      entities.push({ id: `order-${order.id}`, fields: exportFields(order) });
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
