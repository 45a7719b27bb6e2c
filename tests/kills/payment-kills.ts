import { join } from 'node:path';
import type { Database } from '../../core/api/index.js';
import { openDatabase } from '../../core/db/index.js';
import {
  ADMIN,
  openSiteSandbox,
  type SiteSandbox,
  install,
  type SiteProcess,
  startSite,
} from '../chaos/site-process.js';
import type { Engine } from '../kit/databases.js';
import { P24, Przelewy24Double } from '../payments/przelewy24-double.js';
import { UNLIMITED } from '../store/selling-site.js';
import { Browser, BUYER } from '../store/shopper.js';
import { arm, disarm, killingPlugin, NOWHERE, type Step } from './killing-plugin.js';
import { auditOrder, type PaidOrder } from './payment-audit.js';

/** What is in progress when the process ends: the payment webhook, the owner's refund request, the refund webhook. */
export const MOMENTS = ['payment', 'refund', 'refund told'] as const;
export type Moment = (typeof MOMENTS)[number];

export interface PaymentKillOptions {
  readonly engine: Engine;
  /** Selects the steps at which the process ends. @param steps steps of an undisturbed run */
  pick(steps: readonly string[], moment: Moment): readonly Step[];
  readonly print?: (line: string) => void;
}

export interface PaymentKillResult {
  readonly kills: number;
  /** Number of steps of an undisturbed run, by moment. */
  readonly steps: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
  readonly seconds: number;
}

const SANDBOX = 'https://sandbox.przelewy24.pl';
/** Number of webhook deliveries after which the provider gives up. */
const NOTICES = 5;

/** The tested shop in a separate process, using a test double of the provider that survives its kills. */
interface Shop {
  readonly sandbox: SiteSandbox;
  readonly double: Przelewy24Double;
  readonly owner: Browser;
  site: SiteProcess;
}

/** Kills a shop's process at each selected step of payments and refunds, restarts it, and verifies that each order is paid and refunded exactly once. */
export async function killPayments({
  engine,
  pick,
  print: log = () => undefined,
}: PaymentKillOptions): Promise<PaymentKillResult> {
  const started = Date.now();
  const double = new Przelewy24Double();
  const url = await double.start();
  const sandbox = await openSiteSandbox(engine, { WATCHDOG_SECONDS: '0' });
  const problems: string[] = [];
  const steps: Record<string, number> = {};
  let kills = 0;
  let site: SiteProcess | undefined;
  try {
    sandbox.addPlugin('killing', killingPlugin(sandbox.dataDir, { url: SANDBOX, double: url }));
    site = await openShop(sandbox);
    const owner = new Browser(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const shop: Shop = { sandbox, double, owner, site };
    for (const moment of MOMENTS) {
      const undisturbed = await runOnce(shop, moment, NOWHERE);
      if (undisturbed.killed) throw new Error('The process ended by itself.');
      problems.push(...undisturbed.problems);
      steps[moment] = undisturbed.steps.length;
      for (const step of pick(undisturbed.steps, moment)) {
        const run = await runOnce(shop, moment, step).finally(() => void (site = shop.site));
        const named = `${moment}, killed at ${String(step)} (${run.steps.at(-1) ?? 'none'})`;
        // A run may have fewer steps than the previous one, if less has to be written.
        kills += Number(run.killed);
        problems.push(...run.problems.map((problem) => `${named}: ${problem}`));
        log(`${engine}: ${named}: ${run.problems.length === 0 ? 'kept' : run.problems.join('; ')}`);
      }
    }
    return { kills, steps, problems, seconds: Math.round((Date.now() - started) / 1000) };
  } finally {
    site?.child.kill('SIGKILL');
    await site?.exited;
    await double.stop();
    await sandbox.drop();
  }
}

async function openShop(sandbox: SiteSandbox): Promise<SiteProcess> {
  await install(sandbox, ['store', 'payments-przelewy24', 'killing']);
  const first = await startSite(sandbox.settings);
  await first.stop();
  await sandbox.inSite(async ({ options }) => {
    await options.updateOption('store_commerce_settings', UNLIMITED);
    await options.updateOption('store_payment_przelewy24', {
      enabled: true,
      merchant_id: String(P24.merchantId),
      pos_id: '',
      sandbox: true,
    });
    await options.updateOption('store_payment_secrets_przelewy24', { crc: P24.crc, api_key: P24.apiKey });
  });
  await withDatabase(
    sandbox,
    async (db) =>
      void (await db()('store_products').insert({
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
        stock_quantity: 1_000_000,
        stock: 'instock',
      })),
  );
  return startSite(sandbox.settings);
}

/** Takes an order from the cart to the moment, kills the process at a step, and checks the result. */
async function runOnce(
  shop: Shop,
  moment: Moment,
  step: Step,
): Promise<{ readonly steps: readonly string[]; readonly killed: boolean; readonly problems: readonly string[] }> {
  const order = await buy(shop);
  const notifyPayment = (): Promise<void> => deliverNotice(shop, () => shop.double.notice(order.sessionId));
  shop.double.pay(order.sessionId);
  if (moment !== 'payment') await notifyPayment();
  const refundRequest = moment === 'payment' ? undefined : await requestFor(shop, order.id);
  const refund = async (): Promise<void> =>
    void (await shop.owner.post(refundRequest?.path ?? '', refundRequest?.fields ?? {}));
  if (moment === 'refund told') await refund();
  const notifyRefund = (): Promise<void> =>
    deliverNotice(shop, () => shop.double.refundNotice(refundOf(shop, order), 0));

  const act = {
    payment: () => send(shop, shop.double.notice(order.sessionId)),
    refund,
    'refund told': () => send(shop, shop.double.refundNotice(refundOf(shop, order), 0)),
  }[moment];
  arm(shop.sandbox.dataDir, step);
  const killed = await act().then(
    () => false,
    (error: unknown) => {
      if (!isCutOff(error)) throw error;
      return true;
    },
  );
  const steps = disarm(shop.sandbox.dataDir);
  if (killed) {
    await shop.site.exited;
    shop.site = await startSite(shop.sandbox.settings);
  }

  // The provider repeats its webhook, and the owner submits the form again.
  if (moment === 'payment') await notifyPayment();
  else {
    if (moment === 'refund') await refund();
    await minutesLater(shop);
    await notifyRefund();
  }
  const problems = await withDatabase(shop.sandbox, (db) =>
    auditOrder(db, shop.double, { ...order, isRefunded: moment !== 'payment' }),
  );
  return { steps, killed, problems };
}

async function buy({ site, sandbox, double }: Shop): Promise<PaidOrder> {
  const buyer = new Browser(site.url);
  await buyer.get('/product/mug/');
  await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
  await buyer.get('/checkout/');
  await buyer.submit({ update: '1' }, { ...BUYER, payment_method: 'przelewy24' }, 'order_token');
  const visit = await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'przelewy24' }, 'order_token');
  const { id } = await withDatabase<{
    id: number;
  }>(sandbox, async (db) => db()('store_orders').orderBy('id', 'desc').first('id'));
  return { id, sessionId: double.sessionOf(visit.headers.get('location') ?? '') };
}

