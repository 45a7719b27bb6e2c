import { PlinthError } from '../../core/api/index.js';
import { openDatabase } from '../../core/db/index.js';
import type { EntryBreaker } from '../../core/plugins/breakers.js';
import { createFaults, type FaultOptions } from '../../core/plugins/faults.js';
import { engines, scratchDatabase } from '../kit/databases.js';
import { mysqlServer } from '../kit/mysql-server.js';
import { bootSite, switchOn, type TestSite } from '../kit/site.js';
import { until } from '../chaos/site-process.js';

/** What drivers, Node and the mail library throw when something else than the plugin's code is to blame. */
const OUTAGES: Readonly<Record<string, unknown>> = {
  'a deadlock': Object.assign(new Error('Deadlock found when trying to get lock'), { code: 'ER_LOCK_DEADLOCK', errno: 1213 }),
  'a lock wait': Object.assign(new Error('Lock wait timeout exceeded'), { code: 'ER_LOCK_WAIT_TIMEOUT', errno: 1205 }),
  'a lost connection': Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true }),
  'a read-only server': Object.assign(new Error('The MariaDB server is running with the --read-only option'), { code: 'ER_OPTION_PREVENTS_STATEMENT' }),
  'a full disk': Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  'a busy SQLite file': Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
  'a busy SQLite file, in detail': Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 261 }),
  'a full SQLite file': Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  'a lock that another process holds': new PlinthError('db_lock_timeout', 'Held.', { status: 503, kind: 'outage' }),
  'a letter that may be sent later': Object.assign(new Error('Can’t send mail - all recipients were rejected'), { code: 'EENVELOPE', responseCode: 451 }),
  'a mail server that is away': Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' }),
  'a network that is away, below fetch': new TypeError('fetch failed', { cause: Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' }) }),
  'an outage below an error of the plugin': new Error('could not save', { cause: Object.assign(new Error('Deadlock found'), { code: 'ER_LOCK_DEADLOCK' }) }),
};

const REFUSALS: Readonly<Record<string, unknown>> = {
  'a value that is too large for its column': Object.assign(new Error('Out of range value'), { code: 'ER_WARN_DATA_OUT_OF_RANGE' }),
  'a row that is there already': Object.assign(new Error('UNIQUE constraint failed'), { code: 'ERR_SQLITE_ERROR', errcode: 2067 }),
  'a refused letter': Object.assign(new Error('Can’t send mail - all recipients were rejected'), { code: 'EENVELOPE', responseCode: 550 }),
  'an answer to bad input': new PlinthError('wrong_input', 'No.', { status: 400 }),
};

const FAULTS: Readonly<Record<string, unknown>> = {
  'a thrown error': new Error('broken'),
  'a wrong statement': Object.assign(new Error('no such column: nope'), { code: 'ERR_SQLITE_ERROR', errcode: 1 }),
  'a wrong statement on MariaDB': Object.assign(new Error("Unknown column 'nope'"), { code: 'ER_BAD_FIELD_ERROR' }),
  'a wrong answer': new PlinthError('hook_wrong_answer', 'No.'),
  'a thrown text': 'oops',
};

describe('whose fault it is', () => {
  const LATE = new PlinthError('hook_over_budget', 'Late.');

  /** Whether an entry that fails so three times is left alone, and the plugin set aside when nobody waited for it. */
  async function struck(error: unknown, options: Partial<FaultOptions> = {}): Promise<{ entry: boolean; plugin: boolean }> {
    const out: string[] = [];
    const { db, drop } = await scratchDatabase('sqlite');
    const faults = createFaults({ db, log: { error: () => undefined, warn: () => undefined }, onStrikeOut: (plugin) => out.push(plugin), ...options });
    let breaker: EntryBreaker | undefined;
    for (let i = 0; i < 3; i++) {
      breaker = faults.record('shop', 'hook x', error, breaker) ?? breaker;
      faults.recordLate('shop', 'later, from hook x', error);
    }
    await faults.settle();
    await drop();
    return { entry: breaker !== undefined && !breaker.allows(), plugin: out.includes('shop') };
  }

  it.each(Object.entries({ ...OUTAGES, ...REFUSALS }))('%s is no plugin’s', async (_name, error) => {
    expect(await struck(error)).toEqual({ entry: false, plugin: false });
  });

  it.each(Object.entries(FAULTS))('%s is the plugin’s', async (_name, error) => {
    expect(await struck(error)).toEqual({ entry: true, plugin: true });
  });

  it('being late is not, while the database keeps it waiting', async () => {
    expect(await struck(LATE, { isHeldUp: () => true })).toEqual({ entry: false, plugin: false });
    expect(await struck(LATE, { isHeldUp: () => false })).toEqual({ entry: true, plugin: true });
  });

  it('what comes with the shop is named, its entry left alone, and it is never struck out', async () => {
    expect(await struck(new Error('broken'), { kept: ['shop'] })).toEqual({ entry: true, plugin: false });
  });
});

describe.each(engines)('the shop on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, shop: true });
  });
  afterAll(() => test.close());

  const status = async (id: string): Promise<string | undefined> => (await test.inContext(() => test.site.plugins.record(id)))?.status;

  it('is never set aside by the faults of its plugins, which are listed', async () => {
    for (const id of ['store', 'compliance']) {
      for (let i = 0; i < 4; i++) {
        test.site.plugins.faults.record(id, 'hook the_content', new Error('broken'));
        test.site.plugins.faults.recordLate(id, 'later, from hook the_content', new Error('broken'));
      }
    }
    await test.site.plugins.faults.settle();
    expect([await status('store'), await status('compliance')]).toEqual(['active', 'active']);
    expect(await test.inContext(() => test.site.plugins.faults.list('compliance'))).toMatchObject([{ message: 'broken', count: 4 }, { message: 'broken', count: 4 }]);
    expect((await fetch(`${test.url}/shop/`)).status).toBe(200);
  });

  it('closes the checkout with 503 while compliance is switched on and does not run, and opens it again', async () => {
    await test.inContext(() => test.site.plugins.quarantine('compliance', 'It kept the site from answering.'));
    try {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${test.url}/checkout/`, { method, redirect: 'manual' });
        expect([method, answer.status, answer.headers.get('retry-after')]).toEqual([method, 503, '300']);
        expect(await answer.text()).toContain('Nothing can be ordered at the moment');
      }
      expect((await fetch(`${test.url}/cart/`)).status).toBe(200);
      expect((await fetch(`${test.url}/shop/`)).status).toBe(200);
    } finally {
      await test.inContext(() => test.site.plugins.release('compliance'));
      await test.inContext(() => test.site.plugins.reconcile());
    }
    expect((await fetch(`${test.url}/checkout/`, { redirect: 'manual' })).status).toBe(303);
  });

  it('sells without compliance once the owner has switched it off', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins('compliance'));
    expect((await fetch(`${test.url}/checkout/`, { redirect: 'manual' })).status).toBe(303);
    expect(await test.inContext(() => test.site.plugins.activatePlugin('compliance'))).toBeNull();
  });

  it('does not blame a command for what it found', async () => {
    await switchOn(test, 'finder', { 'index.js': `import { PlinthError } from 'plinth'; export default { boot(scope) { scope.addCommand({ name: 'find things', description: 'Finds.', async run() { throw new PlinthError('found', 'Three things are missing.'); } }); } };` });
    const command = test.site.plugins.registries.commands.all().find(({ value }) => value.name === 'find things');
    for (let i = 0; i < 3; i++) await expect(test.inContext(async () => command?.value.run([], {}, {} as never))).rejects.toThrow('Three things are missing.');
    await test.site.plugins.faults.settle();
    expect(await test.inContext(() => test.site.plugins.faults.list('finder'))).toEqual([]);
  });
});

(mysqlServer ? describe : describe.skip)('a table that somebody has locked', () => {
  it('makes callbacks late without blaming their plugin, which goes on once the table is free', async () => {
    const test = await bootSite({ engine: 'mysql' });
    try {
      await switchOn(test, 'reader', { 'index.js': "export default { boot(scope) { scope.addFilter('body_class', async (list) => { await scope.db()('posts').count('id as n').first(); return list; }); } };" });
      const { hooks } = test.site;
      // One connection, which is the one that holds the lock.
      const somebody = openDatabase({ url: test.site.config.databaseUrl, file: '', poolMax: 1 });
      await somebody().raw('LOCK TABLES posts WRITE');
      const runs = [0, 1, 2, 3].map(() => test.inContext(async () => hooks.applyFilters('body_class', ['a'])));
      expect(await Promise.all(runs)).toEqual(runs.map(() => ['a']));
      await somebody.destroy();
      await test.site.plugins.faults.settle();
      expect(await test.inContext(() => test.site.plugins.faults.list('reader'))).toEqual([]);
      expect((await test.inContext(() => test.site.plugins.record('reader')))?.status).toBe('active');
      await until('the table is free', async () => (await test.inContext(async () => hooks.applyFilters('body_class', ['a']))).length === 1, 10_000);
    } finally {
      await test.close();
    }
  });
});
