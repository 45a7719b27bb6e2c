import { adminPages } from './crawl.js';
import { type AttackedSite, bootAttacked, type Person, type Role, ROLES } from './attacked-site.js';

interface Arg {
  readonly type?: string | readonly string[];
  readonly required?: boolean;
  readonly enum?: readonly unknown[];
  readonly format?: string;
}

interface Endpoint {
  readonly route: string;
  readonly method: string;
  readonly args: Readonly<Record<string, Arg>>;
}

const EVERYBODY = ROLES;
const SIGNED_IN = ROLES.filter((role) => role !== 'visitor');
const ADMINISTRATOR: readonly Role[] = ['administrator'];
const SHOP: readonly Role[] = ['shop_manager', 'administrator'];
const EDITORS: readonly Role[] = ['editor', 'administrator'];
const PAGES: readonly Role[] = ['editor', 'shop_manager', 'administrator'];
const WRITERS: readonly Role[] = ['contributor', 'author', 'editor', 'administrator'];
const UPLOADERS: readonly Role[] = ['author', 'editor', 'shop_manager', 'administrator'];
const TEXTS: readonly Role[] = ['contributor', 'author', 'editor', 'shop_manager', 'administrator'];
const LISTERS: readonly Role[] = ['shop_manager', 'administrator'];

/** Roles by admin screen URL. A screen that is not listed fails the test. */
const SCREENS: readonly (readonly [path: RegExp, roles: readonly Role[]])[] = [
  [/^(?:index|profile|two-factor)\.php$/, SIGNED_IN],
  [/^authorize-application\.php$/, SIGNED_IN],
  [/^(?:edit|post-new)\.php$/, WRITERS],
  [/^(?:edit|post-new)\.php\?post_type=page$/, PAGES],
  [/^edit\.php\?post_type=wp_block$/, WRITERS],
  [/^post-new\.php\?post_type=wp_block$/, ['author', 'editor', 'administrator']],
  [/^(?:post|revision)\.php$/, WRITERS],
  [/^edit-tags\.php/, EDITORS],
  // Permissions depend on the term.
  [/^term\.php/, WRITERS],
  [/^(?:customize|nav-menus|themes)\.php/, ADMINISTRATOR],
  [/^(?:edit-comments|comment)\.php$/, WRITERS],
  [/^(?:upload|media-new)\.php$/, UPLOADERS],
  [/^(?:plugins|plugin-install)\.php$/, ADMINISTRATOR],
  [/^users\.php$/, LISTERS],
  [/^user-(?:new|edit)\.php$/, ADMINISTRATOR],
  [
    /^(?:import|export|site-health|plugin-errors|backups|mail-log|events|audit-log|options-general|options-reading|options-discussion|options-mail|options-media|redirects|options-permalink|options-sign-in|export-personal-data|erase-personal-data)\.php$/,
    ADMINISTRATOR,
  ],
  // The search server is a setting of the site, not of the shop.
  [/^admin\.php\?page=facet-server/, ADMINISTRATOR],
  [/^admin\.php\?page=(?:store|compliance|facet)/, SHOP],
];

