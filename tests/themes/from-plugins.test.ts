import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { readDom } from '../kit/dom.js';

const boot = (work: string): string => `export default { boot(scope) { ${work} } };`;

describe.each(defaultEngines)('theme support for plugins on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
  });
  afterAll(() => test.close());

  const get = async (path: string): Promise<string> => (await fetch(test.url + path)).text();
  const off = (...ids: string[]): Promise<void> => test.inContext(() => test.site.plugins.deactivatePlugins(ids));
  const errorsOf = async (id: string): Promise<{ code: string }[]> => {
    await test.site.plugins.pluginErrors.flush();
    return test.inContext(() => test.site.plugins.pluginErrors.list(id));
  };
  const theme = (name: string, more: object = {}): string =>
    JSON.stringify({ name, version: '1.0.0', parent: 'default', styles: ['look.css'], ...more });

  it('renders a plugin’s post type template with partials and helpers while active', async () => {
    const on = (): Promise<void> =>
      activatePlugin(test, 'events', {
        'index.js':
          boot(`scope.registerPostType('event', { public: true, hasArchive: true, label: 'Events', showInRest: true });
        scope.addTemplateHelper('events-loud', (text) => String(text).toUpperCase() + '<b>');`),
        'templates/single-event.hbs':
          '<article class="event"><h1>{{events-loud post.title}}</h1>{{> events/when place="Hall"}}</article>',
        'partials/when.hbs': '<p class="when">In the {{place}}</p>',
      });
    await on();
    await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'event',
        post_title: 'Jazz',
        post_name: 'jazz',
        post_status: 'publish',
      }),
    );
    const page = await get('/event/jazz/');
    expect(page).toContain('<p class="when">In the Hall</p>');
    expect(page).toMatch(/<article class="event"><h1>[^<]*&lt;b&gt;<\/h1>/);
    await off('events');
    expect(await get('/event/jazz/')).not.toContain('class="event"');
    await on();
    expect(await get('/event/jazz/')).toContain('class="event"');
    await off('events');
  });

  it('prefers the partial of the theme to the plugin’s', async () => {
    await activatePlugin(test, 'fairs', {
      'index.js': boot(
        `scope.registerPostType('fair', { public: true, label: 'Fairs' }); scope.registerThemeDirectory('themes');`,
      ),
      'templates/single-fair.hbs': 'of the plugin {{> fairs/note}}',
      'partials/note.hbs': 'note of the plugin',
      'themes/fair-look/theme.json': theme('Fair look'),
      'themes/fair-look/partials/fairs/note.hbs': 'note of the theme',
    });
    await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'fair',
        post_title: 'One',
        post_name: 'one',
        post_status: 'publish',
      }),
    );
    expect(await get('/fair/one/')).toContain('of the plugin note of the plugin');
    await test.inContext(() => test.site.themes.switchTheme('fair-look'));
    expect(await get('/fair/one/')).toContain('of the plugin note of the theme');
    await test.inContext(() => test.site.themes.switchTheme('default'));
    await off('fairs');
  });

  it('offers a plugin’s theme while active and falls back to the default theme', async () => {
    const on = (): Promise<void> =>
      activatePlugin(test, 'winter', {
        'index.js': boot(`scope.registerThemeDirectory('themes');`),
        'themes/winter-look/theme.json': theme('Winter look', { menus: { snow: 'Snow' } }),
        'themes/winter-look/assets/look.css': 'body{--snow:1}',
      });
    await on();
    expect(test.site.views.installedThemes().map(({ id }) => id)).toContain('winter-look');
    await test.inContext(() => test.site.themes.switchTheme('winter-look'));
    expect(await get('/')).toContain('themes/winter-look/assets/look.css');
    expect(await get('/wp-content/themes/winter-look/assets/look.css')).toContain('--snow');
    expect(Object.keys(test.site.content.getRegisteredNavMenus())).toContain('snow');
    await off('winter');
    const without = await get('/');
    expect(without).not.toContain('winter-look');
    expect(without).toContain('themes/default/assets/style.css');
    expect(Object.keys(test.site.content.getRegisteredNavMenus())).not.toContain('snow');
    await on();
    expect(await get('/')).toContain('themes/winter-look/assets/look.css');
    await test.inContext(() => test.site.themes.switchTheme('default'));
    await off('winter');
  });

  it('renders a failing helper as empty, reports it and refuses a taken name', async () => {
    await activatePlugin(test, 'helping', {
      'index.js': boot(`scope.addTemplateHelper('helping-broken', () => { throw new Error('helper broke'); });
        scope.registerFrontRoute({ path: '/helped/', handler: () => ({ kind: 'page', title: 'H', view: 'helped' }) });`),
      'views/helped.hbs': '<p>[{{helping-broken 1}}]</p>',
    });
    expect(readDom(await get('/helped/')).texts('p')).toContain('[]');
    expect(JSON.stringify(await errorsOf('helping'))).toContain('helper broke');
    test.addPlugin('grabbing', { 'index.js': boot(`scope.addTemplateHelper('date', () => '');`) });
    const error = await test.inContext(() => test.site.plugins.activatePlugin('grabbing'));
    expect(error?.getErrorMessage()).toContain('"date"');
    await off('helping');
  });
});
