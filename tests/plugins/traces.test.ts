import { allEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

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
/** A plugin without `uninstall` that stores data of all kinds without registering any of it. */
const HOARDER = `module.exports = {
  async activate(scope) {
    await scope.updateOption('hoard_opt', 'private');
    await scope.setTransient('hoard_seen', 'private', 3600);
    await scope.setSiteTransient('hoard-all', 'private', 3600);
    await scope.updateUserMeta(1, 'hoard_phone', '123');
    await scope.updateUserOption(1, 'hoard_view', 'wide');
    const id = await scope.wpInsertPost({ post_title: 'One', post_status: 'publish' });
    await scope.updatePostMeta(id, '_hoard_price', '5');
    const { term_id } = await scope.wpInsertTerm('Teas', 'category');
    await scope.updateTermMeta(term_id, 'hoard_color', 'red');
    await scope.addRole('hoarder', 'Hoarder', { read: true });
    await scope.addRoleCap('editor', 'hoard_things');
    await scope.addRoleCap('editor', 'edit_posts');
    await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 3600, 'hourly', 'hoard_hourly');
  },
};`;
const HOARDED = [
  'capability hoard_things of editor',
  'event hoard_hourly',
  'metadata _hoard_price',
  'metadata hoard_color',
  'metadata hoard_phone',
  'metadata wp_hoard_view',
  'role hoarder',
  'setting hoard_opt',
  'transient hoard-all',
  'transient hoard_seen',
];
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
    await activatePlugin(test, 'keep', { 'index.js': KEEPER, 'plugin.json': MANIFEST('keep', CONTRIBUTES) });
  });
  afterEach(() => test.close());

  const may = (role: string, capability: string): Promise<boolean> =>
    test.inContext(async () => (await test.site.roles.getRole(role))?.capabilities[capability] === true);
  const startAgain = (): Promise<void> =>
    test.inContext(async () => {
      await test.site.plugins.stopAll();
      await test.site.plugins.reconcile();
    });

  /** A plugin with a post type of its own; the second one registers the same type too. */
  const LIBRARY = `module.exports = { boot(scope) {
    scope.registerPostType('book', { public: true, label: 'Books', taxonomies: ['category'] });
    scope.registerPostType('page', { public: true });
    scope.registerTaxonomy('genre', ['book'], { label: 'Genres' });
  } };`;

  async function fillLibrary(): Promise<void> {
    await activatePlugin(test, 'library', { 'index.js': LIBRARY });
    await test.inContext(async () => {
      const { content } = test.site;
      const { term_id: genre } = (await content.wpInsertTerm('Crime', 'genre')) as { term_id: number };
      await content.wpInsertTerm('Poetry', 'genre');
      await test.site.db()('termmeta').insert({ term_id: genre, meta_key: 'color', meta_value: 'red' });
      const page = await content.wpInsertPost({ post_title: 'Page', post_type: 'page', post_status: 'publish' });
      for (const title of ['One', 'Two', 'Three']) {
        const id = Number(await content.wpInsertPost({ post_title: title, post_type: 'book', post_status: 'publish' }));
        await content.wpSetObjectTerms(id, [genre], 'genre');
        await content.wpSetObjectTerms(id, ['Shared'], 'category');
        await test.site.db()('postmeta').insert({ post_id: id, meta_key: 'isbn', meta_value: '1' });
      }
      const [book] = await test.site.db()('posts').where({ post_type: 'book' }).pluck<number[]>('id');
      for (const postId of [book, Number(page)])
        await content.wpInsertComment({ comment_post_id: postId, comment_content: 'Good', comment_approved: '1' });
      await test.site.plugins.deactivatePlugins('library');
    });
  }

  const countOf = async (table: string, where: object): Promise<number> =>
    (await test.site.db()(table).where(where).select('*')).length;

  it('includes posts, comments and terms of its own types', async () => {
    await fillLibrary();
    const lines = ['posts of type book (3, with comments: 1)', 'terms of taxonomy genre (2)'];
    expect(await test.inContext(() => test.site.plugins.storedDataOf('library'))).toEqual(
      expect.arrayContaining(lines),
    );
    const [genre] = await test.site.db()('term_taxonomy').where({ taxonomy: 'genre' }).pluck<number[]>('term_id');
    expect((await deleteWithData('library')).filter((line) => /post|term/.test(line))).toEqual(lines);
    expect([
      await countOf('posts', { post_type: 'book' }),
      await countOf('postmeta', { meta_key: 'isbn' }),
      await countOf('term_taxonomy', { taxonomy: 'genre' }),
      await countOf('terms', { term_id: genre }),
      await countOf('termmeta', { term_id: genre }),
      await countOf('comments', { comment_content: 'Good' }),
      await countOf('posts', { post_type: 'page', post_title: 'Page' }),
    ]).toEqual([0, 0, 0, 0, 0, 1, 1]);
    const ids = test.site.db()('posts').select('id');
    expect(await test.site.db()('term_relationships').whereNotIn('object_id', ids)).toEqual([]);
    const shared = test.site.db()('terms').where({ name: 'Shared' }).select('term_id');
    expect(await test.site.db()('term_taxonomy').whereIn('term_id', shared).pluck('count')).toEqual([0]);
  });

  it('keeps posts and terms that another installed plugin registers, or that are deleted without the data', async () => {
    await fillLibrary();
    await activatePlugin(test, 'reader', { 'index.js': LIBRARY });
    expect(await test.inContext(() => test.site.plugins.storedContentOf('library'))).toEqual([]);
    await test.inContext(async () => {
      await test.site.plugins.deactivatePlugins('reader');
      expect(await test.site.plugins.storedContentOf('library')).toEqual([]);
      expect(await test.site.plugins.deletePlugin('reader')).toBe(true);
      expect(await test.site.plugins.storedContentOf('library')).toEqual([
        { kind: 'post type', name: 'book', count: 3, comments: 1 },
        { kind: 'taxonomy', name: 'genre', count: 2, comments: 0 },
      ]);
    });
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const { html } = await owner.get('/wp-admin/plugins.php');
    expect(html).toContain('Its content: 3 posts of type “book”, 2 terms of taxonomy “genre”.');
    expect(await test.inContext(() => test.site.plugins.deletePlugin('library'))).toBe(true);
    expect(await countOf('posts', { post_type: 'book' })).toBe(3);
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
        site.plugins.deletePlugin('keep', { deleteData: true, onDeleted: (item) => void deleted.push(item) }),
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

  const deleteWithData = async (id: string): Promise<string[]> => {
    const deleted: string[] = [];
    const onDeleted = (item: string): void => void deleted.push(item);
    await test.inContext(async () => {
      await test.site.plugins.deactivatePlugins(id);
      await test.site.plugins.deletePlugin(id, { deleteData: true, onDeleted });
    });
    return deleted.sort();
  };

  it('gets deleted if it is named after the plugin, even though nothing was registered', async () => {
    const { db } = test.site;
    await activatePlugin(test, 'hoard', { 'index.js': HOARDER });
    expect((await test.inContext(() => test.site.plugins.storedDataOf('hoard'))).sort()).toEqual(HOARDED);
    expect(await deleteWithData('hoard')).toEqual(HOARDED);
    expect(await db()('options').where('name', 'like', '%hoard%').pluck('name')).toEqual([]);
    for (const table of ['usermeta', 'postmeta', 'termmeta'] as const)
      expect(await db()(table).where('meta_key', 'like', '%hoard%').pluck('meta_key')).toEqual([]);
    expect(await db()('cron_events').where('hook', 'like', '%hoard%').pluck('hook')).toEqual([]);
    expect(await test.inContext(() => test.site.roles.getRole('hoarder'))).toBeNull();
    expect([await may('editor', 'hoard_things'), await may('editor', 'edit_posts')]).toEqual([false, true]);
  });

  it('stays if it is named after a plugin with a longer name, or after nothing of the plugin', async () => {
    const { options, db } = test.site;
    await activatePlugin(test, 'hoard', { 'index.js': HOARDER });
    test.addPlugin('hoard-extra', { 'index.js': 'module.exports = { boot() {} };' });
    const others = ['hoard_extra_opt', 'hoard-extra/opt', 'hoarder_opt', 'my_hoard_opt'];
    await test.inContext(async () => {
      for (const name of others) await options.updateOption(name, 'kept');
      await options.setTransient('hoard_extra_seen', 'kept', 3600);
      await test.site.meta.updateUserMeta(1, 'hoard_extra_phone', 'kept');
    });
    expect(await deleteWithData('hoard')).toEqual(HOARDED);
    for (const name of others) expect(await test.inContext(() => options.getOption(name))).toBe('kept');
    expect(await test.inContext(() => options.getTransient('hoard_extra_seen'))).toBe('kept');
    expect(await db()('usermeta').where({ meta_key: 'hoard_extra_phone' })).toHaveLength(1);
  });

  it.each(['user', 'blog', 'active', 'session', 'posts', 'nav', 'plugin', 'wp'])(
    'stays if it belongs to the host and the plugin is called “%s”',
    async (id) => {
      const contents = async (): Promise<string[][]> => [
        await test.site.db()('options').whereNot('name', 'like', 'plugin_%').orderBy('name').pluck('name'),
        await test.site.db()('usermeta').orderBy('meta_id').pluck('meta_key'),
        await test.site.db()('cron_events').orderBy('id').pluck('hook'),
      ];
      const before = await contents();
      await activatePlugin(test, id, { 'index.js': 'module.exports = { boot() {} };' });
      expect(await deleteWithData(id)).toEqual([]);
      expect(await contents()).toEqual(before.map((names) => expect.arrayContaining(names) as unknown));
    },
  );

  it('does not restore capabilities and roles that the owner removed', async () => {
    const { site } = test;
    expect(await may('administrator', 'keep_things')).toBe(true);
    await test.inContext(async () => {
      await site.roles.removeRoleCap('administrator', 'keep_things');
      await site.roles.removeRole('keeper');
    });
    await startAgain();
    await test.inContext(() => site.plugins.deactivatePlugins('keep'));
    await activatePlugin(test, 'keep');
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
