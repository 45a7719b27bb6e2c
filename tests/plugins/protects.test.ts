import { bootSite, activatePlugin, ADMIN, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const manifest = (id: string, protects: readonly string[]): string =>
  JSON.stringify({
    name: id,
    version: '1.0.0',
    description: 'A plugin of the tests.',
    author: 'Plinth',
    requiresCore: '*',
    main: 'index.js',
    protects,
  });

/** Source code of a plugin that throws on request. */
const boot = (work: string): string =>
  `export default { boot(scope) { const failing = (at) => { if (globalThis.failing === at) throw new Error('broken'); }; ${work} } };`;
const failAt = (point: string | undefined): void => void Object.assign(globalThis, { failing: point });

describe('plugin that protects access', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'page',
        post_title: 'Members',
        post_name: 'members',
        post_content: 'The secret of the members.',
        post_status: 'publish',
      }),
    );
    await activatePlugin(test, 'members', {
      'plugin.json': manifest('members', ['access']),
      'index.js': boot(`failing('boot');
        scope.addFilter('the_posts', (posts) => { failing('the_posts'); return posts; });
        scope.addFilter('the_content', (text) => { failing('the_content'); return text; });
        scope.addFilter('rest_prepare_page', (response) => { failing('rest_prepare_page'); return response; });
        scope.addAction('admin_init', () => failing('admin_init'));
        scope.addFilter('admin_title', (title) => { failing('admin_title'); return title; });`),
    });
    await activatePlugin(test, 'decoration', {
      'index.js': boot(`scope.addFilter('the_content', (text) => { failing('decoration'); return text; });`),
    });
  });
  afterEach(async () => {
    failAt(undefined);
    await test.site.plugins.pluginErrors.flush();
    await test.inContext(() => test.site.plugins.pluginErrors.clear('members'));
  });
  afterAll(() => test.close());

  const get = (path: string, cookie = ''): Promise<Response> =>
    fetch(test.url + path, { redirect: 'manual', headers: { cookie } });

  async function ownersCookie(): Promise<string> {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    return owner.cookies();
  }

  it.each(['the_posts', 'the_content'])('returns 503 without content when it fails in %s', async (hook) => {
    failAt(hook);
    const response = await get('/members/');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.text()).not.toContain('secret');
    failAt(undefined);
    expect(await (await get('/members/')).text()).toContain('The secret of the members.');
  });

  it('returns 503 over REST when it fails', async () => {
    failAt('rest_prepare_page');
    const response = await get('/wp-json/wp/v2/pages?slug=members');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('secret');
  });

  it('stays closed while its circuit breaker is open', async () => {
    failAt('the_content');
    for (let i = 0; i < 4; i++) expect((await get('/members/')).status).toBe(503);
    failAt(undefined);
    expect((await get('/members/')).status).toBe(503);
  });

  it('never locks its owner out of the admin', async () => {
    const cookie = await ownersCookie();
    for (const hook of ['admin_init', 'admin_title', 'the_content']) {
      failAt(hook);
      expect([hook, (await get('/wp-admin/', cookie)).status]).toEqual([hook, 200]);
    }
  });

  it('lets pages ignore failures of plugins that protect nothing', async () => {
    failAt('decoration');
    expect(await (await get('/members/')).text()).toContain('The secret of the members.');
  });

  it('closes the site to visitors but not to administrators while it cannot start', async () => {
    failAt('boot');
    await test.inContext(() => test.site.plugins.stopAll());
    await test.inContext(() => test.site.plugins.reconcile());
    expect((await test.inContext(() => test.site.plugins.record('members')))?.status).toBe('failed');
    for (const path of [
      '/',
      '/members/',
      '/?s=secret',
      '/feed/',
      '/wp-json/wp/v2/pages',
      '/?rest_route=/wp/v2/pages',
    ]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 503]);
      expect(await response.text()).not.toContain('secret');
    }
    expect((await get('/wp-login.php')).status).toBe(200);
    const cookie = await ownersCookie();
    expect((await get('/members/', cookie)).status).toBe(200);
    expect((await get('/wp-admin/plugins.php', cookie)).status).toBe(200);
    failAt(undefined);
    expect(await test.inContext(() => test.site.plugins.activatePlugin('members'))).toBeNull();
    expect((await get('/members/')).status).toBe(200);
  });

  it('opens the site when its owner deactivates it', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins('members'));
    failAt('the_content');
    expect((await get('/members/')).status).toBe(200);
  });
});

