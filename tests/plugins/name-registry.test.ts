import { runOnSite } from '../../core/cli/with-site.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const CLAIMS = `export default { boot(scope) {
  scope.registerFrontRoute({ path: '/same/', handler: () => ({ kind: 'page', title: 'x', html: '<p>' + scope.plugin.id + '</p>' }) });
  scope.registerRestRoute('same/v1', '/thing', { methods: 'GET', permissionCallback: () => true, callback: () => scope.plugin.id });
  scope.addCommand({ name: 'same say <word>', description: 'x', run: async (args, options, output) => output.line(scope.plugin.id) });
  scope.registerBlockType('same/block', {});
  scope.addShortcode('same', () => scope.plugin.id);
  scope.registerPostType('same_type', {});
  scope.registerTaxonomy('same_tax', 'post', {});
  scope.registerSetting('reading', 'same_setting');
  scope.services.provide('same.service', () => scope.plugin.id);
  scope.addImageSize('same-size', 10, 10);
  scope.registerJob('same_job', () => undefined);
  scope.registerMeta('post', 'same_key', { single: true });
  scope.registerPostStatus('same_status', {});
  scope.addFields({ objectType: 'post', title: 'x', fields: [{ key: 'same_field', type: 'text', label: 'x' }] });
  scope.addFields({ objectType: 'product', title: 'x', fields: [{ key: 'same_field', type: 'text', label: 'x' }] });
  scope.addMenuPage({ slug: 'same-screen', title: 'x', capability: 'read', handler: () => ({ kind: 'page', title: 'x', html: 'x' }) });
  scope.enqueueScript('same', 'a.js');
  scope.enqueueStyle('same', 'a.css');
  scope.enqueueStyle('own-' + scope.plugin.id, 'b.css');
} };`;

describe('name conflicts between two plugins', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ uncached: true });
    for (const id of ['one', 'two']) test.addPlugin(id, { 'index.js': CLAIMS });
  });
  afterAll(() => test.close());

  const readShownPlugin = async (): Promise<string> =>
    /<p>(one|two)<\/p>/.exec(await (await fetch(`${test.url}/same/`)).text())?.[1] ?? '';

  it('appear as warnings when activating the second plugin, while the first keeps working', async () => {
    expect((await runOnSite(test.site, ['plugin', 'activate', 'one'])).error).toBe('');
    const { code, error } = await runOnSite(test.site, ['plugin', 'activate', 'two']);
    expect(code).toBe(0);
    expect(
      error
        .split('\n')
        .map((line) => /^Warning: the (.+?) ".*" is registered by one and two; /.exec(line)?.[1] ?? line)
        .sort(),
    ).toEqual([
      'REST route',
      'block',
      'command',
      'field',
      'image size',
      'job',
      'meta key',
      'meta key',
      'page',
      'post status',
      'post type',
      'screen',
      'script',
      'service',
      'setting',
      'shortcode',
      'style',
      'taxonomy',
    ]);
    expect(await readShownPlugin()).toBe('one');
    const rows = JSON.parse((await runOnSite(test.site, ['plugin', 'list', '--format=json'])).out) as {
      name: string;
      claims: string;
    }[];
    expect(rows.find(({ name }) => name === 'two')?.claims).toContain('the page "/same/" is registered by one and two');
  });

  it('appear on the plugins screen and in Site Health with advice', async () => {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const { html } = await owner.get('/wp-admin/plugins.php');
    const notice =
      /<section class="notice notice--warning" aria-labelledby="claimed">[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
    expect(notice).toContain('Name conflict: “same_type” (post type) is used by one and also requested by two.');
    expect(notice).toContain('Name conflict: “same” (shortcode) is used by two and also requested by one.');
    expect(notice).toContain(
      'Name conflict: “same” (script) is used by one and also requested by two. Both are used on pages.',
    );
    expect(notice).toContain('ask one of the authors to rename it');
    const health = (await owner.get('/wp-admin/site-health.php')).html;
    expect(health).toMatch(
      /check--recommended"><h2>Plugin name conflicts[\s\S]*?“\/same\/” \(page\) is used by one[\s\S]*?<a href="plugins.php">/,
    );
  });

  it('end when the first plugin is deactivated and the second takes its names', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins('one'));
    expect(test.site.plugins.nameRegistry.conflicts()).toEqual([]);
    expect(await readShownPlugin()).toBe('two');
    expect((await runOnSite(test.site, ['same', 'say', 'x'])).out).toBe('two');
  });
});

/** A plugin that registers everything whose name must be unique; values contain the plugin's id. */
const PLUGIN_CODE = `export default { boot(scope) {
  const { id } = scope.plugin;
  const type = scope.registerPostType('once_type', { label: id });
  const taxonomy = scope.registerTaxonomy('once_tax', 'post', { label: id });
  scope.registerSetting('reading', 'once_setting', { default: id, sanitizeCallback: () => id });
  scope.addSettingsPage({ slug: 'once-' + id, title: id, sections: [{ fields: [{ key: 'once_field', type: 'text', label: id, default: id }] }] });
  scope.addImageSize('once-size', id.length, 10);
  scope.registerWidget({ idBase: 'once_widget', title: id, fields: [], render: () => id });
  scope.registerPostStatus('once_status', { label: id });
  scope.registerMeta('post', 'once_key', { single: true, type: 'string', default: id });
  scope.addFields({ objectType: 'post', types: ['post', 'page'], title: 'Box', fields: [{ key: 'once_box', type: 'text', label: id, default: id }, { key: 'own-' + id, type: 'text', label: id }] });
  scope.registerBlockType('once/block', { title: id, renderCallback: () => '<p>' + id + '</p>' });
  scope.registerJob('once_job', () => { globalThis.onceJob = id; });
  globalThis.registeredLabels = { ...globalThis.registeredLabels, [id]: [type.label, taxonomy.label] };
} };`;

describe.each([
  ['one', 'the-other'],
  ['the-other', 'one'],
])('unique registrations by %s and then by %s', (first, second) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    for (const id of [first, second]) await activatePlugin(test, id, { 'index.js': PLUGIN_CODE });
  });
  afterAll(() => test.close());

  /** The plugin that owns each registration, by kind. */
  const readOwners = (): Promise<Record<string, unknown>> =>
    test.inContext(async () => {
      const { content, options, attachments, widgets, cron, meta, blocks } = test.site;
      const taxonomy = content.getTaxonomy('once_tax');
      await options.updateOption('once_setting', 'typed');
      const stored = await options.getOption('once_setting');
      await options.deleteOption('once_setting');
      Object.assign(globalThis, { onceJob: undefined });
      await cron.enqueueJob('once_job');
      await cron.runJobs();
      const sizes = await attachments.wpGetRegisteredImageSubsizes();
      return {
        'post type': content.getPostTypeObject('once_type')?.label,
        taxonomy: taxonomy && taxonomy.label,
        'setting’s default': await options.getOption('once_setting'),
        'setting’s check': stored,
        'field of a settings page': await options.getOption('once_field'),
        'image size': [first, second].find((id) => id.length === sizes['once-size']?.width),
        widget: widgets.getRegisteredWidgets().get('once_widget')?.title,
        'post status': content.getPostStatusObject('once_status')?.label,
        'meta key': meta.getRegisteredMetaKeys('post').get('once_key')?.default,
        'field of a box': boxField(),
        'metadata of a box': meta.getRegisteredMetaKeys('post', 'page').get('once_box')?.default,
        job: (globalThis as { onceJob?: string }).onceJob,
        block: /<p>(.*)<\/p>/.exec(await blocks.doBlocks('<!-- wp:once/block /-->'))?.[1],
      };
    });
  /** The owner of the meta box field with this key; a list if there are several. */
  const boxField = (): unknown => {
    const [firstBox, ...more] = test.site.plugins.registries.fieldBoxes
      .all()
      .flatMap(({ value }) => value.fields.filter(({ key }) => key === 'once_box'))
      .map((field) => field.default);
    return more.length === 0 ? firstBox : [firstBox, ...more];
  };
  const all = (id: string | undefined): Record<string, unknown> => ({
    'post type': id,
    taxonomy: id,
    'setting’s default': id,
    'setting’s check': id,
    'field of a settings page': id,
    'image size': id,
    widget: id,
    'post status': id,
    'meta key': id,
    'field of a box': id,
    'metadata of a box': id,
    job: id,
    block: id,
  });

  it('belong to the first plugin, whose object the second receives', async () => {
    expect(await readOwners()).toEqual(all(first));
    expect((globalThis as { registeredLabels?: Record<string, string[]> }).registeredLabels?.[second]).toEqual([
      first,
      first,
    ]);
    expect(test.site.plugins.nameRegistry.conflicts().map(({ kind, plugins }) => [kind, ...plugins])).toEqual(
      [
        'post type',
        'taxonomy',
        'setting',
        'setting',
        'image size',
        'widget',
        'post status',
        'meta key',
        'meta key',
        'meta key',
        'block',
        'job',
      ].map((kind) => [kind, first, second]),
    );
  });

  it('pass to the second plugin when the first is deactivated and stay there', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins(first));
    expect(await readOwners()).toEqual(all(second));
    await activatePlugin(test, first);
    expect(await readOwners()).toEqual(all(second));
    await test.inContext(() => test.site.plugins.deactivatePlugins([first, second]));
    expect(await readOwners()).toEqual({
      ...all(undefined),
      taxonomy: false,
      'setting’s default': false,
      'setting’s check': 'typed',
      'field of a settings page': false,
    });
    expect(test.site.plugins.nameRegistry.conflicts()).toEqual([]);
  });
});

const KEEPER = `export default { boot(scope) {
  const registry = scope.createRegistry({ name: 'wheel', check: () => '' });
  registry.register({ id: 'own' });
  scope.services.provide('keeper.wheels', () => registry);
  scope.services.provide('keeper.brakes', () => 'brakes');
} };`;
const ADDER = `export default { boot(scope) { try { scope.services.get('keeper.wheels').register({ id: 'same' }); } catch (error) { scope.log.warn(error.code); } } };`;

describe('entries of a plugin’s own registry', () => {
  it('conflict by name and end with their plugin, unlike overridden required services', async () => {
    const test = await bootSite();
    const conflicts = (): unknown[] =>
      test.site.plugins.nameRegistry.conflicts().map(({ kind, name, plugins }) => [kind, name, ...plugins]);
    const entries = (): string[] =>
      (test.site.plugins.services.get('keeper.wheels') as { entries(): { id: string; owner: string }[] })
        .entries()
        .map(({ id, owner }) => `${owner}/${id}`);
    const off = (id: string): Promise<void> => test.inContext(() => test.site.plugins.deactivatePlugins(id));
    try {
      await activatePlugin(test, 'keeper', { 'index.js': KEEPER });
      await activatePlugin(test, 'add-one', { 'index.js': ADDER });
      await activatePlugin(test, 'add-two', { 'index.js': ADDER });
      expect([conflicts(), entries()]).toEqual([
        [['wheel', 'same', 'add-one', 'add-two']],
        ['keeper/own', 'add-one/same'],
      ]);
      await off('add-one');
      expect([conflicts(), entries()]).toEqual([[], ['keeper/own']]);
      await off('add-two');
      const manifest = {
        name: 'brakes',
        version: '1.0.0',
        description: 'x',
        author: 'x',
        requiresCore: '*',
        requiresPlugins: { keeper: '*' },
        main: 'index.js',
      };
      await activatePlugin(test, 'brakes', {
        'plugin.json': JSON.stringify(manifest),
        'index.js': `export default { boot(scope) { scope.services.provide('keeper.brakes', () => 'better'); } };`,
      });
      expect([conflicts(), test.site.plugins.services.get('keeper.brakes')]).toEqual([[], 'better']);
    } finally {
      await test.close();
    }
  });
});
