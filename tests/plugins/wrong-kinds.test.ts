import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const ADDRESSES = [
  '/',
  '/shop/',
  '/regulamin-sklepu/',
  '/product/fikus-sprezysty/',
  '/contact/',
  '/?s=lamp',
  '/wp-sitemap.xml',
  '/wp-sitemap-posts-page-1.xml',
  '/nothing-here/',
] as const;

/** Filters for which a missing `return` used to break pages, and others whose values the host destructures. */
const FILTERS = [
  'document_title_parts',
  'pre_get_document_title',
  'document_title_separator',
  'document_title',
  'body_class',
  'wp_robots',
  'the_posts',
  'get_terms',
  'get_the_terms',
  'template_hierarchy',
  'render_block_data',
  'render_block',
  'kses_allowed_protocols',
  'sanitize_title',
  'redirect_canonical',
  'wp_nav_menu_items',
  'plinth/fallback_menu_items',
  'plinth/footer_links',
  'wp_sitemaps_posts_query_args',
  'wp_sitemaps_providers',
  'wp_sitemaps_enabled',
  'the_content',
  'the_title',
  'the_excerpt',
  'get_canonical_url',
  'rewrite_rules_array',
  'map_meta_cap',
  'user_has_cap',
  'page_link',
  'post_link',
  'term_link',
  'get_pages',
  'option_blogname',
  'alloptions',
  'wp_kses_allowed_html',
  'get_term',
  'excerpt_length',
  'plinth/search_results',
  'plinth/owner_details',
  'plinth/document',
  'request',
  'query_vars',
  'posts_results',
  'posts_pre_query',
  'posts_clauses',
  'posts_where',
  'posts_orderby',
  'post_limits',
  'found_posts',
  'terms_clauses',
  'terms_pre_query',
  'wp_headers',
  'template_include',
  'page_template_hierarchy',
  'page_template',
  'language_attributes',
  'wp_resource_hints',
  'content_pagination',
  'post_class',
  'get_the_categories',
  'the_category',
  'store/card_html',
  'store/price_html',
] as const;

const WRONG_VALUES: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  'an object': { a: 1 },
  'a list of numbers': [1],
};

describe('filter with return values of wrong types', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ demo: true });
    await activatePlugin(test, 'liar', {
      'index.js': `export default { boot(scope) {
        for (const name of ${JSON.stringify(FILTERS)}) scope.addFilter(name, (value) => (globalThis.wrongValue?.name === name ? globalThis.wrongValue.value : value), 1);
      } };`,
    });
  });
  afterAll(async () => {
    delete (globalThis as { wrongValue?: unknown }).wrongValue;
    await test.close();
  });

  it.each(Object.keys(WRONG_VALUES))(
    'returning %s breaks no page and is reported for its plugin only',
    async (kind) => {
      const failed: string[] = [];
      for (const name of FILTERS) {
        Object.assign(globalThis, { wrongValue: { name, value: WRONG_VALUES[kind] } });
        for (const url of ADDRESSES) {
          const { status } = await fetch(test.url + url, { signal: AbortSignal.timeout(20_000) });
          if (status >= 500) failed.push(`${name} ${url}: ${status}`);
        }
        // Resets the error count, since the plugin would be paused after three errors.
        await test.site.plugins.pluginErrors.flush();
        await test.inContext(() => test.site.plugins.resume('liar'));
        await test.inContext(() => test.site.plugins.reconcile());
      }
      Object.assign(globalThis, { wrongValue: undefined });
      expect(failed).toEqual([]);
      await test.site.plugins.pluginErrors.flush();
      expect(
        await test.inContext(async () =>
          (await test.site.plugins.pluginErrors.list()).filter(({ plugin }) => plugin !== 'liar'),
        ),
      ).toEqual([]);
      expect((await fetch(`${test.url}/shop/`)).status).toBe(200);
    },
  );

  it('appears among the plugin errors with its hook', async () => {
    Object.assign(globalThis, { wrongValue: { name: 'document_title_parts', value: undefined } });
    // A unique URL, so that the page is not cached.
    const page = await (await fetch(`${test.url}/regulamin-sklepu/?look=again`)).text();
    Object.assign(globalThis, { wrongValue: undefined });
    expect(page).toMatch(/<title>Regulamin sklepu\b/);
    await test.site.plugins.pluginErrors.flush();
    expect(await test.inContext(() => test.site.plugins.pluginErrors.list('liar'))).toMatchObject([
      { entry: 'hook document_title_parts', code: 'hook_invalid_return_type' },
    ]);
  });
});

