/** One or two plugins with a problem outside of entry points: a conflict, a missing file or a startup error. */
export interface WholePlugin {
  /** Description in docs/reliability.md, and the name of the test. */
  readonly title: string;
  /** The files of each plugin; a missing plugin.json is generated. */
  readonly plugins: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** State of each plugin afterwards; `absent` if it is not listed. */
  readonly states: Readonly<Record<string, string>>;
  /** Error code in the list of plugins or of plugin errors; empty if there is no error. */
  readonly code: string;
  /** Expected responses by path: the status, and a text that the body contains. */
  readonly responses?: Readonly<Record<string, readonly [status: number, text: string]>>;
}

const boot = (work: string, more = ''): string => `module.exports = { ${more} async boot(scope) { ${work} } };`;
const manifest = (id: string, more: object): string =>
  JSON.stringify({
    name: id,
    version: '1.0.0',
    description: 'A plugin of the tests.',
    author: 'Plinth',
    requiresCore: '*',
    main: 'index.js',
    ...more,
  });
const page = (path: string, text: string): string =>
  `scope.registerFrontRoute({ path: '${path}', handler: () => ({ kind: 'body', type: 'text/plain', body: '${text}' }) });`;
const route = (text: string): string =>
  `scope.registerRestRoute('same/v1', '/item', { methods: 'GET', permissionCallback: () => true, callback: () => '${text}' });`;

/** Two plugins, each of which works without the other. */
const pair = (first: string, other: string): WholePlugin['plugins'] => ({
  'pair-a': { 'index.js': boot(first + page('/pair-a/', 'first')) },
  'pair-b': { 'index.js': boot(other + page('/pair-b/', 'second')) },
});
const BOTH = { 'pair-a': 'active', 'pair-b': 'active' } as const;
const OWN = { '/pair-a/': [200, 'first'], '/pair-b/': [200, 'second'] } as const;
const singlePlugin = (
  files: Readonly<Record<string, string>>,
  state: string,
  code: string,
): Pick<WholePlugin, 'plugins' | 'states' | 'code'> => ({
  plugins: { broken: files },
  states: { broken: state },
  code,
});

