import { mysqlServer } from '../kit/mysql-server.js';
import { createLine, type Line } from './cut-off.js';
import { below } from './processes.js';
import {
  openSiteSandbox,
  type SiteSandbox,
  install,
  plinth,
  type SiteProcess,
  startSite,
  until,
} from './site-process.js';

const page = (path: string, work: string): string =>
  `module.exports = { boot(scope) { scope.registerFrontRoute({ path: '${path}', async handler() { ${work}; return { kind: 'body', type: 'text/plain', body: 'fine' }; } }); } };`;

const responds = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** One test of each kind; `npm run test:chaos` runs all of them. */
describe('site whose process fails', () => {
  let environment: SiteSandbox;
  let site: SiteProcess;
  beforeAll(async () => {
    environment = await openSiteSandbox('sqlite', { WATCHDOG_SECONDS: '2', NODE_OPTIONS: '--max-old-space-size=300' });
    environment.addPlugin('loops', page('/loops/', 'while (true) { /* nothing */ }'));
    environment.addPlugin(
      'grows',
      page('/grows/', 'const all = []; while (true) { all.push(new Array(1000).fill(all.length)); await null; }'),
    );
    environment.addPlugin('sound', page('/sound/', ''));
    await install(environment, ['loops', 'grows', 'sound']);
    site = await startSite(environment.settings);
  });
  afterAll(async () => {
    site.child.kill('SIGKILL');
    await site.exited;
    await environment.drop();
  });

  const stateOf = (id: string): string | undefined =>
    (
      JSON.parse(plinth(environment.settings, 'plugin', 'list', '--format=json').stdout) as {
        name: string;
        state: string;
      }[]
    ).find(({ name }) => name === id)?.state;

  it.each(['loops', 'grows'])('restarts without the plugin that %s while others keep answering', async (id) => {
    await until(
      'the plugin is paused',
      async () => {
        await fetch(`${site.url}/${id}/`, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
        return (await responds(`${site.url}/sound/`)) && stateOf(id) === 'paused';
      },
      120_000,
    );
    expect(stateOf('sound')).toBe('active');
  });

  it('restarts when its process is killed', async () => {
    const [killed] = below(site.child.pid ?? 0);
    process.kill(killed ?? 0, 'SIGKILL');
    await until(
      'another process responds',
      async () => {
        const [running] = below(site.child.pid ?? 0);
        return running !== undefined && running !== killed && (await responds(`${site.url}/sound/`));
      },
      60_000,
    );
  });
});

const ifMysql = mysqlServer ? describe : describe.skip;

ifMysql('site whose database connection breaks', () => {
  let environment: SiteSandbox;
  let line: Line;
  let site: SiteProcess;
  beforeAll(async () => {
    environment = await openSiteSandbox('mysql');
    line = await createLine(Number(new URL(mysqlServer ?? '').port || 3306));
    await install(environment, []);
    const far = new URL(environment.databaseUrl ?? '');
    far.port = String(line.port);
    site = await startSite({ ...environment.settings, DATABASE_URL: far.href });
  });
  afterAll(async () => {
    site.child.kill('SIGKILL');
    await site.exited;
    await line.close();
    await environment.drop();
  });

  it('returns 503 with Retry-After, and 200 again without a restart', async () => {
    await line.cut();
    const page = await fetch(`${site.url}/`);
    expect([page.status, page.headers.has('retry-after')]).toEqual([503, true]);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
    await line.restore();
    await until('the site responds', () => responds(`${site.url}/`), 30_000);
  });
});
