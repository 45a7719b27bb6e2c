import { ADMIN, openSiteSandbox, freePort, type SiteSandbox, plinth, until } from '../chaos/site-process.js';
import { audit, type StockedProduct } from '../kills/audit.js';
import { openShop, sendTheRest, withDatabase } from '../kills/kills.js';
import { type OrderLog, openOrderLog } from '../kills/order-log.js';
import { openMailSink } from '../kills/mail-sink.js';
import { type GaleraCluster, hasGalera, startGalera } from './galera.js';
import { changedOption, startOrderTraffic, type OrderTraffic } from './order-traffic.js';

type Three<T> = readonly [T, T, T];

/** Acknowledged writes required before a node counts as working. */
const ENOUGH = { orders: 4, declarations: 2, settings: 4 };
/** Only reached if something hangs. */
const TIMEOUT_MS = 120_000;
const DATABASE = 'site';

/** Allows the owner to change any option over REST. */
const OWNER = `
  module.exports = { boot(scope) {
    scope.registerRestRoute('owner/v1', '/settings', {
      methods: 'POST',
      permissionCallback: () => scope.currentUserCan('manage_options'),
      callback: async (request) => {
        await scope.updateOption(request.getParam('name'), request.getParam('value'));
        return 'saved';
      },
    });
  } };`;

const ifGalera = hasGalera ? describe : describe.skip;

