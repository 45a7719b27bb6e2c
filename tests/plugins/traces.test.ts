import { allEngines } from '../kit/databases.js';
import { bootSite, switchOn, type TestSite } from '../kit/site.js';

const KEEPER = `module.exports = {
  migrations: [{ id: '001_rows', up: (db) => db.createTable('keep_rows', (table) => table.increments('id')) }],
  async boot(scope) {
    scope.registerSetting('keep', 'keep_opt', { type: 'string' });
    scope.registerSetting('keep', 'blogname', { type: 'string' });
    scope.registerMeta('post', 'keep_meta', { type: 'string' });
    scope.registerJob('keep/job', async () => {});
    await scope.db.createTable('keep_more', (table) => table.increments('id'));
    await scope.db.createTable('posts', (table) => table.increments('id'));
  },
};`;
const MANIFEST = (id: string, more: object = {}): string =>
  JSON.stringify({
    name: id,
    version: '1.0.0',
    description: 'x',
    author: 'x',
    requiresCore: '*',
    main: 'index.js',
    ...more,
  });
const CONTRIBUTES = {
  contributes: {
    roles: { keeper: { label: 'Keeper', capabilities: ['read'] } },
    capabilities: { keep_things: ['administrator'], manage_options: ['administrator'] },
  },
};

describe.each(allEngines)('plugin data in the database on %s', (engine) => {
  let test: TestSite;
  beforeEach(async () => {
    test = await bootSite({ engine });
    await switchOn(test, 'keep', { 'index.js': KEEPER, 'plugin.json': MANIFEST('keep', CONTRIBUTES) });
  });
  afterEach(() => test.close());

  const may = (role: string, capability: string): Promise<boolean> =>
    test.inContext(async () => (await test.site.roles.getRole(role))?.capabilities[capability] === true);
  const startAgain = (): Promise<void> =>
    test.inContext(async () => {
      await test.site.plugins.stopAll();
      await test.site.plugins.reconcile();
    });

  it('gets deleted and listed on uninstall, leaving everything else in place', async () => {
    const { site } = test;
    await test.inContext(async () => {
      await site.options.updateOption('keep_opt', 'private');
      const id = await site.content.wpInsertPost({ post_title: 'One', post_status: 'publish' });
      await site
        .db()('postmeta')
        .insert({ post_id: Number(id), meta_key: 'keep_meta', meta_value: 'private' });
      await site.cron.wpScheduleEvent(Math.floor(Date.now() / 1000) + 3600, 'hourly', 'keep/hourly');
      await site.cron.enqueueJob('keep/job', {});
      await site.plugins.deactivatePlugins('keep');
    });
    const deleted: string[] = [];
    expect(
      await test.inContext(() =>
        site.plugins.deletePlugin('keep', { deleteData: true, onDeleted: (what) => void deleted.push(what) }),
      ),
    ).toBe(true);
    expect(deleted.sort()).toEqual([
      'capability keep_things of administrator',
      'event keep/hourly',
      'jobs keep/job',
      'metadata keep_meta',
      'role keeper',
      'setting keep_opt',
      'table keep_more',
      'table keep_rows',
    ]);
    expect([await site.db().schema.hasTable('keep_rows'), await site.db().schema.hasTable('posts')]).toEqual([
      false,
      true,
    ]);
    expect(await test.inContext(() => site.options.getOption('blogname'))).not.toBe(false);
    expect([await may('administrator', 'manage_options'), await may('administrator', 'keep_things')]).toEqual([
      true,
      false,
    ]);
    expect(await test.inContext(() => site.roles.getRole('keeper'))).toBeNull();
  });

  it('does not restore capabilities and roles that the owner removed', async () => {
    const { site } = test;
    expect(await may('administrator', 'keep_things')).toBe(true);
    await test.inContext(async () => {
      await site.roles.removeRoleCap('administrator', 'keep_things');
      await site.roles.removeRole('keeper');
    });
    await startAgain();
    await test.inContext(() => site.plugins.deactivatePlugins('keep'));
    await switchOn(test, 'keep');
    expect(await may('administrator', 'keep_things')).toBe(false);
    expect(await test.inContext(() => site.roles.getRole('keeper'))).toBeNull();
  });

  it('keeps its tables from being claimed by another plugin', async () => {
    test.addPlugin('taker', {
      'index.js': `module.exports = { boot: (scope) => scope.db.createTable('keep_rows', (table) => table.increments('id')) };`,
      'plugin.json': MANIFEST('taker'),
    });
    const error = await test.inContext(() => test.site.plugins.activatePlugin('taker'));
    expect(error?.getErrorMessage()).toContain('The table "keep_rows" belongs to the plugin "keep".');
  });
});