/** The form for a full refund. */
async function requestFor(
  { owner }: Shop,
  id: number,
): Promise<{ readonly path: string; readonly fields: Readonly<Record<string, string>> & Record<string, string> }> {
  const path = `/wp-admin/admin.php?page=store-order&id=${id}`;
  await owner.get(path);
  return { path, fields: { ...owner.form('refund_key').fields, action: 'refund', restock: '1' } };
}

function refundOf({ double }: Shop, { sessionId }: PaidOrder): Przelewy24Double['refunds'][number] {
  const found = double.refunds.find((refund) => refund.sessionId === sessionId);
  if (!found) throw new Error('The provider was never asked to give the refund.');
  return found;
}

/** Sends a webhook once. @returns the status */
async function send({ site }: Shop, notice: object): Promise<number> {
  const response = await fetch(`${site.url}/wp-json/store/v1/payments/przelewy24/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(notice),
  });
  await response.text();
  return response.status;
}

/** Sends a webhook until it succeeds, as providers do. */
async function deliverNotice(shop: Shop, notice: () => object): Promise<void> {
  let status = 0;
  for (let left = NOTICES; left > 0 && status !== 200; left--) status = await send(shop, notice());
  if (status !== 200) throw new Error(`A notice was answered ${status} again and again.`);
}

/** Runs the shop's scheduled job, with all pending payments and refunds due. */
async function minutesLater({ site, sandbox }: Shop): Promise<void> {
  await withDatabase(sandbox, async (db) => {
    await db()('store_payments').where({ state: 'started' }).update({ checked_at: '2020-01-01 00:00:00' });
    await db()('store_refunds')
      .whereIn('state', ['requested', 'waiting'])
      .update({ updated_at: '2020-01-01 00:00:00' });
  });
  const response = await fetch(`${site.url}/wp-json/minutes/v1/later`, { method: 'POST' });
  if (response.status !== 200) throw new Error(`The job of every few minutes answered ${response.status}.`);
}

async function withDatabase<T>({ databaseUrl, dataDir }: SiteSandbox, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ ...(databaseUrl ? { url: databaseUrl } : {}), file: join(dataDir, 'site.sqlite') });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Whether an error is that of a broken connection. */
function isCutOff(error: unknown): boolean {
  return /^TypeError: (?:fetch failed|terminated)/.test(String(error));
}