describe('plugin page handler', () => {
  const RETURN_VALUES: Readonly<Record<string, string>> = {
    'a text': `'hello'`,
    'an object of no kind': '{ html: "x" }',
    'a page without anything in it': `{ kind: 'page', title: 'x' }`,
    'a redirect to nowhere': `{ kind: 'redirect' }`,
    'a body without a type': `{ kind: 'body', body: 'x' }`,
    'a view that is not there': `{ kind: 'page', title: 'x', view: 'nowhere' }`,
  };

  it('returns 500 for invalid results and reports each to its plugin', async () => {
    const test = await bootSite();
    try {
      const routes = Object.values(RETURN_VALUES).map(
        (returnValue, index) =>
          `scope.registerFrontRoute({ path: '/odd-${index}/', handler: () => (${returnValue}) });`,
      );
      await activatePlugin(test, 'odd', { 'index.js': `export default { boot(scope) { ${routes.join('\n')} } };` });
      for (const index of Object.keys(Object.values(RETURN_VALUES)))
        expect([index, (await fetch(`${test.url}/odd-${index}/`, { redirect: 'manual' })).status]).toEqual([
          index,
          500,
        ]);
      expect((await fetch(`${test.url}/`)).status).toBe(200);
      await test.site.plugins.pluginErrors.flush();
      const errors = await test.inContext(() => test.site.plugins.pluginErrors.list('odd'));
      expect(errors.map(({ entry, code }) => `${entry} ${code}`).sort()).toEqual(
        [
          ...[0, 1, 2, 3, 4].map((index) => `page /odd-${index}/ page_invalid_return_type`),
          'view nowhere view_not_found',
        ].sort(),
      );
    } finally {
      await test.close();
    }
  });
});

describe('sitemap', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
  });
  afterAll(() => test.close());

  const get = async (path: string): Promise<string> =>
    (await fetch(test.url + path, { signal: AbortSignal.timeout(20_000) })).text();

  it('ends whatever query arguments a plugin sets', async () => {
    const before = await get('/wp-sitemap.xml');
    const lists: readonly string[] = [
      '({ ...args, posts_per_page: -1 })',
      '({ ...args, nopaging: true })',
      '({ ...args, offset: 0 })',
      '({ ...args, paged: 1 })',
    ];
    for (const [index, list] of lists.entries()) {
      const id = `lister-${index}`;
      await activatePlugin(test, id, {
        'index.js': `export default { boot(scope) { scope.addFilter('wp_sitemaps_posts_query_args', (args) => ${list}); } };`,
      });
      expect([list, await get('/wp-sitemap.xml')]).toEqual([list, before]);
      await test.inContext(() => test.site.plugins.deactivatePlugins(id));
    }
  });

  it('ends when a provider ignores the page number', async () => {
    await activatePlugin(test, 'endless', {
      'index.js': `export default { boot(scope) { scope.addFilter('wp_sitemaps_providers', (providers) => ({ ...providers, things: { subtypes: () => [''], entries: async () => [{ loc: scope.homeUrl('/thing/') }] } })); } };`,
    });
    expect((await get('/wp-sitemap.xml')).match(/wp-sitemap-things-\d+\.xml/g)).toEqual(['wp-sitemap-things-1.xml']);
    await test.inContext(() => test.site.plugins.deactivatePlugins('endless'));
  });
});
