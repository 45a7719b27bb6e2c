import { join } from 'node:path';
import type { Database } from '../../core/api/index.js';
import { openDatabase } from '../../core/db/index.js';
import { openSiteSandbox, type SiteSandbox, launchSite, startSite, until } from '../chaos/site-process.js';
import type { Engine } from '../kit/databases.js';
import { type Seeded, seeded } from '../kit/seeded.js';
import { ACCOUNT_NUMBER, UNLIMITED } from '../store/selling-site.js';
import { type Audit, audit, type StockedProduct } from './audit.js';
import { customers, type Shop } from './customers.js';
import { type OrderLog, openOrderLog } from './order-log.js';
import { openMailSink } from './mail-sink.js';

export interface KillOptions {
  readonly engine: Engine;
  readonly kills: number;
  readonly seed: number | string;
  readonly print?: (line: string) => void;
}

export interface KillResult extends Audit {
  readonly kills: number;
  /** Kills during which an order or declaration was pending. */
  readonly inTheMiddle: number;
  readonly sent: number;
  readonly again: number;
  readonly seconds: number;
}

/** Stock of each product, more than all customers buy. */
const STOCK = 1_000_000;
const BUYERS = 3;
const DECLARERS = 1;
/** Percentage of kills during startup. */
const WHILE_STARTING = 10;
/** Maximum number of rounds until all pending emails are sent; leases and retry delays need two. */
const ROUNDS = 6;
/** Milliseconds to wait for a scheduler run, which happens every 15 seconds. */
const BEAT_MS = 20_000;
const STEP_MS = 500;

/** Kills a site that takes orders repeatedly, then verifies its data. */
export async function killAgainAndAgain({
  engine,
  kills,
  seed,
  print: log = () => undefined,
}: KillOptions): Promise<KillResult> {
  const started = Date.now();
  const random = seeded(`${seed}/${engine}`);
  const thinking = random.branch('mail');
  const sink = await openMailSink(() => thinking.whole(0, 40));
  const sandbox = await openSiteSandbox(engine, {
    DEMO: '1',
    TRUST_PROXY: '1',
    WATCHDOG_SECONDS: '0',
    SMTP_URL: sink.url,
  });
  try {
    const products = await openShop(sandbox);
    const journal = openOrderLog();
    const gate = createGate();
    const shop: Shop = { url: `http://127.0.0.1:${sandbox.settings.PORT}`, products, open: gate.pass };
    const customerRuns = Promise.all(
      Array.from({ length: BUYERS + DECLARERS }, (_, n) =>
        customers(n < BUYERS ? 'buyer' : 'declarer', shop, journal, random.branch(n)),
      ),
    );
    // An error of a customer ends the run at once.
    let customerError: unknown;
    customerRuns.catch((error: unknown) => (customerError = error ?? new Error('A customer failed.')));
    for (let kill = 1; kill <= kills && customerError === undefined; kill++) {
      await killOnce(sandbox, random, gate, journal);
      log(
        `${engine}: kill ${kill} of ${kills}, ${journal.orders.length} orders and ${journal.declarations.length} declarations sent, ${journal.cutOff.at(-1) ?? 0} cut off`,
      );
    }
    gate.close();
    await customerRuns;
    await sendTheRest(sandbox);
    const found = await withDatabase(sandbox, async (db) => audit(db, journal, products, await sink.received()));
    return {
      ...found,
      kills,
      inTheMiddle: journal.cutOff.filter((waiting) => waiting > 0).length,
      sent: sentIn(journal),
      again: journal.orders.filter(({ sent }) => sent > 1).length,
      seconds: Math.round((Date.now() - started) / 1000),
    };
  } finally {
    await sink.close();
    await sandbox.drop();
  }
}