describe('plugin that protects prices', () => {
  let test: TestSite;
  const PRODUCT = '/product/fikus-sprezysty/';
  beforeAll(async () => {
    test = await bootSite({ demo: true, uncached: true });
    await activatePlugin(test, 'dealers', {
      'plugin.json': manifest('dealers', ['prices']),
      'index.js': boot(`failing('boot');
        scope.addFilter('store/price_html', (html) => { failing('store/price_html'); return html; });
        scope.addFilter('store/price_display', (display) => { failing('store/price_display'); return display; });`),
    });
  });
  afterAll(async () => {
    failAt(undefined);
    await test.close();
  });

  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(test.url + path, { redirect: 'manual', headers: { 'accept-language': 'en' } });
    return { status: response.status, text: await response.text() };
  };
  /** Matches amounts of money. */
  const AMOUNT = /\d\s*(?:zł|PLN|€)|(?:zł|PLN|€)\s*\d/;
  const stripMarkup = (text: string): string =>
    text.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');

  it('shows prices while it works', async () => {
    const { status, text } = await get(PRODUCT);
    expect(status).toBe(200);
    expect(stripMarkup(text)).toMatch(AMOUNT);
    expect(text).toContain('"offers"');
  });

  it.each(['store/price_html', 'store/price_display'])(
    'replaces prices on an otherwise working page while it fails in %s',
    async (hook) => {
      failAt(hook);
      const { status, text } = await get(PRODUCT);
      expect(status).toBe(200);
      expect(text).toContain('class="price price--none"');
      expect(stripMarkup(text)).not.toMatch(AMOUNT);
      failAt(undefined);
      await test.site.plugins.pluginErrors.flush();
      await test.inContext(() => test.site.plugins.pluginErrors.clear('dealers'));
    },
  );

  it('hides all prices and closes the checkout, but not the cart, while not running', async () => {
    failAt('boot');
    await test.inContext(() => test.site.plugins.stopAll());
    await test.inContext(() => test.site.plugins.reconcile());
    const product = await get(PRODUCT);
    expect(product.status).toBe(200);
    expect(product.text).not.toContain('"offers"');
    const list = await get('/shop/');
    expect(list.text).toContain('class="price price--none"');
    for (const { text } of [product, list]) expect(stripMarkup(text)).not.toMatch(AMOUNT);
    const shopper = visitor(test.url);
    const [, id = ''] = /name="add_to_cart" value="(\d+)"/.exec((await shopper.get(PRODUCT)).html) ?? [];
    await shopper.post('/cart/', { add_to_cart: id, quantity: '2' });
    const cart = await shopper.get('/cart/');
    expect(cart.status).toBe(200);
    expect(cart.html).toContain('fikus-sprezysty');
    expect(stripMarkup(cart.html.slice(cart.html.indexOf('<main')))).not.toMatch(AMOUNT);
    const closed = await shopper.get('/checkout/');
    expect(closed.status).toBe(503);
    expect(closed.headers.get('retry-after')).toBe('300');
    expect(closed.html).toContain('href="' + test.url + '/cart/"');
    failAt(undefined);
    expect(await test.inContext(() => test.site.plugins.activatePlugin('dealers'))).toBeNull();
    expect(stripMarkup((await shopper.get('/cart/')).html)).toMatch(AMOUNT);
  });
});
