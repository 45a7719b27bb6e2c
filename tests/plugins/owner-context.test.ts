import { openDatabase } from '../../core/db/index.js';
import { defaultEngines } from '../kit/databases.js';
import { mysqlServer } from '../kit/mysql-server.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { until } from '../chaos/site-process.js';

describe.each(defaultEngines)('bundled shop plugins on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, shop: true });
  });
  afterAll(() => test.close());

  const status = async (id: string): Promise<string | undefined> =>
    (await test.inContext(() => test.site.plugins.record(id)))?.status;

  it('never pause because of their errors, which are listed', async () => {
    for (const id of ['store', 'compliance']) {
      for (let i = 0; i < 4; i++) {
        test.site.plugins.pluginErrors.record(id, 'hook the_content', new Error('broken'));
        test.site.plugins.pluginErrors.recordUncaught(id, 'later, from hook the_content', new Error('broken'));
      }
    }
    await test.site.plugins.pluginErrors.flush();
    expect([await status('store'), await status('compliance')]).toEqual(['active', 'active']);
    expect(await test.inContext(() => test.site.plugins.pluginErrors.list('compliance'))).toMatchObject([
      { message: 'broken', count: 4 },
      { message: 'broken', count: 4 },
    ]);
    expect((await fetch(`${test.url}/shop/`)).status).toBe(200);
  });

  it('return 503 at checkout while active compliance does not run', async () => {
    await test.inContext(() => test.site.plugins.pause('compliance', 'It kept the site from answering.'));
    try {
      for (const method of ['GET', 'POST']) {
        const response = await fetch(`${test.url}/checkout/`, { method, redirect: 'manual' });
        expect([method, response.status, response.headers.get('retry-after')]).toEqual([method, 503, '300']);
        expect(await response.text()).toContain('Orders are currently unavailable');
      }
      expect((await fetch(`${test.url}/cart/`)).status).toBe(200);
      expect((await fetch(`${test.url}/shop/`)).status).toBe(200);
    } finally {
      await test.inContext(() => test.site.plugins.resume('compliance'));
      await test.inContext(() => test.site.plugins.reconcile());
    }
    expect((await fetch(`${test.url}/checkout/`, { redirect: 'manual' })).status).toBe(303);
  });

  it('sell without compliance after the owner deactivated it', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins('compliance'));
    expect((await fetch(`${test.url}/checkout/`, { redirect: 'manual' })).status).toBe(303);
    expect(await test.inContext(() => test.site.plugins.activatePlugin('compliance'))).toBeNull();
  });

  it('record no plugin error when a command throws a PlinthError', async () => {
    await activatePlugin(test, 'finder', {
      'index.js': `import { PlinthError } from 'plinth'; export default { boot(scope) { scope.addCommand({ name: 'find products', description: 'Finds.', async run() { throw new PlinthError('found', 'Three products are missing.'); } }); } };`,
    });
    const command = test.site.plugins.registries.commands.all().find(({ value }) => value.name === 'find products');
    for (let i = 0; i < 3; i++)
      await expect(test.inContext(async () => command?.value.run([], {}, {} as never))).rejects.toThrow(
        'Three products are missing.',
      );
    await test.site.plugins.pluginErrors.flush();
    expect(await test.inContext(() => test.site.plugins.pluginErrors.list('finder'))).toEqual([]);
  });
});

(mysqlServer ? describe : describe.skip)('hook callbacks that read a locked table', () => {
  it('skips callbacks without plugin errors until the table is unlocked', async () => {
    const test = await bootSite({ engine: 'mysql' });
    try {
      await activatePlugin(test, 'reader', {
        'index.js':
          "export default { boot(scope) { scope.addFilter('body_class', async (list) => { await scope.db()('posts').count('id as n').first(); return [...list, 'read']; }); } };",
      });
      const { hooks } = test.site;
      // A single connection, which holds the lock.
      const otherConnection = openDatabase({ url: test.site.config.databaseUrl, file: '', poolMax: 1 });
      await otherConnection().raw('LOCK TABLES posts WRITE');
      const runs = [0, 1, 2, 3].map(() => test.inContext(async () => hooks.applyFilters('body_class', ['a'], [])));
      expect(await Promise.all(runs)).toEqual(runs.map(() => ['a']));
      await otherConnection.destroy();
      await test.site.plugins.pluginErrors.flush();
      expect(await test.inContext(() => test.site.plugins.pluginErrors.list('reader'))).toEqual([]);
      expect((await test.inContext(() => test.site.plugins.record('reader')))?.status).toBe('active');
      await until(
        'the table is free',
        async () => (await test.inContext(async () => hooks.applyFilters('body_class', ['a'], []))).includes('read'),
        10_000,
      );
    } finally {
      await test.close();
    }
  });
});
