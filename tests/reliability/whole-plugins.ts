/** A plugin, or two, that are wrong as a whole; no entry of theirs has to be called for it. */
export interface WholePlugin {
  /** In the words of docs/reliability.md. */
  readonly says: string;
  /** The files of each plugin; plugin.json is made where it is absent. */
  readonly plugins: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Where each plugin stands afterwards; `absent` when it is not even listed. */
  readonly states: Readonly<Record<string, string>>;
  /** The code under which the plugin list or the list of faults says what is wrong; empty where nothing is. */
  readonly code: string;
  /** What addresses answer: a status, and a word that is in it. */
  readonly answers?: Readonly<Record<string, readonly [status: number, word: string]>>;
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
  `scope.registerRestRoute('same/v1', '/thing', { methods: 'GET', permissionCallback: () => true, callback: () => '${text}' });`;

/** Each works alone; both are there. */
const pair = (one: string, other: string): WholePlugin['plugins'] => ({
  'twin-a': { 'index.js': boot(one + page('/twin-a/', 'first')) },
  'twin-b': { 'index.js': boot(other + page('/twin-b/', 'second')) },
});
const BOTH = { 'twin-a': 'active', 'twin-b': 'active' } as const;
const OWN = { '/twin-a/': [200, 'first'], '/twin-b/': [200, 'second'] } as const;
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
    says: 'two plugins answer one address: the first by name does',
    plugins: pair(page('/same/', 'first'), page('/same/', 'second')),
    states: BOTH,
    code: '',
    answers: { ...OWN, '/same/': [200, 'first'] },
  },
  'equal-routes': {
    says: 'two plugins register one REST route: the first by name answers, as in WordPress',
    plugins: pair(route('first'), route('second')),
    states: BOTH,
    code: '',
    answers: { ...OWN, '/wp-json/same/v1/thing': [200, 'first'] },
  },
  'equal-shortcodes': {
    says: 'two plugins register one shortcode: the last by name makes it, as in WordPress',
    plugins: pair(`scope.addShortcode('same', () => 'first');`, `scope.addShortcode('same', () => 'second');`),
    states: BOTH,
    code: '',
    answers: { ...OWN, '/with-shortcode/': [200, 'second'] },
  },
  'equal-blocks': {
    says: 'two plugins register one block: the first by name makes it, as in WordPress, and the other is told',
    plugins: pair(
      `scope.registerBlockType('same/block', { renderCallback: () => 'first' });`,
      `scope.registerBlockType('same/block', { renderCallback: () => 'second' });`,
    ),
    states: BOTH,
    code: '',
    answers: { ...OWN, '/with-block/': [200, 'first'] },
  },
  'equal-handles': {
    says: 'two plugins give a script one handle: each keeps its own',
    plugins: pair(`scope.enqueueScript('same', 'first.js');`, `scope.enqueueScript('same', 'second.js');`),
    states: BOTH,
    code: '',
    answers: { ...OWN, '/': [200, 'first.js'] },
  },
  'equal-commands': {
    says: 'two plugins add one command: the first by name runs, and the other is told to be left out',
    plugins: pair(
      `scope.addCommand({ name: 'same', description: 'x', run: async (a, b, output) => output.line('first') });`,
      `scope.addCommand({ name: 'same', description: 'x', run: async (a, b, output) => output.line('second') });`,
    ),
    states: BOTH,
    code: '',
    answers: OWN,
  },
  'cyclic-assets': {
    says: 'scripts need each other: both stand on the page',
    ...singlePlugin(
      {
        'index.js': boot(
          `scope.enqueueScript('one', 'one.js', { deps: ['two'] }); scope.enqueueScript('two', 'two.js', { deps: ['one'] });`,
        ),
      },
      'active',
      'asset_cycle',
    ),
    answers: { '/': [200, 'two.js'] },
  },
  'missing-asset': {
    says: 'the file of a script is not there',
    ...singlePlugin({ 'index.js': boot(`scope.enqueueScript('one', 'one.js');`) }, 'active', ''),
    answers: { '/': [200, 'one.js'], '/wp-content/plugins/broken/assets/one.js': [404, ''] },
  },
  'missing-view': {
    says: 'the view of a page is not there',
    ...singlePlugin(
      {
        'index.js': boot(
          `scope.registerFrontRoute({ path: '/viewless/', handler: () => ({ kind: 'page', title: 'x', view: 'nowhere' }) });`,
        ),
      },
      'active',
      'view_not_found',
    ),
    answers: { '/viewless/': [500, ''] },
  },
  'missing-main': {
    says: 'its main file is not there',
    ...singlePlugin({ 'readme.txt': '' }, 'failed', 'plugin_manifest_invalid'),
  },
  'syntax-error': {
    says: 'its code cannot be read',
    ...singlePlugin({ 'index.js': 'module.exports = {' }, 'failed', 'plugin_import_failed'),
  },
  'missing-import': {
    says: 'it imports what is not there',
    ...singlePlugin({ 'index.js': `require('./nowhere.js');` }, 'failed', 'plugin_import_failed'),
  },
  'throws-at-import': {
    says: 'it throws when it is loaded',
    ...singlePlugin({ 'index.js': `throw new Error('broke');` }, 'failed', 'plugin_import_failed'),
  },
  'throws-at-boot': {
    says: 'it throws when it starts',
    ...singlePlugin(
      { 'index.js': boot(`${page('/half/', 'half')} throw new Error('broke');`) },
      'failed',
      'plugin_boot_failed',
    ),
    answers: { '/half/': [404, ''] },
  },
  'migration-fails': {
    says: 'a step of its database fails',
    ...singlePlugin(
      { 'index.js': boot('', `migrations: [{ id: '001', async up() { throw new Error('broke'); } }],`) },
      'failed',
      'db_migration_failed',
    ),
  },
  'no-manifest': {
    says: 'it has no plugin.json that can be read',
    ...singlePlugin({ 'plugin.json': '{ "name": ', 'index.js': boot('') }, 'failed', 'plugin_manifest_invalid'),
  },
  'wrong-manifest': {
    says: 'its plugin.json lacks what is needed',
    ...singlePlugin({ 'plugin.json': '{}', 'index.js': boot('') }, 'failed', 'plugin_manifest_invalid'),
  },
  'needs-what-is-not-there': {
    says: 'it needs a plugin that is not there',
    ...singlePlugin(
      { 'plugin.json': manifest('broken', { requiresPlugins: { nowhere: '*' } }), 'index.js': boot('') },
      'waiting',
      'plugin_dependency_not_found',
    ),
  },
  'needs-a-newer-plinth': {
    says: 'it needs a newer Plinth',
    ...singlePlugin(
      { 'plugin.json': manifest('broken', { requiresCore: '>=99' }), 'index.js': boot('') },
      'waiting',
      'plugin_core_version',
    ),
  },
  'need-each-other': {
    says: 'two plugins need each other',
    plugins: {
      'ring-a': { 'plugin.json': manifest('ring-a', { requiresPlugins: { 'ring-b': '*' } }), 'index.js': boot('') },
      'ring-b': { 'plugin.json': manifest('ring-b', { requiresPlugins: { 'ring-a': '*' } }), 'index.js': boot('') },
    },
    states: { 'ring-a': 'waiting', 'ring-b': 'waiting' },
    code: 'plugin_dependency_cycle',
  },
  'folder-gone': { says: 'its folder is gone', plugins: { gone: {} }, states: { gone: 'absent' }, code: '' },
};