ifGalera('three site nodes on a three-node Galera cluster', () => {
  let cluster: GaleraCluster;
  let environment: SiteSandbox;
  let mail: Awaited<ReturnType<typeof openMailSink>>;
  let products: StockedProduct[];
  let trafficRuns: Three<OrderTraffic>;

  beforeAll(async () => {
    cluster = await startGalera();
    const [first] = cluster.nodes;
    await cluster.query(first, `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    mail = await openMailSink(() => 0);
    environment = await createClusterSandbox(first.url(DATABASE), mail.url);
    products = await openShop(environment);
    const authorization = logInOfOwner(environment);
    const start = async (index: 0 | 1 | 2): Promise<OrderTraffic> =>
      startOrderTraffic({
        name: cluster.nodes[index].name,
        environment: {
          ...environment.settings,
          DATABASE_URL: cluster.nodes[index].url(DATABASE),
          PORT: String(await freePort()),
        },
        products,
        authorization,
      });
    trafficRuns = [await start(0), await start(1), await start(2)];
  });
  afterAll(async () => {
    for (const traffic of trafficRuns ?? []) traffic.site().child.kill('SIGKILL');
    await cluster?.close();
    await mail?.close();
    await environment?.drop();
  });

  it('take orders, declarations and settings at the same time without refusals', async () => {
    await resumeTraffic(trafficRuns);
    expect(trafficRuns.flatMap(({ journal }) => journal.refusals)).toEqual([]);
  });

  it('continue without a killed database node, and use it again after its return', async () => {
    await cluster.nodes[0].kill();
    await until('its site node is not ready', () => isUnready(trafficRuns[0]), TIMEOUT_MS);
    await expectOutage(trafficRuns[0]);
    await resumeTraffic([trafficRuns[1], trafficRuns[2]]);
    await cluster.nodes[0].restart();
    await cluster.whole();
    await allReady(trafficRuns);
    await resumeTraffic(trafficRuns);
  });

  it('return 503 without a quorum, and recover as soon as it returns', async () => {
    cluster.nodes[0].suspend();
    cluster.nodes[1].suspend();
    for (const traffic of trafficRuns) await until('no site node is ready', () => isUnready(traffic), TIMEOUT_MS);
    await until(
      'the node that is left knows that it is alone',
      async () => (await cluster.nodes[2].status('wsrep_cluster_status')) === 'non-Primary',
      TIMEOUT_MS,
    );
    for (const traffic of trafficRuns) await expectOutage(traffic);
    cluster.nodes[0].resume();
    cluster.nodes[1].resume();
    await cluster.whole();
    await allReady(trafficRuns);
    // A plugin paused because of the outage would respond with 503 for another minute.
    for (const traffic of trafficRuns) expect(await statusOf(traffic, '/withdrawal/')).toBe(200);
    await resumeTraffic(trafficRuns);
  });

  it('continue without a killed site node, and use it again after its restart', async () => {
    const { child, exited } = trafficRuns[1].site();
    child.kill('SIGKILL');
    await exited;
    await resumeTraffic([trafficRuns[0], trafficRuns[2]]);
    await trafficRuns[1].restart();
    await resumeTraffic(trafficRuns);
  });

  it('have stored all acknowledged data completely, without any plugin error', async () => {
    for (const traffic of trafficRuns) await traffic.close();
    await cluster.whole();
    await sendTheRest(environment);
    const journal = mergedLog(trafficRuns.map((traffic) => traffic.journal));
    const found = await withDatabase(environment, async (db) => audit(db, journal, products, await mail.received()));
    expect(found.problems).toEqual([]);
    const refusals = trafficRuns.flatMap((traffic) => traffic.journal.refusals);
    expect(refusals.filter((refusal) => !refusal.startsWith('503'))).toEqual([]);
    await environment.inSite(async ({ options, plugins }) => {
      for (const [index, { settings }] of trafficRuns.entries()) {
        const stored = Number(await options.getOption(changedOption(cluster.nodes[index as 0 | 1 | 2].name), 0));
        expect(stored).toBeGreaterThanOrEqual(settings.acknowledged);
        expect(stored).toBeLessThanOrEqual(settings.sent);
      }
      expect(await plugins.pluginErrors.list()).toEqual([]);
      expect(await options.getOption('plugin_pauses', {})).toEqual({});
    });
    report(found, trafficRuns, refusals.length);
  });
});

async function createClusterSandbox(databaseUrl: string, smtp: string): Promise<SiteSandbox> {
  const environment = await openSiteSandbox('sqlite', {
    DATABASE_URL: databaseUrl,
    DEMO: '1',
    TRUST_PROXY: '1',
    WATCHDOG_SECONDS: '0',
    SMTP_URL: smtp,
  });
  environment.addPlugin('owner', OWNER);
  return { ...environment, databaseUrl };
}

function logInOfOwner({ settings }: SiteSandbox): string {
  const activated = plinth(settings, 'plugin', 'activate', 'owner');
  if (activated.status !== 0) throw new Error(activated.stderr);
  const { stdout } = plinth(settings, 'user', 'application-password', 'create', ADMIN.login, 'cluster', '--porcelain');
  return `Basic ${Buffer.from(`${ADMIN.login}:${stdout.trim()}`).toString('base64')}`;
}

/** Waits until each node has acknowledged enough further writes. */
async function resumeTraffic(trafficRuns: readonly OrderTraffic[]): Promise<void> {
  for (const traffic of trafficRuns) {
    const before = traffic.acknowledged();
    await until(
      `more comes through at ${traffic.site().url}`,
      () => {
        const now = traffic.acknowledged();
        return (
          now.orders >= before.orders + ENOUGH.orders &&
          now.declarations >= before.declarations + ENOUGH.declarations &&
          now.settings >= before.settings + ENOUGH.settings
        );
      },
      TIMEOUT_MS,
    );
  }
}

async function statusOf(traffic: OrderTraffic, path: string): Promise<number> {
  const response = await fetch(traffic.site().url + path, { redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
}

async function isUnready(traffic: OrderTraffic): Promise<boolean> {
  return (await statusOf(traffic, '/readyz')) === 503;
}

async function allReady(trafficRuns: readonly OrderTraffic[]): Promise<void> {
  for (const traffic of trafficRuns)
    await until('the node is ready', async () => (await statusOf(traffic, '/readyz')) === 200, TIMEOUT_MS);
}

/** Asserts that the node responds with 503 to visitors, API clients and proxies. */
async function expectOutage(traffic: OrderTraffic): Promise<void> {
  for (const path of ['/withdrawal/', '/cart/', '/wp-json/shop/v1/search', '/wp-json/wp/v2/posts']) {
    const response = await responseOf(traffic, path);
    expect({ path, status: response.status }).toEqual({ path, status: 503 });
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect((await responseOf(traffic, '/readyz')).status).toBe(503);
  expect((await responseOf(traffic, '/healthz')).status).toBe(200);
}

/** @throws Error with the last output of the node if it closes the connection instead of responding */
async function responseOf(traffic: OrderTraffic, path: string): Promise<Response> {
  try {
    const response = await fetch(traffic.site().url + path);
    await response.arrayBuffer();
    return response;
  } catch (cause) {
    throw new Error(`${path} got no response. The node's last output: ${traffic.site().output().slice(-3000)}`, {
      cause,
    });
  }
}

/** Merges the logs of several shops, without expected refusals. */
function mergedLog(logs: readonly OrderLog[]): OrderLog {
  return {
    ...openOrderLog(),
    orders: logs.flatMap(({ orders }) => orders),
    declarations: logs.flatMap(({ declarations }) => declarations),
  };
}

function report(
  found: Awaited<ReturnType<typeof audit>>,
  trafficRuns: readonly OrderTraffic[],
  refusedCount: number,
): void {
  const acknowledged = trafficRuns.map((traffic) => traffic.acknowledged());
  const sum = (of: 'orders' | 'declarations' | 'settings'): number =>
    acknowledged.reduce((total, numbers) => total + numbers[of], 0);
  process.stderr.write(
    `Acknowledged: ${sum('orders')} orders, ${sum('declarations')} declarations, ${sum('settings')} settings. ` +
      `Stored: ${found.orders} orders (${found.unanswered} unanswered), ${found.declarations} declarations. Refused: ${refusedCount}.\n`,
  );
}