export const WHOLE_PLUGINS: Readonly<Record<string, WholePlugin>> = {
  'equal-pages': {
    title: 'two plugins register the same path: the first by name serves it',
    plugins: pair(page('/same/', 'first'), page('/same/', 'second')),
    states: BOTH,
    code: '',
    responses: { ...OWN, '/same/': [200, 'first'] },
  },
  'equal-routes': {
    title: 'two plugins register the same REST route: the first by name responds, as in WordPress',
    plugins: pair(route('first'), route('second')),
    states: BOTH,
    code: '',
    responses: { ...OWN, '/wp-json/same/v1/item': [200, 'first'] },
  },
  'equal-shortcodes': {
    title: 'two plugins register the same shortcode: the last by name renders it, as in WordPress',
    plugins: pair(`scope.addShortcode('same', () => 'first');`, `scope.addShortcode('same', () => 'second');`),
    states: BOTH,
    code: '',
    responses: { ...OWN, '/with-shortcode/': [200, 'second'] },
  },
  'equal-blocks': {
    title: 'two plugins register the same block: the first by name renders it, as in WordPress; the conflict is logged',
    plugins: pair(
      `scope.registerBlockType('same/block', { renderCallback: () => 'first' });`,
      `scope.registerBlockType('same/block', { renderCallback: () => 'second' });`,
    ),
    states: BOTH,
    code: '',
    responses: { ...OWN, '/with-block/': [200, 'first'] },
  },
  'equal-handles': {
    title: 'two plugins use the same script handle: both scripts are loaded',
    plugins: pair(`scope.enqueueScript('same', 'first.js');`, `scope.enqueueScript('same', 'second.js');`),
    states: BOTH,
    code: '',
    responses: { ...OWN, '/': [200, 'first.js'] },
  },
  'equal-commands': {
    title: 'two plugins add the same command: the first by name runs it; the conflict is logged',
    plugins: pair(
      `scope.addCommand({ name: 'same', description: 'x', run: async (a, b, output) => output.line('first') });`,
      `scope.addCommand({ name: 'same', description: 'x', run: async (a, b, output) => output.line('second') });`,
    ),
    states: BOTH,
    code: '',
    responses: OWN,
  },
  'cyclic-assets': {
    title: 'two scripts depend on each other: the page loads both',
    ...singlePlugin(
      {
        'index.js': boot(
          `scope.enqueueScript('one', 'one.js', { deps: ['two'] }); scope.enqueueScript('two', 'two.js', { deps: ['one'] });`,
        ),
      },
      'active',
      'asset_cycle',
    ),
    responses: { '/': [200, 'two.js'] },
  },
  'missing-asset': {
    title: 'the file of a script is missing: the page is still served',
    ...singlePlugin({ 'index.js': boot(`scope.enqueueScript('one', 'one.js');`) }, 'active', ''),
    responses: { '/': [200, 'one.js'], '/wp-content/plugins/broken/assets/one.js': [404, ''] },
  },
  'missing-view': {
    title: 'the view of a page is missing: only this page fails',
    ...singlePlugin(
      {
        'index.js': boot(
          `scope.registerFrontRoute({ path: '/viewless/', handler: () => ({ kind: 'page', title: 'x', view: 'nowhere' }) });`,
        ),
      },
      'active',
      'view_not_found',
    ),
    responses: { '/viewless/': [500, ''] },
  },
  'missing-main': {
    title: 'the main file is missing: the plugin does not start',
    ...singlePlugin({ 'readme.txt': '' }, 'failed', 'plugin_manifest_invalid'),
  },
  'syntax-error': {
    title: 'the code has a syntax error: the plugin does not start',
    ...singlePlugin({ 'index.js': 'module.exports = {' }, 'failed', 'plugin_import_failed'),
  },
  'missing-import': {
    title: 'an imported module is missing: the plugin does not start',
    ...singlePlugin({ 'index.js': `require('./nowhere.js');` }, 'failed', 'plugin_import_failed'),
  },
  'throws-at-import': {
    title: 'the main module throws on import: the plugin does not start',
    ...singlePlugin({ 'index.js': `throw new Error('broke');` }, 'failed', 'plugin_import_failed'),
  },
  'throws-at-boot': {
    title: '`boot` throws: the plugin does not start, and its pages are removed',
    ...singlePlugin(
      { 'index.js': boot(`${page('/half/', 'half')} throw new Error('broke');`) },
      'failed',
      'plugin_boot_failed',
    ),
    responses: { '/half/': [404, ''] },
  },
  'migration-fails': {
    title: 'a database migration fails: the plugin does not start',
    ...singlePlugin(
      { 'index.js': boot('', `migrations: [{ id: '001', async up() { throw new Error('broke'); } }],`) },
      'failed',
      'db_migration_failed',
    ),
  },
  'no-manifest': {
    title: 'plugin.json is not valid JSON: the plugin does not start',
    ...singlePlugin({ 'plugin.json': '{ "name": ', 'index.js': boot('') }, 'failed', 'plugin_manifest_invalid'),
  },
  'wrong-manifest': {
    title: 'plugin.json lacks required properties: the plugin does not start',
    ...singlePlugin({ 'plugin.json': '{}', 'index.js': boot('') }, 'failed', 'plugin_manifest_invalid'),
  },
  'needs-what-is-not-there': {
    title: 'a required plugin is missing: the plugin waits for it',
    ...singlePlugin(
      { 'plugin.json': manifest('broken', { requiresPlugins: { nowhere: '*' } }), 'index.js': boot('') },
      'waiting',
      'plugin_dependency_not_found',
    ),
  },
  'needs-a-newer-plinth': {
    title: 'a newer version of Plinth is required: the plugin waits for it',
    ...singlePlugin(
      { 'plugin.json': manifest('broken', { requiresCore: '>=99' }), 'index.js': boot('') },
      'waiting',
      'plugin_core_version',
    ),
  },
  'need-each-other': {
    title: 'two plugins require each other: both wait',
    plugins: {
      'ring-a': { 'plugin.json': manifest('ring-a', { requiresPlugins: { 'ring-b': '*' } }), 'index.js': boot('') },
      'ring-b': { 'plugin.json': manifest('ring-b', { requiresPlugins: { 'ring-a': '*' } }), 'index.js': boot('') },
    },
    states: { 'ring-a': 'waiting', 'ring-b': 'waiting' },
    code: 'plugin_dependency_cycle',
  },
  'folder-gone': {
    title: 'the plugin folder is missing: the site runs without the plugin',
    plugins: { gone: {} },
    states: { gone: 'absent' },
    code: '',
  },
};
