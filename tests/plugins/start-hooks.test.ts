import { createSite } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

/** Records which startup hooks fire, and adds callbacks inside them as WordPress plugins do. */
const LISTENER = `export default { boot(scope) {
  const { id } = scope.plugin;
  const said = (globalThis.startHeard ??= {});
  said[id] = [];
  const hear = (name, priority = 10) => scope.addAction(name, () => void said[id].push(name + (priority === 10 ? '' : ' ' + priority)), priority);
  hear('init', 0);
  for (const name of ['wp_loaded', 'widgets_init', 'init', 'after_setup_theme', 'setup_theme', 'sanitize_comment_cookies', 'plugins_loaded']) hear(name);
  scope.addAction('plugins_loaded', () => void scope.addFilter('start/words', (words) => [...words, id + ' loaded']));
  scope.addAction('init', () => {
    scope.addFilter('start/words', (words) => [...words, id]);
    scope.registerPostType('thing_' + id, { public: true, showInRest: true, label: id });
    scope.addShortcode('start_' + id, () => '<b>' + id + '</b>');
    scope.enqueueScript('start-' + id, id + '.js');
    scope.addAction('init', () => void said[id].push('init from init'), 20);
  });
} };`;

const ORDER = [
  'plugins_loaded',
  'sanitize_comment_cookies',
  'setup_theme',
  'after_setup_theme',
  'init 0',
  'widgets_init',
  'init',
  'init from init',
  'wp_loaded',
];

describe('startup hooks', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ uncached: true });
  });
  afterAll(() => test.close());

  const readFiredHooks = (): Record<string, string[]> =>
    (globalThis as { startHeard?: Record<string, string[]> }).startHeard ?? {};
  const words = (): unknown => test.site.hooks.applyFilters('start/words', []);
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(test.url + path, { redirect: 'manual' })).status;

  it('fire in WordPress’s order for a plugin activated at run time', async () => {
    await activatePlugin(test, 'early', { 'index.js': LISTENER });
    expect(readFiredHooks().early).toEqual(ORDER);
    expect(await statusOf('/wp-json/wp/v2/thing_early')).toBe(200);
  });

  it('fire once per plugin, however many plugins are activated later', async () => {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    test.addPlugin('later', { 'index.js': LISTENER });
    await owner.get('/wp-admin/plugins.php');
    await owner.post('/wp-admin/plugins.php', { action: 'activate', plugin: 'later' });
    expect(readFiredHooks()).toEqual({ early: ORDER, later: ORDER });
    expect(words()).toEqual(['early loaded', 'early', 'later loaded', 'later']);
    const page = (await owner.get('/')).html;
    for (const id of ['early', 'later']) expect(page.split(`${id}/assets/${id}.js`)).toHaveLength(2);
    expect(test.site.hooks.didAction('init')).toBeGreaterThan(0);
  });

  it('fire at process start before requests are answered', async () => {
    readFiredHooks().early = [];
    const other = await createSite(test.site.config);
    await runInContext(createContext('start'), () => other.plugins.reconcile());
    expect(readFiredHooks().early).toEqual(ORDER);
    expect(other.content.getPostTypeObject('thing_later')?.label).toBe('later');
    await other.close();
  });

  it('disappear on deactivation and fire again on reactivation', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins('later'));
    expect(words()).toEqual(['early loaded', 'early']);
    expect(test.site.content.getPostTypeObject('thing_later')).toBeNull();
    expect(await statusOf('/wp-json/wp/v2/thing_later')).toBe(404);
    await activatePlugin(test, 'later');
    expect(readFiredHooks().later).toEqual(ORDER);
    expect(words()).toEqual(['early loaded', 'early', 'later loaded', 'later']);
  });

  it('report a failing callback of a plugin and continue', async () => {
    await activatePlugin(test, 'failing', {
      'index.js': `export default { boot(scope) { scope.addAction('init', () => { throw new Error('not today'); }); scope.addAction('wp_loaded', () => void scope.addShortcode('loaded', () => 'x')); } };`,
    });
    await test.site.plugins.pluginErrors.flush();
    expect(await test.inContext(() => test.site.plugins.pluginErrors.list('failing'))).toMatchObject([
      { entry: 'hook init', message: 'not today' },
    ]);
    expect(test.site.shortcodes.shortcodeExists('loaded')).toBe(true);
    expect(await statusOf('/')).toBe(200);
  });
});