/** Creates a shop with three products whose stock does not run out. */
export async function openShop(sandbox: SiteSandbox): Promise<StockedProduct[]> {
  const site = await startSite(sandbox.settings);
  await site.stop();
  await sandbox.inSite(({ options }) =>
    options.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER, ...UNLIMITED }),
  );
  return withDatabase(sandbox, async (db) => {
    const sold = { status: 'publish', type: 'simple', kind: 'physical', stock: 'instock' };
    const rows = await db()('store_products').where(sold).orderBy('id').limit(3).select<
      {
        id: number;
        slug: string;
        sales: number;
      }[]
    >('id', 'slug', 'sales');
    await db()('store_products')
      .whereIn(
        'id',
        rows.map(({ id }) => id),
      )
      .update({ stock_quantity: STOCK });
    return rows.map(({ id, slug, sales }) => ({ productId: id, slug, sales: Number(sales), stock: STOCK }));
  });
}

async function killOnce(sandbox: SiteSandbox, random: Seeded, gate: Gate, journal: OrderLog): Promise<void> {
  if (random.chance(WHILE_STARTING)) {
    const starting = launchSite(sandbox.settings);
    await pause(random.whole(50, 1500));
    starting.child.kill('SIGKILL');
    await starting.exited;
  }
  const site = await startSite(sandbox.settings);
  const sent = sentIn(journal);
  gate.open();
  // The first pages after a start are slow; a kill before an order is sent would prove nothing.
  await until('somebody sends something', () => sentIn(journal) > sent, 60_000);
  await pause(random.whole(0, 2000));
  gate.shut();
  site.child.kill('SIGKILL');
  journal.cutOff.push(journal.waiting);
  await site.exited;
}

function sentIn({ orders, declarations }: OrderLog): number {
  return orders.length + declarations.length;
}

/** Advances the time of pending jobs and runs the site until none is left. */
export async function sendTheRest(sandbox: SiteSandbox): Promise<void> {
  const waiting = (): Promise<number> =>
    withDatabase(sandbox, async (db) => {
      const [row] = await db()('jobs')
        .whereIn('queue', ['store/send_email', 'compliance/receipt'])
        .whereIn('state', ['waiting', 'running'])
        .count<{ n: number | string }[]>({ n: '*' });
      return Number(row?.n);
    });
  for (let round = 1; round <= ROUNDS && (await waiting()) > 0; round++) {
    await withDatabase(sandbox, anHourLater);
    const site = await startSite(sandbox.settings);
    let left = await waiting();
    for (let still = 0; left > 0 && still < BEAT_MS; still += STEP_MS) {
      await pause(STEP_MS);
      const now = await waiting();
      if (now !== left) still = 0;
      left = now;
    }
    await site.stop();
  }
}

/** Moves all pending times back by one hour. */
async function anHourLater(db: Database): Promise<void> {
  const earlier = (text: string): string =>
    new Date(Date.parse(`${text.replace(' ', 'T')}Z`) - 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const jobs = await db()('jobs').whereIn('state', ['waiting', 'running']).select<
    {
      id: number;
      run_at: string;
      locked_until: string | null;
    }[]
  >('id', 'run_at', 'locked_until');
  for (const { id, run_at, locked_until } of jobs)
    await db()('jobs')
      .where({ id })
      .update({ run_at: earlier(run_at), locked_until: locked_until === null ? null : earlier(locked_until) });
  const emails = await db()('store_emails')
    .whereIn('state', ['waiting', 'sending', 'failed'])
    .select<{ id: number; changed_at: string }[]>('id', 'changed_at');
  for (const { id, changed_at } of emails)
    await db()('store_emails')
      .where({ id })
      .update({ changed_at: earlier(changed_at) });
}

/** Opens the database beside the site, without plugins. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: SiteSandbox,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ ...(databaseUrl ? { url: databaseUrl } : {}), file: join(dataDir, 'site.sqlite') });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

interface Gate {
  open(): void;
  shut(): void;
  /** Permanently: waiting customers leave. */
  close(): void;
  pass(): Promise<boolean>;
}

function createGate(): Gate {
  let state: 'open' | 'shut' | 'closed' = 'shut';
  let waiting: (() => void)[] = [];
  const move = (to: typeof state): void => {
    state = to;
    if (to === 'shut') return;
    for (const go of waiting) go();
    waiting = [];
  };
  return {
    open: () => move('open'),
    shut: () => move('shut'),
    close: () => move('closed'),
    async pass() {
      while (state === 'shut') await new Promise<void>((resolve) => waiting.push(resolve));
      return state === 'open';
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
