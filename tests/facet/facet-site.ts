import { isWpError } from '../../core/api/index.js';
import type { Engine } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { fakeCatalog, type FakeCatalog } from './fake-catalog';

/** All properties that a response of the namespace can have; missing ones are undefined. */
export interface Body {
  readonly code: string;
  readonly data: { readonly status: number; readonly params: Readonly<Record<string, string>> };
  readonly found: number;
  readonly count_text: string;
  readonly facets_html: string;
  readonly toolbar_html: string;
  readonly results_html: string;
  readonly pagination_html: string;
  readonly facets: readonly { readonly slug: string }[];
  readonly per_page: number;
  readonly sources: readonly { readonly source: string }[];
  readonly facet_types: readonly { readonly value: string }[];
  readonly indexed_products: number;
  readonly indexed_rows: number;
  readonly job: { readonly id: number; readonly state: string };
  readonly results: readonly { readonly id: number }[];
  readonly categories: readonly object[];
  readonly brands: readonly object[];
  readonly words: readonly object[];
  readonly did_you_mean: object | null;
  readonly search_url: string;
  readonly rendered: string;
  readonly routes: Readonly<Record<string, { readonly endpoints: readonly { readonly args: object }[] }>>;
}

export interface RestResponse {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

export interface FacetSite extends TestSite {
  readonly catalog: FakeCatalog;
  /** Sends a request with the administrator's application password; `null` sends none, another string other credentials. */
  rest(
    method: string,
    path: string,
    body?: unknown,
    options?: { auth?: string | null; raw?: string; type?: string },
  ): Promise<RestResponse>;
  /** Sends `POST /filter` as a browser does. */
  filter(query: Readonly<Record<string, unknown>>, context?: object): Promise<Body>;
  /** Loads the HTML of a page. */
  page(path: string): Promise<string>;
  /** Basic credentials of a new user with a role. */
  credentials(role: string): Promise<string>;
  activate(id: string, source?: string): Promise<void>;
  deactivate(id: string): Promise<void>;
}

/** A plugin in place of the store: offers the test catalog, and lists that the filter replaces. */
const FAKE_STORE = `
export default {
  boot(scope) {
    const fake = globalThis.fakeCatalog;
    // Terms are tracked through an option, so that caches are invalidated when a test changes them.
    scope.services.provide('store.catalog', () => Object.assign(Object.create(fake), { terms: async (taxonomy) => { await scope.getOption('fake_terms_written'); return fake.terms(taxonomy); } }));
    const list = async (request, categoryId, termId = 0) => {
      const place = { categoryId, termId, request };
      const html = await scope.applyFilters('store/shop_html', '', place);
      const { title, canonical, robots, status } = await scope.applyFilters('store/shop_page', { title: 'Shop', heading: 'Shop', text: '', description: '', canonical: request.path, robots: '', status: 200, jsonLd: [], links: [] }, place);
      return { kind: 'page', title, status, canonical, robots, html: html || '<p>Shop default list</p>' };
    };
    scope.registerFrontRoute({ path: '/test-shop/', handler: (request) => list(request, 0) });
    scope.registerFrontRoute({ path: '/test-shop/:category/', handler: (request) => list(request, Number(request.params.category)) });
    scope.registerFrontRoute({ path: '/test-term/:term/', handler: (request) => list(request, 0, Number(request.params.term)) });
    scope.registerFrontRoute({ path: '/test-page/', handler: async (request) => ({ kind: 'page', title: 'Page', html: await scope.doShortcode(request.query.content || '[facet_filter]') }) });
  },
};
`;

/** Loaded after the store and before the filter: plugins are loaded by name, after their dependencies. */
const FAKE_MANIFEST = JSON.stringify({
  name: 'A fake store',
  version: '1.0.0',
  description: 'x',
  author: 'x',
  requiresCore: '*',
  main: 'index.js',
  requiresPlugins: ['store'],
});

/** A site with the filter and a small catalog; the test's plugins are activated before it. */
export async function bootFacet(
  engine: Engine,
  options: { catalog?: FakeCatalog; plugins?: Readonly<Record<string, string>> } = {},
): Promise<FacetSite> {
  const catalog = options.catalog ?? fakeCatalog();
  (globalThis as { fakeCatalog?: FakeCatalog }).fakeCatalog = catalog;
  const test = await bootSite({
    engine,
    setup: {
      name: 'fake store',
      async run(young) {
        await activatePlugin(young, 'store');
        await activatePlugin(young, 'a-fake-store', { 'plugin.json': FAKE_MANIFEST, 'index.js': FAKE_STORE });
      },
    },
  });
  const { site } = test;
  const activate = (id: string, source?: string): Promise<void> =>
    activatePlugin(test, id, source === undefined ? undefined : { 'index.js': source });
  for (const [id, source] of Object.entries(options.plugins ?? {})) await activate(id, source);
  await activate('facet');

  let userCount = 0;
  async function passwordOf(id: number): Promise<string> {
    const created = await test.inContext(() => site.passwords.createApplicationPassword(id, { name: 'tests' }));
    if (isWpError(created)) throw new Error(created.getErrorMessage());
    return created.password;
  }
  const basic = (login: string, password: string): string =>
    `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const admin = basic(ADMIN.login, await passwordOf(1));

  const rest: FacetSite['rest'] = async (method, path, body, { auth = admin, raw, type = 'application/json' } = {}) => {
    const response = await fetch(`${test.url}/wp-json${path}`, {
      method,
      headers: {
        ...(auth === null ? {} : { authorization: auth }),
        ...(body === undefined && raw === undefined ? {} : { 'content-type': type }),
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as Body, headers: response.headers };
  };
  return {
    ...test,
    catalog,
    rest,
    async filter(query, context) {
      const { status, body } = await rest(
        'POST',
        '/facet/v1/filter',
        { query, ...(context ? { context } : {}) },
        { auth: null },
      );
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
    async page(path) {
      const response = await fetch(test.url + path);
      return response.text();
    },
    async credentials(role) {
      const login = `user${++userCount}`;
      const id = await test.inContext(() =>
        site.users.wpInsertUser({
          user_login: login,
          user_pass: 'a long password',
          user_email: `${login}@example.test`,
          role,
        }),
      );
      return basic(login, await passwordOf(Number(id)));
    },
    activate,
    deactivate: (id) => test.inContext(() => site.plugins.deactivatePlugins(id)),
  };
}

/** Product ids in a fragment or page, in order. */
export function idsIn(html: string): number[] {
  return [...html.matchAll(/data-id="(\d+)"/g)].map(([, id]) => Number(id));
}

/** Counts by value in a facet's fragment, parsed from the labels. */
export function countsIn(html: string, facet: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [label] of html.matchAll(/<label[^>]*>(?:(?!<\/label>)[\s\S])*<\/label>/g)) {
    const value = new RegExp(`name="sf_${facet}(?:\\[\\])?" value="([^"]+)"`).exec(label)?.[1];
    const count = /class="[^"]*count[^"]*">(\d+)</.exec(label)?.[1];
    if (value !== undefined && count !== undefined) counts[value] = Number(count);
  }
  return counts;
}
