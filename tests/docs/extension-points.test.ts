import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PersonalDataErasers, PersonalDataExporters, PluginScope } from '../../core/api/index.js';
import { runOnSite } from '../../core/cli/with-site.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { filesOf } from './guide.js';
import { assertDefined } from '../kit/assert-defined.js';
import { readDom } from '../kit/dom.js';

const GUIDE = join(__dirname, '../../docs/guide');
const pages = readdirSync(join(GUIDE, 'points')).map((file) => file.replace(/\.md$/, ''));
const read = (page: string): string => readFileSync(join(GUIDE, page), 'utf8');

describe('extension point guide', () => {
  it('links every page, each saying what deactivation removes', () => {
    const linked = [...read('extension-points.md').matchAll(/\(points\/([\w-]+)\.md\)/g)].map(([, page]) => page);
    expect([...linked].sort()).toEqual(pages);
    for (const page of pages)
      expect({ page, text: read(`points/${page}.md`) }).toEqual({
        page,
        text: expect.stringContaining('**After deactivation:**') as string,
      });
  });

  it('links only to existing files', () => {
    for (const page of ['extension-points.md', ...pages.map((name) => `points/${name}.md`)]) {
      const missing = [...read(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
        .map(([, path]) => path)
        .filter((path) => !existsSync(join(GUIDE, dirname(page), assertDefined(path))));
      expect({ page, missing }).toEqual({ page, missing: [] });
    }
  });
});

describe.each(defaultEngines)('extension point example plugins on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;
  beforeAll(async () => {
    test = await bootSite({ engine, shop: true });
    for (const page of pages) {
      const files = filesOf(`points/${page}.md`);
      const manifest = JSON.stringify({
        name: page,
        version: '1.0.0',
        description: 'x',
        author: 'x',
        requiresCore: '*',
        main: 'plugin.ts',
      });
      await activatePlugin(test, page, { 'plugin.json': manifest, ...files });
    }
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test?.close());

  const scopeOf = (id: string): PluginScope => {
    const running = test.site.plugins.runningPlugin(id);
    if (!running) throw new Error(`${id} does not run`);
    return running.scope;
  };
  const renderPage = async (content: string, title = 'A text'): Promise<string> => {
    const id = await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: title,
        post_content: content,
      }),
    );
    const { html, location } = await visitor(test.url).get(`/?page_id=${String(id)}`);
    return location === '' ? html : (await visitor(test.url).get(location)).html;
  };
  const json = async (path: string, method = 'GET'): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${test.url}/wp-json/${path}`, { method });
    return { status: response.status, body: await response.json() };
  };

  it('greets by shortcode and marks titles through hooks', async () => {
    const html = await renderPage('[greeting]', 'Tea (new)');
    expect(html).toContain('Tea ★');
    expect(html).toContain('Hello!');
  });

  it('renders shortcodes with escaped content and attributes', async () => {
    expect(await renderPage('[price_tag color="red&quot;"]<b>5</b>[/price_tag][price_tag]6[/price_tag]')).toMatch(
      /tag--red[^"]*">&lt;b&gt;5.*tag--green">6/s,
    );
  });

  it('renders a block with its stylesheet and block styles', async () => {
    const html = await renderPage(
      '<!-- wp:blocks/quote {"text":"A & B","large":true} /--><!-- wp:paragraph {"className":"is-style-framed"} --><p class="is-style-framed">B</p><!-- /wp:paragraph -->',
    );
    expect(html).toContain('<blockquote class="quote quote--large">A &amp; B</blockquote>');
    expect(html).toContain('blocks/assets/quote.css');
    expect(html).toContain('.is-style-framed { border: 1px solid; padding: 1rem; }');
    expect(await renderPage('<!-- wp:paragraph --><p>B</p><!-- /wp:paragraph -->')).not.toContain('.is-style-framed');
    expect(scopeOf('blocks').registerBlockStyle('blocks/quote', { name: 'soft', label: 'Soft' })).toBe(true);
    expect((await owner.get('/wp-admin/post-new.php')).html).toMatch(
      /data-block="blocks\/quote"[^>]*is-style-soft&[^>]*Soft/,
    );
    expect((await owner.rest('GET', '/wp/v2/block-types/core/paragraph')).body).toMatchObject({
      styles: [{ name: 'framed', label: 'Framed', inline_style: expect.any(String) as string }],
    });
  });

  it('inserts block patterns, and a recursive one only once', async () => {
    expect(scopeOf('patterns').getBlockPatterns().get('patterns/menu')).toMatchObject({ title: 'Menu of the day' });
    expect(await renderPage('<!-- wp:pattern {"slug":"patterns/menu"} /-->')).toMatch(
      /<h2 class="wp-block-heading">Today<\/h2>.*<p[^>]*>Soup<\/p>/s,
    );
    const around = {
      title: 'Loop',
      content: '<!-- wp:paragraph --><p>Around</p><!-- /wp:paragraph --><!-- wp:pattern {"slug":"patterns/loop"} /-->',
    };
    expect(scopeOf('patterns').registerBlockPattern('patterns/loop', around)).toBe(true);
    expect(
      (
        await renderPage('<!-- wp:pattern {"slug":"patterns/loop"} /--><!-- wp:pattern {"slug":"nobody/none"} /-->')
      ).match(/Around/g),
    ).toHaveLength(1);
  });

  it('validates REST arguments and checks permissions', async () => {
    expect(await json('rest-routes/v1/double/4')).toEqual({ status: 200, body: { doubled: 8 } });
    expect(await json('rest-routes/v1/double/4000')).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param' },
    });
    expect(await json('rest-routes/v1/visits', 'DELETE')).toMatchObject({ status: 401 });
  });

  it('serves a page of its own and 404 for others', async () => {
    expect((await visitor(test.url).get('/parcel/12345/')).html).toContain('Parcel 12345 is on its way.');
    expect((await visitor(test.url).get('/parcel/x/')).status).toBe(404);
  });

  it('registers post types with REST routes', async () => {
    expect(await json('wp/v2/recipe')).toEqual({ status: 200, body: [] });
    expect(await json('wp/v2/course')).toEqual({ status: 200, body: [] });
  });

  it('registers an image size', () => {
    expect(scopeOf('image-sizes').hasImageSize('card')).toBe(true);
  });

  it('loads its script only where needed and its stylesheet everywhere', async () => {
    const html = await renderPage('[clock]');
    expect(html).toContain('scripts-and-styles/assets/clock.js');
    expect(html).toContain('"label":"Now"');
    const home = (await visitor(test.url).get('/')).html;
    expect([home.includes('clock.css'), home.includes('clock.js')]).toEqual([true, false]);
  });

  it('allows hosts in the content security policy and in redirects', async () => {
    const response = await fetch(test.url);
    expect(response.headers.get('content-security-policy')).toContain('https://captcha.example');
    expect(await visitor(test.url).get('/to-the-bank/')).toMatchObject({ location: 'https://bank.example/pay' });
  });

  it('renders a post type with its own template', async () => {
    const id = await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'poem',
        post_status: 'publish',
        post_title: 'Rose',
        post_name: 'rose',
        post_content: 'Red',
      }),
    );
    expect(id).toBeGreaterThan(0);
    expect((await visitor(test.url).get('/poem/rose/')).html).toMatch(/class="[^"]* poem"><h1>Rose<\/h1>.*<p>\d<\/p>/s);
  });

  it('runs a command and rejects an invalid argument', async () => {
    expect(await runOnSite(test.site, ['tea', 'brew', '2', '--kind=green', '--format=json'])).toMatchObject({
      code: 0,
      out: '[{"cups":2,"kind":"green"}]',
    });
    expect(await runOnSite(test.site, ['tea', 'brew', 'x'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('Write a whole number') as string,
    });
  });

  it('schedules an event and runs a job', async () => {
    const scope = scopeOf('jobs');
    expect(await test.inContext(() => scope.wpNextScheduled('jobs/night'))).not.toBe(false);
    await test.inContext(async () => {
      await scope.doAction('jobs/night');
      await test.site.cron.runJobs();
    });
    expect(await test.inContext(() => scope.getOption('jobs_swept'))).toEqual({ room: 'kitchen' });
  });

  it('sends a welcome email to a new user', async () => {
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'reader',
        user_email: 'reader@example.com',
        user_pass: 'a long test password',
        display_name: 'Ola',
      }),
    );
    const folder = join(test.site.config.dataDir, 'mail');
    expect(
      readdirSync(folder)
        .map((file) => readFileSync(join(folder, file), 'utf8'))
        .join(),
    ).toMatch(/reader@example\.com.*Welcome, Ola\./s);
  });

  it('registers a widget and a sidebar', () => {
    const scope = scopeOf('widgets');
    expect([scope.getRegisteredWidgets().has('hours'), scope.getRegisteredSidebars().has('widgets-below')]).toEqual([
      true,
      true,
    ]);
  });

  it('renders a menu in its location with filtered links', async () => {
    const scope = scopeOf('menus');
    expect(scope.getRegisteredNavMenus()).toMatchObject({ 'help-topics': 'Help topics' });
    expect(await renderPage('[help_topics]')).not.toContain('data-topic');
    await test.inContext(async () => {
      const menu = Number(await scope.wpUpdateNavMenuObject(0, { name: 'Topics' }));
      await scope.wpUpdateNavMenuItem(menu, 0, {
        title: 'Parcels',
        url: `${test.url}/parcels/`,
        type: 'custom',
        status: 'publish',
      });
      await scope.setNavMenuLocations({ ...(await scope.getNavMenuLocations()), 'help-topics': menu });
    });
    const html = await renderPage('[help_topics]');
    expect(html).toMatch(
      /<nav[^>]*aria-label="Help topics"><ul[^>]*>\s*<li[^>]*><a href="[^"]*\/parcels\/" data-topic="yes">Parcels</,
    );
    expect(html).toMatch(/\/pomoc\/" lang="pl" hreflang="pl">Pomoc</);
  });

  it('shows the reading time only when the theme supports it', async () => {
    expect(await renderPage('One two three.')).toContain('<p class="reading-time">1 minute</p>');
    const undo = test.site.hooks.addFilter('current_theme_supports-reading-time', () => false);
    expect(await renderPage('One two three.', 'Without')).not.toContain('reading-time');
    undo();
  });

  it('shows help on one admin screen only', async () => {
    expect((await owner.get('/wp-admin/edit.php?post_type=page')).html).toContain(
      'Pages of the same level are sorted by their order number.',
    );
    expect((await owner.get('/wp-admin/edit.php')).html).not.toContain('Pages of the same level');
  });

  it('provides a service to a shortcode', async () => {
    expect(await renderPage('[greetings]')).toContain('Hello, Ola');
  });

  it('counts visits in its own table', async () => {
    expect(readDom(await renderPage('[visits]')).texts('p')).toContain('Visits: 1');
  });

  it('lists a shipping method in the shop settings', async () => {
    expect((await owner.get('/wp-admin/admin.php?page=store-commerce')).html).toContain('By bicycle');
  });

  it('adds an order status', async () => {
    expect((await owner.get('/wp-admin/admin.php?page=store-orders')).html).toContain('Packed');
  });

  it('adds product options, a product section, a fee and a discount code', async () => {
    const buyer = visitor(test.url);
    await test.inContext(() =>
      scopeOf('cart-data')
        .services.get('store.products')
        .create({ name: 'Brass bell', slug: 'brass-bell', price: 3000, stockQuantity: 50 }),
    );
    const page = await buyer.get('/product/brass-bell/');
    expect(page.html).toMatch(/<h2>Care<\/h2>[^]*?Wash number \d+ by hand\./);
    await buyer.submitForm({ data_engraving_text: 'no. 5' });
    await buyer.get('/product/brass-bell/');
    await buyer.submitForm({ data_engraving_text: 'Ola' });
    const { html } = await buyer.get('/cart/');
    expect(html.match(/class="cart__line"/g)).toHaveLength(1);
    for (const text of ['Engraving', 'Ola', '39.00']) expect(html).toContain(text);
    expect(html).not.toContain('Gift wrap');
    await buyer.submitForm({ discount_code: 'spring', apply_code: '1' });
    expect((await buyer.get('/cart/')).html).toMatch(/Spring[^]*?3\.90/);
  });

  it('adds an account page for logged-in users only', async () => {
    const page = await owner.get('/account/points/');
    expect(page.html).toContain('You have 0 points.');
    expect((await visitor(test.url).get('/account/points/')).html).not.toContain('points.');
  });

  it('adds an email to the shop’s templates', async () => {
    const { html } = await owner.get('/wp-admin/admin.php?page=store-emails');
    expect(html).toContain('How to care for it');
  });

  it('adds an action and a column to the orders screen', async () => {
    // Bulk actions are only shown if there are orders.
    await test.site.db()('store_orders').insert({
      number: 'P-1',
      order_key: 'P-1',
      form_token: 'P-1',
      status: 'pending',
      currency: 'PLN',
      email: 'ewa@example.test',
      customer: '',
      search: '',
      billing: '{"firstName":"Ewa","lastName":"Nowak"}',
      shipping: '{}',
      shipping_method: '',
      payment_method: '',
      items_total: 0,
      delivery_total: 0,
      payment_fee: 0,
      tax_total: 0,
      total: 0,
      note: '',
      locale: '',
      created_at: '2026-01-01 00:00:00',
      updated_at: '2026-01-01 00:00:00',
    });
    const { html } = await owner.get('/wp-admin/admin.php?page=store-orders');
    expect(html).toContain('Pick list');
    expect(html).toMatch(/<th[^>]*>(?:<[^>]*>)*Pieces/);
  });

  it('exposes and validates metadata over REST', async () => {
    const scope = scopeOf('metadata');
    const id = Number(await test.inContext(() => scope.wpInsertPost({ post_title: 'Long', post_status: 'publish' })));
    expect(await json(`wp/v2/posts/${id}`)).toMatchObject({
      status: 200,
      body: { meta: { reading_minutes: 1 }, reading_text: '1 min' },
    });
    const asOwner = (minutes: number): ReturnType<Visitor['rest']> =>
      owner.rest('POST', `wp/v2/posts/${id}`, { meta: { reading_minutes: minutes } });
    expect(await asOwner(601)).toMatchObject({ status: 400 });
    expect(await asOwner(12)).toMatchObject({
      status: 200,
      body: { meta: { reading_minutes: 12 }, reading_text: '12 min' },
    });
    await test.inContext(() => scope.wpUpdatePost({ id, post_status: 'in_review' }));
    expect(await json(`wp/v2/posts/${id}`)).toMatchObject({ status: 401 });
  });

  it('grants a capability per object', async () => {
    const clerk = await test.inContext(async () =>
      Number(
        await test.site.users.wpInsertUser({
          user_login: 'clerk',
          user_email: 'clerk@example.com',
          user_pass: 'a long clerk password',
          role: 'subscriber',
        }),
      ),
    );
    const member = visitor(test.url);
    await member.logIn('clerk', 'a long clerk password');
    expect([
      await member.rest('POST', `desks/v1/${clerk}/close`),
      await member.rest('POST', 'desks/v1/1/close'),
    ]).toMatchObject([{ status: 200 }, { status: 403 }]);
    expect(await owner.rest('POST', `desks/v1/${clerk}/close`)).toMatchObject({ status: 200 });
  });

  it('caches a count until it changes and limits requests', async () => {
    expect(readDom(await renderPage('[votes]')).texts('p')).toContain('Votes: 0');
    const vote = (): Promise<{ status: number; body: unknown }> => json('caching/v1/vote', 'POST');
    expect([await vote(), await vote(), await vote()]).toMatchObject([
      { body: { votes: 1 } },
      { body: { votes: 2 } },
      { status: 429 },
    ]);
    expect(readDom(await renderPage('[votes]')).texts('p')).toContain('Votes: 2');
  });

  it('exports and erases personal data', async () => {
    const scope = scopeOf('personal-data');
    await test.inContext(async () => {
      await scope.updateOption('club_members', ['ann@example.com', 'bob@example.com']);
      const exporters = await scope.applyFilters<PersonalDataExporters>('wp_privacy_personal_data_exporters', {});
      expect(await exporters.club?.callback('ann@example.com', 1)).toMatchObject({
        data: [{ item_id: 'club-ann@example.com' }],
        done: true,
      });
      const erasers = await scope.applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {});
      expect(await erasers.club?.callback('ann@example.com', 1)).toMatchObject({ items_removed: true, done: true });
      expect(await erasers.club?.callback('ann@example.com', 1)).toMatchObject({ items_removed: false, done: true });
      expect(await scope.getOption('club_members')).toEqual(['bob@example.com']);
    });
  });

  it('removes everything on deactivation without plugin errors', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins(pages));
    expect((await visitor(test.url).get('/parcel/12345/')).status).toBe(404);
    for (const path of ['rest-routes/v1/double/4', 'wp/v2/recipe'])
      expect(await json(path)).toMatchObject({ status: 404 });
    const html = await renderPage('[greeting][visits]<!-- wp:blocks/quote {"text":"A"} /-->');
    expect(html).toContain('[greeting][visits]');
    expect(html).not.toContain('blockquote');
    expect(html).not.toContain('clock.css');
    expect((await fetch(test.url)).headers.get('content-security-policy')).not.toContain('captcha.example');
    expect(await runOnSite(test.site, ['tea', 'brew', '2'])).toMatchObject({ code: 1 });
    await test.site.plugins.pluginErrors.flush();
    expect(await test.inContext(() => test.site.plugins.pluginErrors.list())).toEqual([]);
  });
});
