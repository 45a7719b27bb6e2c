import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { visitor } from '../kit/visitor.js';
import { createLine, type Line } from './cut-off.js';
import {
  ADMIN,
  openSiteSandbox,
  type SiteSandbox,
  install,
  type SiteProcess,
  startSite,
  until,
} from './site-process.js';

const redis = process.env.TEST_REDIS_URL;

(redis ? describe : describe.skip)('site during and after a Redis outage', () => {
  let environment: SiteSandbox;
  let line: Line;
  let site: SiteProcess;

  beforeAll(async () => {
    environment = await openSiteSandbox('sqlite');
    line = await createLine(Number(new URL(redis ?? '').port || 6379));
    await install(environment, []);
    const far = new URL(redis ?? '');
    far.port = String(line.port);
    site = await startSite({ ...environment.settings, REDIS_URL: far.href, LOG_LEVEL: 'warn' });
  });
  afterAll(async () => {
    site.child.kill('SIGKILL');
    await site.exited;
    await line.close();
    await environment.drop();
  });

  const attemptLogins = async (login: string, count: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++)
      statuses.push((await visitor(site.url).post('/wp-login.php', { log: login, pwd: 'wrong' })).status);
    return statuses;
  };

  it.each([
    ['breaks off', (): Promise<void> => line.cut()],
    ['no longer responds', (): Promise<void> => Promise.resolve(line.hang())],
  ])('allows logins and still counts failed ones when Redis %s', async (how, goAway) => {
    await goAway();
    const started = Date.now();
    await visitor(site.url).logIn(ADMIN.login, ADMIN.password);
    expect(Date.now() - started).toBeLessThan(8_000);
    expect((await attemptLogins(`stranger ${how}`, 6)).at(-1)).toBe(429);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    await line.restore();
    const server = new Redis(redis ?? '');
    const count = async (): Promise<number> => (await server.keys('plinth:*:limit:*')).length;
    const before = await count();
    await until('it counts in Redis again', async () => {
      await attemptLogins(randomUUID(), 1);
      return (await count()) > before;
    });
    await server.quit();
  });

  it('logs the outage and does not end the process', async () => {
    expect(site.output()).toContain('Redis does not respond');
    expect(await site.stop()).toBe(0);
  });
});
