import { createHash } from 'node:crypto';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const boot = (work: string): string => `export default { boot(scope) { ${work} } };`;

describe.each(defaultEngines)('WordPress script and style functions on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
  });
  afterAll(() => test.close());

  const pageOf = async (path = '/'): Promise<string> => (await fetch(test.url + path)).text();
  const off = (...ids: string[]): Promise<void> => test.inContext(() => test.site.plugins.deactivatePlugins(ids));
  const errorsOf = async (id: string): Promise<unknown[]> => {
    await test.site.plugins.pluginErrors.flush();
    return test.inContext(() => test.site.plugins.pluginErrors.list(id));
  };
  async function withPlugin<T>(id: string, work: string, check: () => Promise<T>): Promise<T> {
    await activatePlugin(test, id, { 'index.js': boot(work) });
    try {
      return await check();
    } finally {
      await off(id);
    }
  }

  it('load a registered script only as a dependency, before its dependent', () =>
    withPlugin(
      'needing',
      `scope.wpRegisterScript('base', 'base.js'); scope.wpRegisterScript('other', 'other.js');
      scope.addAction('wp_enqueue_scripts', () => { scope.wpEnqueueScript('top', 'top.js', ['base'], '2.0', { strategy: 'async' }); });`,
      async () => {
        const page = await pageOf();
        expect(page.indexOf('needing/assets/base.js')).toBeGreaterThan(0);
        expect(page.indexOf('needing/assets/base.js')).toBeLessThan(page.indexOf('needing/assets/top.js?ver=2.0'));
        expect(page).toMatch(/top\.js\?ver=2\.0" id="top-js"[^>]* async>/);
        expect(page).not.toContain('other.js');
      },
    ));

  it('load a style only on the page that enqueued it', () =>
    withPlugin(
      'one-page',
      `scope.registerFrontRoute({ path: '/here/', handler: () => { scope.wpEnqueueStyle('here', 'here.css', [], null, 'print'); return { kind: 'page', title: 'H', html: '<p>h</p>' }; } });`,
      async () => {
        expect(await pageOf('/here/')).toMatch(
          /<link rel="stylesheet" id="here-css" href="[^"]*one-page\/assets\/here\.css" media="print">/,
        );
        expect(await pageOf('/')).not.toContain('here.css');
      },
    ));

  it('omit scripts with a missing dependency and report it once', () =>
    withPlugin(
      'lacking',
      `scope.enqueueScript('l-mid', 'mid.js', { deps: ['jquery-of-old'] }); scope.enqueueScript('l-top', 'top.js', { deps: ['l-mid'] }); scope.enqueueScript('l-fine', 'fine.js');`,
      async () => {
        for (let i = 0; i < 2; i++) {
          const page = await pageOf();
          expect(page).toContain('lacking/assets/fine.js');
          expect(page).not.toContain('lacking/assets/mid.js');
          expect(page).not.toContain('lacking/assets/top.js');
        }
        const errors = await errorsOf('lacking');
        expect(errors).toMatchObject([
          { code: 'asset_dependency_not_found', count: 1 },
          { code: 'asset_dependency_not_found', count: 1 },
        ]);
        expect(JSON.stringify(errors)).toContain('jquery-of-old');
      },
    ));

  it('print localized data and inline code around their script in order', () =>
    withPlugin(
      'beside',
      `scope.wpRegisterScript('lib', 'lib.js'); scope.enqueueScript('app', 'app.js', { deps: ['lib'] });
      scope.wpLocalizeScript('app', 'appData', { text: '</script><b>', n: 1 });
      scope.wpAddInlineScript('app', 'window.before = 1;', 'before'); scope.wpAddInlineScript('app', 'window.after = 1;');
      if (scope.wpAddInlineScript('nobody', 'x') || scope.wpLocalizeScript('app', 'a b', {})) throw new Error('taken');`,
      async () => {
        const page = await pageOf();
        expect(page).toMatch(
          /<script id="app-js-extra"(?: nonce="[^"]+")?>\nvar appData = \{"text":"\\u003c\/script>\\u003cb>","n":1\};\n<\/script>/,
        );
        const positions = ['lib.js', 'app-js-extra', 'window.before', 'assets/app.js', 'window.after'].map((text) =>
          page.indexOf(text),
        );
        expect(positions).toEqual([...positions].sort((a, b) => a - b));
        expect(positions[0]).toBeGreaterThan(0);
        for (const id of ['lib-js', 'app-js'])
          expect(page).toMatch(new RegExp(`id="${id}"(?: nonce="[^"]+")?></script>`));
      },
    ));

  it('let another plugin dequeue or replace a style until it is deactivated', async () => {
    await activatePlugin(test, 'brings', {
      'index.js': boot(`scope.enqueueStyle('look', 'look.css'); scope.enqueueStyle('old', 'old.css');`),
    });
    await withPlugin(
      'takes',
      `scope.addAction('wp_enqueue_scripts', () => { scope.wpDequeueStyle('look'); scope.wpDeregisterStyle('old'); scope.wpRegisterStyle('old', 'new.css'); scope.wpEnqueueStyle('old'); }, 20);`,
      async () => {
        const page = await pageOf();
        for (const file of ['look.css', 'old.css']) expect(page).not.toContain(file);
        expect(page).toContain('takes/assets/new.css');
      },
    );
    const page = await pageOf();
    for (const file of ['look.css', 'old.css']) expect(page).toContain(`brings/assets/${file}`);
    await off('brings');
  });

  it('filter the URL, tag and attributes of a file', () =>
    withPlugin(
      'filters',
      `scope.enqueueScript('f', 'f.js'); scope.enqueueStyle('f', 'f.css');
      scope.addFilter('script_loader_src', (src, handle) => (handle === 'f' ? src + '&cdn=1' : src), 10, 2);
      scope.addFilter('style_loader_tag', (tag, handle) => (handle === 'f' ? tag.replace('>', ' data-mine>') : tag), 10, 2);
      scope.addFilter('wp_script_attributes', (attributes) => (attributes.id === 'f-js' ? { ...attributes, 'data-x': '1' } : attributes));`,
      async () => {
        const page = await pageOf();
        expect(page).toMatch(/<script src="[^"]*f\.js\?ver=1\.0\.0&amp;cdn=1" id="f-js"[^>]* data-x="1"><\/script>/);
        expect(page).toMatch(/<link rel="stylesheet" id="f-css"[^>]* data-mine>/);
      },
    ));

  it('map script modules and their data and preload only the needed ones', () =>
    withPlugin(
      'modules',
      `scope.wpRegisterScriptModule('@m/base', 'base.js'); scope.wpRegisterScriptModule('@m/later', 'later.js', ['@m/base']); scope.wpRegisterScriptModule('@m/unused', 'unused.js');
      scope.wpEnqueueScriptModule('@m/app', 'app.js', ['@m/base', { id: '@m/later', import: 'dynamic' }]);
      scope.addFilter('script_module_data_@m/app', (data) => ({ ...data, word: '</script>' }));`,
      async () => {
        const page = await pageOf();
        const map = JSON.parse(
          /<script type="importmap" id="wp-importmap"[^>]*>\n(.*)\n<\/script>/.exec(page)?.[1] ?? '{}',
        ) as { imports: Record<string, string> };
        expect(Object.keys(map.imports).sort()).toEqual(['@m/base', '@m/later']);
        expect(page).toMatch(/<link rel="modulepreload" href="[^"]*base\.js/);
        expect(page).toMatch(/<script type="module" src="[^"]*app\.js[^"]*"/);
        expect(page).toContain(
          '<script type="application/json" id="wp-script-module-data-@m/app">\n{"word":"\\u003c/script>"}\n</script>',
        );
        for (const file of ['unused.js', '<link rel="modulepreload" href="later.js']) expect(page).not.toContain(file);
        expect(page.indexOf('importmap')).toBeLessThan(page.indexOf('type="module"'));
      },
    ));

  it('allow inline code by nonce or hash', () =>
    withPlugin(
      'inline',
      `scope.addShortcode('mine', () => scope.wpGetInlineScriptTag('window.mine = 1;') + '<style nonce="' + scope.cspNonce() + '">p{}</style>');
      scope.registerFrontRoute({ path: '/inline/', handler: async () => ({ kind: 'page', title: 'I', html: await scope.doShortcode('[mine]') }) });`,
      async () => {
        const response = await fetch(`${test.url}/inline/`, { headers: { cookie: 'a=b' } });
        const policy = response.headers.get('content-security-policy') ?? '';
        const [, attributes = '', code = ''] =
          /<script([^>]*)>(\nwindow\.mine = 1;[^]*?)<\/script>/.exec(await response.text()) ?? [];
        const nonce = / nonce="([^"]+)"/.exec(attributes)?.[1];
        const hash = createHash('sha256').update(code).digest('base64');
        expect(policy).toContain(nonce === undefined ? `'sha256-${hash}'` : `'nonce-${nonce}'`);
      },
    ));

  it('load files enqueued for the login screen there only', () =>
    withPlugin(
      'login-look',
      `scope.addAction('login_enqueue_scripts', () => { scope.wpEnqueueStyle('login-look', 'login.css'); });`,
      async () => {
        expect(await pageOf('/wp-login.php')).toContain('login-look/assets/login.css');
        expect(await pageOf('/')).not.toContain('login.css');
      },
    ));
});
