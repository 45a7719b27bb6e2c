import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { Browser, BUYER, type Visit } from '../store/shopper.js';
import { P24, Przelewy24Double } from './przelewy24-double.js';
import { assertDefined } from '../kit/assert-defined.js';

const SANDBOX = 'https://sandbox.przelewy24.pl';

/** A plugin that saves a product through the store's services and records the store's actions. */
const PROBE = `export default { boot(scope) {
  globalThis.recordedPayments = [];
  scope.addAction('store/payment_complete', (order, payment) => void globalThis.recordedPayments.push(['paid', order.number, order.status, payment.amount]), 10, 2);
  scope.addAction('store/order_refunded', (order, refund) => void globalThis.recordedPayments.push(['refunded', order.number, order.status, refund.amount]), 10, 2);
} };`;

interface Row extends Record<string, unknown> {
  readonly id: number;
}

/** A shop with one mug and payments through the Przelewy24 test double. */
export interface PayingShop extends TestSite {
  readonly double: Przelewy24Double;
  readonly mugId: number;
  shopper(): Browser;
  admin(): Promise<Browser>;
  /** Orders a mug and continues to the provider. Returns the ids and the redirect. */
  buy(buyer?: Browser): Promise<{ readonly sessionId: string; readonly path: string; readonly visit: Visit }>;
  /** Sends a webhook as the provider would. Returns the status. */
  send(notice: object): Promise<number>;
  order(): Promise<Row>;
  payments(): Promise<Row[]>;
  refunds(): Promise<Row[]>;
  events(): Promise<string[]>;
  recordedPayments(): unknown[][];
  stock(): Promise<number>;
  emails(): string[];
  /** Runs the shop's scheduled payment jobs. */
  minutesLater(): Promise<void>;
  /** Runs the same jobs after the payment deadline of the order. */
  timeIsOver(): Promise<void>;
}

export async function bootPayingShop(engine: Engine): Promise<PayingShop> {
  const site = await bootSite({
    engine,
    setup: {
      name: 'paying shop',
      async run(test) {
        await activatePlugin(test, 'store');
        await activatePlugin(test, 'payments-przelewy24');
        await activatePlugin(test, 'hearing', { 'index.js': PROBE });
        await test.inContext(async () => {
          await test.site.options.updateOption('store_payment_przelewy24', {
            enabled: true,
            merchant_id: String(P24.merchantId),
            pos_id: '',
            sandbox: true,
          });
          await test.site.options.updateOption('store_payment_secrets_przelewy24', {
            crc: P24.crc,
            api_key: P24.apiKey,
          });
          await test.site.options.updateOption('store_commerce_settings', {
            ordersPerEmail: 1000,
            ordersPerNetwork: 10_000,
            ordersPerSession: 1000,
          });
        });
        await test.site.db()('store_products').insert({
          slug: 'mug',
          name: 'Mug',
          search: 'mug',
          short_description: '',
          description: '',
          fields: '{}',
          status: 'publish',
          created_at: '2028-01-01 00:00:00',
          updated_at: '2028-01-01 00:00:00',
          regular_price: 4999,
          price: 4999,
          max_price: 4999,
          tax_rate: 2300,
          stock_quantity: 10,
          stock: 'instock',
        });
      },
    },
  });
  const double = new Przelewy24Double();
  const url = await double.start();
  const { fetch } = globalThis;
  // The plugin contains the provider's URL; requests are redirected to the test double.
  globalThis.fetch = (target, init) =>
    fetch(typeof target === 'string' && target.startsWith(SANDBOX) ? target.replace(SANDBOX, url) : target, init);
  const rows = (table: string): Promise<Row[]> => site.site.db()(table).orderBy('id').select('*');
  const { id: mugId } = assertDefined((await site.site.db()('store_products').select('id'))[0]);
  const runCron = async (): Promise<void> => {
    await site.site.db()('cron_events').where({ hook: 'store/unpaid_orders' }).update({ timestamp: 1_000_000 });
    await site.inContext(async () => void (await site.site.cron.runDueEvents()));
  };

  return {
    ...site,
    double,
    mugId,
    shopper: () => new Browser(site.url),
    async admin() {
      const owner = new Browser(site.url);
      await owner.logIn(ADMIN.login, ADMIN.password);
      return owner;
    },
    async buy(buyer = new Browser(site.url)) {
      await buyer.get('/product/mug/');
      await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
      await buyer.get('/checkout/');
      await buyer.submit({ update: '1' }, { ...BUYER, payment_method: 'przelewy24' }, 'order_token');
      const visit = await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'przelewy24' }, 'order_token');
      const { order_key: key } = (await rows('store_orders')).at(-1) as unknown as { order_key: string };
      const redirectUrl = visit.headers.get('location') ?? '';
      return { sessionId: redirectUrl === '' ? '' : double.sessionOf(redirectUrl), path: `/order/${key}/`, visit };
    },
    async send(notice) {
      const response = await fetch(`${site.url}/wp-json/store/v1/payments/przelewy24/webhook`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(notice),
      });
      await response.text();
      return response.status;
    },
    order: async () => (await rows('store_orders')).at(-1) as Row,
    payments: () => rows('store_payments'),
    refunds: () => rows('store_refunds'),
    events: async () =>
      (await rows('store_order_events')).map(
        ({ from_status: from, to_status: to, note }) => `${String(from)} → ${String(to)}: ${String(note)}`,
      ),
    recordedPayments: () => (globalThis as unknown as { recordedPayments: unknown[][] }).recordedPayments,
    stock: async () =>
      Number(
        (
          await site.site.db()('store_products').where({ id: mugId }).first<{
            stock_quantity: number;
          }>('stock_quantity')
        ).stock_quantity,
      ),
    emails() {
      const folder = join(site.site.config.dataDir, 'mail');
      return readdirSync(folder)
        .sort()
        .map((file) => readFileSync(join(folder, file), 'utf8').replace(/=\n/g, ''));
    },
    async minutesLater() {
      await site.site
        .db()('store_payments')
        .update({ checked_at: site.site.db().raw("'2020-01-01 00:00:00'") });
      await site.site.db()('store_refunds').update({ updated_at: '2020-01-01 00:00:00' });
      await runCron();
    },
    async timeIsOver() {
      await site.site
        .db()('store_orders')
        .whereIn('status', ['pending', 'on-hold'])
        .update({ pay_until: '2020-01-01 00:00:00' });
      await runCron();
    },
    async close() {
      globalThis.fetch = fetch;
      await double.stop();
      await site.close();
    },
  };
}
