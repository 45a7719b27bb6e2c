import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { allEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

/** A call of each function listed in the guide's table. */
const CALLS: Readonly<Record<string, string>> = {
  'db.transaction': "scope.db.transaction(() => scope.updateOption('walk', 'inner'))",
  'db.withLock': "scope.db.withLock('walk', async () => {})",
  'db.afterCommit': 'scope.db.afterCommit(() => {})',
  updateOption: "scope.updateOption('walk', 'a')",
  deleteOption: "scope.deleteOption('walk')",
  setTransient: "scope.setTransient('walk', 'a', 60)",
  getTransient: "scope.getTransient('walk')",
  wpInsertPost: "scope.wpInsertPost({ post_title: 'Walk', post_status: 'publish' })",
  updatePostMeta: "scope.updatePostMeta(1, 'walk', 'a')",
  wpInsertTerm: "scope.wpInsertTerm('Walk', 'category')",
  updateUserMeta: "scope.updateUserMeta(1, 'walk', 'a')",
  wpInsertUser:
    "scope.wpInsertUser({ user_login: 'walker', user_pass: 'a long walker password', user_email: 'walker@example.com' })",
  addRole: "scope.addRole('walk', 'Walk')",
  runDueEvents: 'scope.runDueEvents()',
  addRoleCap: "scope.addRoleCap('editor', 'walk')",
  currentUserCan: "scope.currentUserCan('edit_post', 1)",
  requireCapability: "scope.requireCapability('walk').catch(() => undefined)",
  wpScheduleSingleEvent: "scope.wpScheduleSingleEvent(Math.floor(Date.now() / 1000) + 3600, 'walker/once')",
  wpScheduleEvent: "scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 3600, 'hourly', 'walker/hourly')",
  enqueueJob: "scope.enqueueJob('walker/job', {})",
  consumeRateLimit: "scope.consumeRateLimit('walk', 5, 60)",
  consumeEmailLimit: "scope.consumeEmailLimit('walker@example.com')",
  peekRateLimit: "scope.peekRateLimit('walk', 5)",
  clearRateLimit: "scope.clearRateLimit('walk')",
  'audit.record': "scope.audit.record({ action: 'walker.walked', subject: { kind: 'thing', id: '1' } })",
  'cache.get': "scope.cache.get('walk', async () => scope.db()('options').where({ name: 'walk' }).first('name'))",
  mail: "scope.mail({ to: 'walker@example.com', subject: 'Walk', text: 'Walk' })",
  'db.outsideTransaction': 'scope.db.outsideTransaction(async () => {})',
  'db.createTable': "scope.db.createTable('walker_rows', (table) => table.increments('id'))",
  'db.createIndex': "scope.db.createIndex('options', 'walker_index', ['autoload'])",
  'db.renameTable': "scope.db.renameTable('walker_before', 'walker_after')",
  'db.renameColumn': "scope.db.renameColumn('walker_before', 'a', 'b')",
  activatePlugin: "scope.activatePlugin('other')",
  deactivatePlugins: "scope.deactivatePlugins('other')",
};

const WALKER = `
const calls = (scope) => ({ ${Object.entries(CALLS)
  .map(([name, code]) => `'${name}': () => ${code}`)
  .join(', ')} });
module.exports = { async boot(scope) {
  scope.registerJob('walker/job', async () => {});
  await scope.db.createTable('walker_before', (table) => table.integer('a'));
  globalThis.walkScope = scope;
  globalThis.walk = (name) => scope.db.transaction(async () => {
    await scope.db()('options').insert({ name: 'walk_' + name.replace('.', '_'), value: 'x', autoload: 'no' });
    await calls(scope)[name]();
  });
} };`;

const WAIT_MS = 5000;
type Functions = Readonly<Record<string, unknown>>;
/** Arguments for functions without a listed call. */
const ARGUMENTS: readonly (readonly unknown[])[] = [[], [1], ['walk'], [1, 'walk', 'a'], ['walk', { name: 'walk' }]];
const functionNames = (object: Functions): string[] =>
  Object.keys(object).filter((name) => typeof object[name] === 'function');

/**
 * Calls a function inside a transaction that is rolled back, while all other connections are taken.
 * @returns whether it waited for one of them; work in the background may do so
 */
async function waitsForConnection({ site }: TestSite, call: () => unknown): Promise<boolean> {
  const { client } = site.db() as unknown as { client: { acquireConnection(): Promise<unknown> } };
  const original = client.acquireConnection.bind(client);
  let [isAsked, isSettled] = [false, false];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  await site.db
    .transaction(async () => {
      const acquire = jest.spyOn(client, 'acquireConnection').mockImplementation(() => {
        isAsked = true;
        return ended.then(original);
      });
      const called = Promise.resolve()
        .then(call)
        .catch(() => undefined)
        .finally(() => (isSettled = true));
      await Promise.race([called, setTimeout(WAIT_MS)]);
      acquire.mockRestore();
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  end();
  return isAsked && !isSettled;
}

const GUIDE = readFileSync(join(__dirname, '../../docs/guide/points/tables.md'), 'utf8');

/** The behavior that the guide documents for each function. */
function promised(): Map<string, string> {
  const [, table = ''] = GUIDE.split('## In a transaction');
  return new Map(
    table.split('\n').flatMap((line) => {
      const [, names = '', documented = ''] = /^\| (`.*`) +\| (.*?) +\|$/.exec(line) ?? [];
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']): [string, string] => [name, documented]);
    }),
  );
}

describe.each(allEngines)('scope functions inside a transaction on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
    test.addPlugin('other', { 'index.js': 'module.exports = { boot() {} };' });
    await activatePlugin(test, 'walker', { 'index.js': WALKER });
  });
  afterAll(() => test.close());

  it('match the rows of the guide’s table', () => {
    expect([...promised().keys()].sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each(Object.keys(CALLS))('behave as the guide’s table states: %s', async (name) => {
    const { walk } = globalThis as unknown as { walk(name: string): Promise<void> };
    const outcome = await test.inContext(() =>
      walk(name).then(
        () => 'joins',
        (error: { code?: string; message: string }) => error.code ?? error.message,
      ),
    );
    const documented = promised().get(name) ?? '';
    const isRefused =
      documented.startsWith('rejected') || (engine === 'mysql' && documented.endsWith('so the call is rejected'));
    expect([name, outcome]).toEqual([name, isRefused ? 'db_in_transaction' : 'joins']);
    const stored = await test.site
      .db()('options')
      .where({ name: `walk_${name.replace('.', '_')}` });
    expect(stored).toHaveLength(isRefused ? 0 : 1);
  });

  it('wait for no second connection unless the table says so', async () => {
    const { walkScope: scope } = globalThis as unknown as { walkScope: Functions & { db: Functions } };
    const names = [...functionNames(scope), ...functionNames(scope.db).map((name) => `db.${name}`)];
    expect(names.length).toBeGreaterThan(700);
    const waiting: string[] = [];
    for (const name of names.filter((candidate) => !promised().has(candidate) && candidate !== 'db.destroy'))
      for (const args of ARGUMENTS) {
        const parent = name.startsWith('db.') ? scope.db : scope;
        const call = parent[name.replace('db.', '')] as (...given: unknown[]) => unknown;
        const waits = await test.inContext(() => waitsForConnection(test, () => call(...args)));
        if (waits) waiting.push(name);
      }
    expect([...new Set(waiting)]).toEqual([]);
  }, 300_000);
});