/** Roles by REST route; the first match applies. */
const CALLS: readonly (readonly [methods: string, route: RegExp, roles: readonly Role[]])[] = [
  ['GET', /^\/(?:wp\/v2|shop\/v1|facet\/v1|store\/v1|plinth\/v1)?$/, EVERYBODY],
  // Webhooks of payment providers are verified by their signature.
  ['POST', /^\/store\/v1\/payments\//, EVERYBODY],
  ['POST', /^\/batch\/v1$/, EVERYBODY],
  ['GET', /^\/plinth\/v1\/openapi$/, EVERYBODY],
  // Items that the user must not read are omitted.
  ['GET', /^\/plinth\/v1\/entities$/, SIGNED_IN],
  ['GET', /^\/plinth\/v1\/branding$/, ADMINISTRATOR],
  ['*', /^\/plinth\/v1\/edit-lock\/[^/]*$/, ['editor', 'administrator']],
  ['*', /^\/plinth\/v1\/edit-lock\/\(\?P<kind>/, SHOP],
  ['GET', /^\/shop\/v1\/search$/, EVERYBODY],
  ['*', /^\/shop\/v1\//, SHOP],
  ['POST', /^\/facet\/v1\/filter$/, EVERYBODY],
  ['GET', /^\/facet\/v1\/(?:suggest|values|fragments)$/, EVERYBODY],
  ['*', /^\/facet\/v1\//, SHOP],
  ['*', /^\/wp\/v2\/pages\/.*(?:revisions|autosaves)/, PAGES],
  // Items that the visitor must not read are omitted.
  ['GET', /^\/wp\/v2\/blocks$/, EVERYBODY],
  ['GET', /^\/wp\/v2\/blocks\/[^/]*$/, WRITERS],
  ['GET', /^\/wp\/v2\/(?:posts|pages|media)(?:\/[^/]*)?$/, EVERYBODY],
  ['GET', /^\/wp\/v2\/(?:categories|tags|comments|search|statuses|taxonomies|types)/, EVERYBODY],
  ['POST', /^\/wp\/v2\/comments$/, SIGNED_IN],
  ['*', /^\/wp\/v2\/comments\//, EDITORS],
  ['POST', /^\/wp\/v2\/posts$/, WRITERS],
  ['POST', /^\/wp\/v2\/media$/, UPLOADERS],
  ['POST', /^\/wp\/v2\/blocks$/, ['author', 'editor', 'administrator']],
  ['POST', /^\/wp\/v2\/pages$/, PAGES],
  ['*', /^\/wp\/v2\/pages\//, PAGES],
  ['*', /^\/wp\/v2\/(?:posts|blocks|media)\//, EDITORS],
  ['POST', /^\/wp\/v2\/tags$/, WRITERS],
  ['*', /^\/wp\/v2\/(?:categories|tags)/, EDITORS],
  ['*', /^\/wp\/v2\/block-renderer/, WRITERS],
  ['*', /^\/wp\/v2\/block-types/, TEXTS],
  // Only users with public posts.
  ['GET', /^\/wp\/v2\/users(?:\/\(\?P<id>\[\\d\]\+\))?$/, EVERYBODY],
  ['*', /^\/wp\/v2\/users\/me$/, SIGNED_IN],
  ['*', /^\/wp\/v2\/users/, ADMINISTRATOR],
  ['*', /^\/wp\/v2\/(?:settings|plugins)/, ADMINISTRATOR],
  ['GET', /^\/oembed\/1\.0(?:\/embed)?$/, EVERYBODY],
  ['GET', /^\/oembed\/1\.0\/proxy$/, WRITERS],
  // These types have no items, so all roles get the same response.
  ['*', /^\/wp\/v2\/(?:navigation|font-families\/|global-styles\/\(\?P<id>)/, EVERYBODY],
  [
    'GET',
    /^\/wp\/v2\/(?:block-patterns|pattern-directory|global-styles|templates|template-parts|menus|menu-items|menu-locations)/,
    TEXTS,
  ],
  ['GET', /^\/wp-(?:block-editor|site-health)\/v1$/, EVERYBODY],
  ['GET', /^\/wp-block-editor\/v1\/url-details$/, TEXTS],
  ['*', /^\/wp-(?:block-editor|site-health)\/v1\//, ADMINISTRATOR],
  [
    '*',
    /^\/wp\/v2\/(?:templates|template-parts|menus|menu-items|font-|block-directory|themes|sidebars|widgets|widget-types)/,
    ADMINISTRATOR,
  ],
];

function allowed(method: string, route: string): readonly Role[] {
  const rule = CALLS.find(
    ([methods, pattern]) => (methods === '*' || methods.split(' ').includes(method)) && pattern.test(route),
  );
  if (!rule) throw new Error(`Say in this test who may call ${method} ${route}.`);
  return rule[2];
}

/** Optional parameters to send, if the route accepts them. */
const EXTRA_PARAMS: Readonly<Record<string, unknown>> = {
  title: 'Changed',
  name: 'Changed',
  force: true,
  type: 'terms',
  company_name: 'Changed',
  company_address: 'Changed',
  per_page: 5,
  email: 'x@example.test',
  steps_completed: ['company'],
};

/** Some routes require a context that is not their default. */
const isOnlyContext = (name: string, arg: Arg): boolean => name === 'context' && arg.enum?.length === 1;

// Permissions do not depend on the database.
describe('role checks of screens and routes', () => {
  let site: AttackedSite;
  let ids: Readonly<Record<string, number>>;

  beforeAll(async () => {
    site = await bootAttacked('sqlite');
    ids = await site.inContext(async () => {
      const { content } = site.site;
      const make = async (type: string, status = 'publish'): Promise<number> => {
        const created = await content.wpInsertPost({
          post_type: type,
          post_title: `A ${type}`,
          post_content: 'Text.',
          post_status: status,
          post_author: 1,
        });
        if (typeof created !== 'number') throw new Error(created.getErrorMessage());
        return created;
      };
      const [posts, pages, blocks, media] = [
        await make('post'),
        await make('page'),
        await make('wp_block'),
        await make('attachment'),
      ];
      for (const id of [posts, pages, blocks]) await content.wpUpdatePost({ id, post_content: 'Other text.' });
      const term = async (taxonomy: string): Promise<number> =>
        ((await content.wpInsertTerm('A term', taxonomy)) as { term_id: number }).term_id;
      const comments = Number(
        await content.wpInsertComment({
          comment_post_id: posts,
          comment_author: 'Somebody',
          comment_content: 'A comment.',
        }),
      );
      return {
        posts,
        pages,
        blocks,
        comments,
        media,
        menus: await term('nav_menu'),
        'menu-items': await make('nav_menu_item'),
        categories: await term('category'),
        tags: await term('post_tag'),
        users: 1,
      };
    });
  });
  afterAll(() => site.close());

  /** Admin files, with the query parameter that distinguishes screens of the same file. */
  async function screens(): Promise<string[]> {
    const registered = site.site.plugins.registries.adminPages
      .all()
      .map(({ value }) => `/wp-admin/admin.php?page=${value.slug}`);
    const paths = [...(await adminPages(site.url, site.users.administrator, registered)).keys(), ...registered].map(
      (path) => new URL(path, site.url),
    );
    return [
      ...new Set(
        paths.map(({ pathname, searchParams }) => {
          const queryKeys = ['page', 'post_type'].filter(
            (name) => !['', 'post'].includes(searchParams.get(name) ?? ''),
          );
          return `${pathname.slice('/wp-admin/'.length) || 'index.php'}${queryKeys.map((name) => `?${name}=${searchParams.get(name)}`).join('')}`;
        }),
      ),
    ].sort();
  }

  const endpointsOf = async (): Promise<Endpoint[]> => {
    const index = (await site.users.administrator.rest('GET', '/')).body as {
      routes: Record<string, { endpoints: { methods: string[]; args: Endpoint['args'] | [] }[] }>;
    };
    return Object.entries(index.routes).flatMap(([route, { endpoints }]) =>
      endpoints.flatMap(({ methods, args }) =>
        methods.map((method) => ({ route, method, args: Array.isArray(args) ? {} : args })),
      ),
    );
  };

  /** A URL for the route, with ids of the administrator's items. */
  async function pathOf(route: string): Promise<string> {
    const kind = /^\/wp\/v2\/([\w-]+)/.exec(route)?.[1] ?? '';
    const revision = route.includes('/revisions/')
      ? Number(
          (
            await site.site
              .db()('posts')
              .where({ post_type: 'revision', post_parent: ids[kind] ?? 0 })
              .first('id')
          )?.id ?? 1,
        )
      : undefined;
    const values: Record<string, string> = {
      id: route.includes('/template')
        ? 'default//index'
        : String(revision ?? (route.includes('checkboxes') ? 1 : (ids[kind] ?? 1))),
      parent: String(ids[kind] ?? 1),
      user_id: '1',
      uuid: '00000000-0000-4000-8000-000000000000',
      group: 'general',
      name: route.includes('block-types') ? 'paragraph' : 'facet/filter',
      namespace: 'core',
      type: 'post',
      status: 'publish',
      taxonomy: 'category',
      plugin: 'store/plugin',
    };
    return route.replace(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, (_all, name: string) => values[name] ?? '1');
  }

  function bodyOf(args: Endpoint['args']): Record<string, unknown> {
    const value = ({ type, enum: list, format }: Arg): unknown => {
      if (list) return list[0];
      if (format === 'email') return 'x@example.test';
      if (format === 'uri') return 'https://example.com/';
      switch ([type].flat()[0]) {
        case 'integer':
          return 1;
        case 'boolean':
          return true;
        case 'array':
          return [];
        case 'object':
          return {};
        default:
          return 'x';
      }
    };
    const offered = (name: string, arg: Arg): unknown =>
      arg.enum?.find((candidate) => ['draft', 'inactive', 'terms'].includes(String(candidate))) ??
      (arg.enum ? value(arg) : (EXTRA_PARAMS[name] ?? value(arg)));
    return Object.fromEntries(
      Object.entries(args)
        .filter(([name, arg]) => arg.required || isOnlyContext(name, arg) || name in EXTRA_PARAMS || name === 'status')
        .map(([name, arg]) => [name, offered(name, arg)]),
    );
  }

  async function call(person: Person, { route, method, args }: Endpoint): Promise<number> {
    const path = await pathOf(route);
    const body = bodyOf(args);
    if (method !== 'GET') return (await person.rest(method, path, body)).status;
    const query = new URLSearchParams(
      Object.fromEntries(
        Object.entries(args)
          .filter(([name, arg]) => arg.required || isOnlyContext(name, arg))
          .map(([name]) => [name, String(body[name])]),
      ),
    );
    return (await person.rest('GET', `${path}?${query.toString()}`)).status;
  }

  test('opens each admin screen for its allowed roles and sends visitors to log in', async () => {
    const violations: string[] = [];
    const all = await screens();
    expect(all.length).toBeGreaterThan(40);
    for (const path of all) {
      const roles = SCREENS.find(([pattern]) => pattern.test(path))?.[1];
      if (!roles) violations.push(`Say in this test who may open ${path}.`);
      for (const role of ROLES) {
        const { status, location } = await site.users[role].get(`/wp-admin/${path}`);
        const opened = status !== 403 && !location.startsWith('/wp-login.php');
        if (opened !== roles?.includes(role)) violations.push(`${path} as ${role}: ${status} ${location}`);
      }
    }
    expect(violations).toEqual([]);
  });

  test('refuses forms sent to a screen by roles that may not open it', async () => {
    const before = await site.stored();
    const violations: string[] = [];
    for (const path of await screens()) {
      for (const role of ROLES.filter(
        (otherRole) => !SCREENS.find(([pattern]) => pattern.test(path))?.[1].includes(otherRole),
      )) {
        const { status, location } = await site.users[role].post(`/wp-admin/${path}`, {
          action: 'delete',
          'post[]': '1',
          'user[]': '1',
          id: '1',
          plugin: 'store',
          name: 'Changed',
        });
        if (status !== 403 && !location.startsWith('/wp-login.php'))
          violations.push(`${path} as ${role}: ${status} ${location}`);
      }
    }
    expect(violations).toEqual([]);
    expect(await site.stored()).toBe(before);
  });

  test('refuses a plugin screen without a capability to every role', async () => {
    const page = (slug: string, capability: string): string =>
      `scope.addMenuPage({ slug: '${slug}', title: () => 'Careless', ${capability} handler: () => ({ kind: 'page', title: 'Careless', html: 'A secret.' }) });`;
    site.addPlugin('careless', {
      'index.js': `import { definePlugin } from 'plinth';\nexport default definePlugin({ boot(scope) { ${page('careless', '')} ${page('careful', "capability: 'read',")} } });\n`,
    });
    expect(await site.inContext(() => site.site.plugins.activatePlugin('careless'))).toBeNull();
    for (const role of SIGNED_IN) {
      expect((await site.users[role].get('/wp-admin/admin.php?page=careful')).html).toContain('A secret.');
      expect((await site.users[role].get('/wp-admin/admin.php?page=careless')).html).not.toContain('A secret.');
    }
    await site.inContext(() => site.site.plugins.deactivatePlugins('careless'));
  });

  test('refuses every route with 401 or 403 to roles that may not call it', async () => {
    const before = await site.stored();
    const violations: string[] = [];
    for (const endpoint of await endpointsOf()) {
      for (const role of ROLES.filter((candidate) => !allowed(endpoint.method, endpoint.route).includes(candidate))) {
        const status = await call(site.users[role], endpoint);
        if (status !== (role === 'visitor' ? 401 : 403))
          violations.push(`${endpoint.method} ${endpoint.route} as ${role}: ${status}`);
      }
    }
    expect(violations).toEqual([]);
    expect(await site.stored()).toBe(before);
  });

  test('serves every GET route to the roles that may call it', async () => {
    const violations: string[] = [];
    for (const endpoint of (await endpointsOf()).filter(({ method }) => method === 'GET')) {
      for (const role of allowed(endpoint.method, endpoint.route)) {
        const status = await call(site.users[role], endpoint);
        // 501 means that the feature is not supported.
        if (status === 401 || status === 403 || (status >= 500 && status !== 501))
          violations.push(`${endpoint.route} as ${role}: ${status}`);
      }
    }
    expect(violations).toEqual([]);
  });
});
