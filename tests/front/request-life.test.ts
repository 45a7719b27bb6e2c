import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { readDom } from '../kit/dom.js';

/** Activates a plugin. @param boot source code of its `boot` function */
async function withPlugin(test: TestSite, name: string, boot: string): Promise<void> {
  await activatePlugin(test, name, { 'index.js': `export default { boot(scope) { ${boot} } };` });
}

describe('page request', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    await test.inContext(async () => {
      const { content } = test.site;
      for (const day of ['01', '02', '03'])
        await content.wpInsertPost({
          post_title: `Note ${day}`,
          post_name: `note-${day}`,
          post_content: `Words of day ${day}.`,
          post_status: 'publish',
          post_author: 1,
          post_date: `2025-05-${day} 10:00:00`,
        });
      await content.wpInsertPost({
        post_type: 'page',
        post_title: 'About',
        post_name: 'about',
        post_status: 'publish',
      });
    });
  });
  afterAll(() => test.close());

  it('fires its hooks in the order of WordPress', async () => {
    await withPlugin(
      test,
      'listener',
      `
      const names = ['do_parse_request', 'query_vars', 'request', 'parse_request', 'parse_query', 'pre_get_posts', 'posts_pre_query', 'found_posts', 'posts_results', 'the_posts', 'pre_handle_404', 'wp_headers', 'send_headers', 'wp', 'template_redirect',
        'single_template_hierarchy', 'single_template', 'template_include', 'get_header', 'language_attributes', 'wp_head', 'pre_get_document_title', 'document_title_parts', 'wp_enqueue_scripts', 'wp_robots', 'wp_print_styles', 'wp_print_scripts', 'get_canonical_url',
        'body_class', 'wp_body_open', 'loop_start', 'content_pagination', 'the_post', 'post_class', 'get_the_date', 'the_author', 'the_content', 'loop_end', 'plinth/document', 'get_footer', 'wp_footer', 'wp_print_footer_scripts'];
      globalThis.firedHooks = [];
      for (const name of names) scope.addFilter(name, (value) => { if (!globalThis.firedHooks.includes(name)) globalThis.firedHooks.push(name); return value; }, 1);
      globalThis.expectedHooks = names;
    `,
    );
    await visitor(test.url).get('/2025/05/01/note-01/');
    const { firedHooks: fired, expectedHooks: expected } = globalThis as unknown as {
      firedHooks: string[];
      expectedHooks: string[];
    };
    expect(fired).toEqual(expected);
  });

  it('lets a plugin change the main query only', async () => {
    await withPlugin(
      test,
      'few',
      `
      scope.addAction('pre_get_posts', (query) => { if (query.isMainQuery() && query.isYear()) query.set('posts_per_page', 1); });
    `,
    );
    const { html } = await visitor(test.url).get('/2025/');
    expect(html.match(/<article/g)).toHaveLength(1);
    const other = await test.inContext(() => test.site.content.queryPosts({ year: 2025 }));
    expect(other.posts).toHaveLength(3);
  });

  it('queries posts for robots.txt when a plugin filters the_posts', async () => {
    const postCounts: number[] = [];
    const undo = test.site.hooks.addFilter('the_posts', (posts) => (postCounts.push(posts.length), posts));
    const robots = await fetch(`${test.url}/robots.txt`);
    undo();
    expect([robots.status, postCounts]).toEqual([200, [3]]);
    const undoNone = test.site.hooks.addFilter('posts_pre_query', () => []);
    const none = await fetch(`${test.url}/wp-sitemap-posts-post-1.xml`);
    undoNone();
    expect(none.status).not.toBe(500);
    expect((await fetch(`${test.url}/robots.txt`)).status).toBe(200);
  });

  it('gives conditional tags and query data to plugins', async () => {
    await withPlugin(
      test,
      'asking',
      `
      scope.addAction('wp', () => { globalThis.queryState = [scope.isSingle('note-02'), scope.isSingle('note-01'), scope.isPage(), scope.isSingular('post'), scope.getQueriedObject().post_title, scope.getQueryVar('name'), scope.mainQuery().isMainQuery()]; });
    `,
    );
    await visitor(test.url).get('/2025/05/02/note-02/');
    expect((globalThis as unknown as { queryState: unknown }).queryState).toEqual([
      true,
      false,
      false,
      true,
      'Note 02',
      'note-02',
      true,
    ]);
  });

  it('follows the redirect of a plugin', async () => {
    await withPlugin(
      test,
      'sending',
      `
      scope.addAction('template_redirect', () => { if (scope.isPage('about')) scope.wpRedirect('/2025/', 307); });
    `,
    );
    const response = await fetch(`${test.url}/about/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([307, '/2025/']);
  });

  it('refuses a plugin’s redirect to another host and records a plugin error', async () => {
    await withPlugin(
      test,
      'astray',
      `
      scope.addAction('template_redirect', () => { if (scope.is404()) scope.wpRedirect('https://elsewhere.example/'); });
    `,
    );
    expect((await fetch(`${test.url}/nothing-of-that-name/`, { redirect: 'manual' })).status).toBe(404);
    await test.site.plugins.pluginErrors.flush();
    expect(await test.inContext(() => test.site.plugins.pluginErrors.list('astray'))).toMatchObject([
      { entry: 'hook template_redirect', code: 'redirect_refused' },
    ]);
  });

  it('reads query variables that a plugin registers from the URL', async () => {
    await withPlugin(
      test,
      'variable',
      `
      scope.addFilter('query_vars', (names) => [...names, 'color']);
      scope.addAction('wp', (wp) => { globalThis.color = [wp.queryVars.color, scope.getQueryVar('color')]; });
    `,
    );
    await visitor(test.url).get('/2025/?color=red');
    expect((globalThis as unknown as { color: unknown }).color).toEqual(['red', 'red']);
  });

  it('renders the template that a plugin chooses', async () => {
    await activatePlugin(test, 'template', {
      'index.js': `import { join } from 'node:path'; export default { boot(scope) { scope.addFilter('template_include', (file) => (scope.isMonth() ? join(scope.plugin.folder, 'month.hbs') : file)); } };`,
      'month.hbs': '<h1>The month of a plugin</h1>{{#each posts}}<i>{{{title}}}</i>{{/each}}',
    });
    const { html } = await visitor(test.url).get('/2025/05/');
    expect(readDom(html).headings(1)).toContain('The month of a plugin');
    expect(html).toContain('<i>Note 01</i>');
    expect(html).toContain('class="site-header"');
  });

  it('falls back to its own template when a plugin’s template is missing', async () => {
    await withPlugin(
      test,
      'lost-template',
      `scope.addFilter('template_include', (file) => (scope.isDay() ? '/nowhere/none.hbs' : file), 20);`,
    );
    const { status, html } = await visitor(test.url).get('/2025/05/01/');
    expect(status).toBe(200);
    expect(html).toContain('Note 01');
  });
});

describe('plugin page', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    await withPlugin(
      test,
      'pages',
      `scope.registerFrontRoute({ path: '/club/', handler: () => ({ kind: 'page', title: 'A < B', html: '<p>Members</p>' }) });`,
    );
  });
  afterAll(() => test.close());

  it('passes its title, description and canonical URL through the document filters', async () => {
    await withPlugin(
      test,
      'seo',
      `
      scope.addFilter('document_title_parts', (parts) => ({ ...parts, title: parts.title + '!' }));
      scope.addFilter('plinth/document', (document) => ({ ...document, description: 'Told by another', canonical: 'https://club.example/' }));
    `,
    );
    const { html } = await visitor(test.url).get('/club/');
    expect(html).toMatch(/<title>A &lt; B! – /);
    expect(html).toContain('<meta name="description" content="Told by another">');
    expect(html).toContain('<link rel="canonical" href="https://club.example/">');
  });

  it('redirects instead of rendering when a plugin calls wpSafeRedirect', async () => {
    await withPlugin(
      test,
      'members',
      `
      scope.addAction('template_redirect', () => { if (scope.currentRequest().path === '/club/') scope.wpSafeRedirect('https://evil.example/'); });
    `,
    );
    const response = await fetch(`${test.url}/club/`, { redirect: 'manual' });
    expect([response.status, new URL(response.headers.get('location') ?? '').pathname]).toEqual([302, '/']);
  });
});

describe('enqueued script', () => {
  let test: TestSite;
  const scriptsOf = async (path: string): Promise<string[]> =>
    [...(await visitor(test.url).get(path)).html.matchAll(/\/(\w+)\.js\?/g)].map(([, name]) => name ?? '');
  beforeAll(async () => {
    test = await bootSite();
    await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'page',
        post_title: 'With',
        post_name: 'with',
        post_status: 'publish',
        post_content: '[late]',
      }),
    );
    await activatePlugin(test, 'late', {
      'index.js': `export default { boot(scope) {
        scope.enqueueScript('early', 'early.js');
        scope.addShortcode('late', () => { scope.enqueueScript('late', 'late.js', { deps: ['base'] }); scope.enqueueScript('base', 'base.js'); return 'late'; });
      } };`,
    });
  });
  afterAll(() => test.close());

  it('loads only on the page that enqueued it, after its dependencies', async () => {
    expect(await scriptsOf('/with/')).toEqual(['early', 'base', 'late']);
    expect(await scriptsOf('/')).toEqual(['early']);
  });

  it('loads on every page when the plugin enqueues it at boot', async () => {
    expect(await scriptsOf('/no-such-page/')).toEqual(['early']);
  });
});
