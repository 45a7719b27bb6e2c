import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { mysqlServer } from '../kit/mysql-server.js';
import {
  ADMIN,
  openSiteSandbox,
  freePort,
  type SiteSandbox,
  type SiteProcess,
  startSite,
  until,
} from './site-process.js';
import { assertDefined } from '../kit/assert-defined.js';

const redis = process.env.TEST_REDIS_URL;
const SITE = 'http://shop.test';

interface NodeResponse {
  readonly status: number;
  readonly text: string;
  readonly cookies: string;
}

interface RequestOptions {
  readonly cookies?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly authorization?: string;
  readonly method?: string;
}

/** Sends a request to one node, as the proxy in front of it would. */
function sendRequest(
  node: SiteProcess,
  path: string,
  { cookies = '', form, json, authorization, method }: RequestOptions = {},
): Promise<NodeResponse> {
  const text = json && JSON.stringify(json);
  const body = form ? new URLSearchParams(form).toString() : text;
  const headers = {
    host: 'shop.test',
    cookie: cookies,
    ...(authorization ? { authorization } : {}),
    ...(body === undefined
      ? {}
      : {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: node.port, path, method: method ?? (body === undefined ? 'GET' : 'POST'), headers },
      (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; '),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Appends a line for each event and job that runs; `/slow/` responds after three seconds. */
const WITNESS = `
  const { appendFileSync } = require('node:fs');
  const { join } = require('node:path');
  module.exports = { boot(scope) {
    const log = join(scope.plugin.folder, '..', '..', 'runs.txt');
    scope.addAction('witness_event', (n) => appendFileSync(log, 'event ' + n + ' by ' + process.pid + '\\n'));
    scope.registerJob('witness-job', (n) => appendFileSync(log, 'job ' + n + ' by ' + process.pid + '\\n'));
    scope.registerFrontRoute({ path: '/slow/', async handler() {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return { kind: 'body', type: 'text/plain', body: 'slow but whole' };
    } });
    scope.registerRestRoute('witness/v1', '/here', { methods: 'GET', permissionCallback: () => true, callback: () => 'here' });
  } };`;

const ifServers = mysqlServer && redis ? describe : describe.skip;

ifServers('two nodes of one site', () => {
  let environment: SiteSandbox;
  let nodes: readonly [SiteProcess, SiteProcess];
  let cookies = '';
  let authorization = '';

  const start = async (port?: number): Promise<SiteProcess> =>
    startSite({
      ...environment.settings,
      PORT: String(port ?? (await freePort())),
      SITE_URL: SITE,
      REDIS_URL: redis ?? '',
      DEMO: '1',
    });
  const log = (): string[] => {
    const file = join(environment.dataDir, 'runs.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };

  beforeAll(async () => {
    environment = await openSiteSandbox('mysql');
    environment.addPlugin('witness', WITNESS);
    nodes = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    for (const node of nodes) node.child.kill('SIGKILL');
    await Promise.all(nodes.map((node) => node.exited));
    await environment.drop();
  });

  it('create one administrator and one demo shop when first started together', async () => {
    await until(
      'both serve the demo',
      async () =>
        (await Promise.all(nodes.map((node) => sendRequest(node, '/shop/')))).every(({ status }) => status === 200),
      60_000,
    );
    await environment.inSite(async ({ db, cron }) => {
      expect(await db()('users').pluck('user_login')).toEqual([ADMIN.login]);
      const [{ products }] = (await db()('store_products').count({ products: '*' })) as [{ products: number }];
      const [{ names }] = (await db()('store_products').countDistinct({ names: 'slug' })) as [{ names: number }];
      expect(products).toBeGreaterThan(10);
      expect(products).toBe(names);
      const hooks = (await cron.getCronEvents()).map(({ hook, args }) => `${hook} ${JSON.stringify(args)}`);
      expect(hooks.filter((hook, index) => hooks.indexOf(hook) !== index)).toEqual([]);
      expect(await db()('plugin_errors').count({ n: '*' })).toEqual([{ n: 0 }]);
    });
    expect(nodes.map((node) => node.output()).join('')).not.toMatch(/"level":(?:50|60)/);
  });

  it('share login sessions', async () => {
    const form = await sendRequest(nodes[0], '/wp-login.php');
    const loggedIn = await sendRequest(nodes[0], '/wp-login.php', {
      cookies: form.cookies,
      form: { log: ADMIN.login, pwd: ADMIN.password },
    });
    expect(loggedIn.status).toBe(302);
    cookies = loggedIn.cookies;
    for (const node of nodes) expect((await sendRequest(node, '/wp-admin/', { cookies })).status).toBe(200);
  });

  it('show settings changed on the other node with the next request', async () => {
    const password = await environment.inSite(async ({ passwords }) => {
      const created = await passwords.createApplicationPassword(1, { name: 'nodes' });
      return 'password' in created ? created.password : '';
    });
    authorization = `Basic ${Buffer.from(`${ADMIN.login}:${password}`).toString('base64')}`;
    expect(
      (await sendRequest(nodes[0], '/wp-json/wp/v2/settings', { json: { title: 'Changed on one' }, authorization }))
        .status,
    ).toBe(200);
    expect((await sendRequest(nodes[1], '/')).text).toContain('Changed on one');
  });

  it('activate and deactivate plugins together', async () => {
    const change = (status: string): Promise<NodeResponse> =>
      sendRequest(nodes[0], '/wp-json/wp/v2/plugins/witness', { json: { status }, authorization, method: 'PUT' });
    const changed = await change('active');
    expect({ status: changed.status, text: changed.status === 200 ? '' : changed.text }).toEqual({
      status: 200,
      text: '',
    });
    expect((await sendRequest(nodes[1], '/wp-json/witness/v1/here')).text).toBe('"here"');
    expect((await change('inactive')).status).toBe(200);
    expect((await sendRequest(nodes[1], '/wp-json/witness/v1/here')).status).toBe(404);
    expect((await change('active')).status).toBe(200);
  });

  it('run each scheduled event and each job once', async () => {
    const numbers = [1, 2, 3, 4, 5];
    await environment.inSite(async ({ cron }) => {
      for (const n of numbers) {
        await cron.wpScheduleSingleEvent(1_000_000 + n, 'witness_event', [n]);
        await cron.enqueueJob('witness-job', n);
      }
    });
    await until('all have run', () => log().length >= 10, 40_000);
    // One more scheduler run on both nodes, in which nothing may run twice.
    await new Promise((resolve) => setTimeout(resolve, 16_000));
    expect(
      log()
        .map((line) => line.replace(/ by \d+/, ''))
        .sort(),
    ).toEqual(numbers.flatMap((n) => [`event ${n}`, `job ${n}`]).sort());
  });

  it('count failed logins together', async () => {
    const attempt = (node: SiteProcess): Promise<NodeResponse> =>
      sendRequest(node, '/wp-login.php', { form: { log: ADMIN.login, pwd: 'wrong' } });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await attempt(assertDefined(nodes[n % 2]))).status);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses[5]).toBe(429);
    expect((await attempt(nodes[0])).status).toBe(429);
  });

  it('finish running requests on stop while the other node keeps serving', async () => {
    const slow = sendRequest(nodes[0], '/slow/');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const started = Date.now();
    const stopped = nodes[0].stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(sendRequest(nodes[0], '/healthz')).rejects.toThrow('ECONNREFUSED');
    expect((await sendRequest(nodes[1], '/')).status).toBe(200);
    expect(await slow).toMatchObject({ status: 200, text: 'slow but whole' });
    expect(await stopped).toBe(0);
    // Idle connections do not delay the shutdown.
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it('accept sessions again after a node was killed and restarted', async () => {
    nodes[1].child.kill('SIGKILL');
    await nodes[1].exited;
    nodes = [await start(nodes[0].port), await start(nodes[1].port)];
    for (const node of nodes) expect((await sendRequest(node, '/wp-admin/', { cookies })).status).toBe(200);
  });
});
