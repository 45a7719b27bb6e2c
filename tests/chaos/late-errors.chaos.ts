import type { PluginError } from '../../core/plugins/index.js';
import { allEngines } from '../kit/databases.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import {
  ADMIN,
  openSiteSandbox,
  type SiteSandbox,
  install,
  plinth,
  type SiteProcess,
  startSite,
  until,
} from './site-process.js';

/** A failing plugin: its code, the URL that triggers the error (none: a scheduled event), and the reported entry point. */
interface Break {
  readonly code: string;
  readonly path: string;
  readonly entry: string;
  /** Status of the response. */
  readonly status: number;
  readonly errorCount?: number;
  /** Number of requests until the plugin is paused. */
  readonly requestCount?: number;
}

const boot = (work: string, before = ''): string => `${before} module.exports = { boot(scope) { ${work} } };`;
const page = (path: string, work: string): string =>
  boot(
    `scope.registerFrontRoute({ path: '${path}', handler() { ${work}; return { kind: 'body', type: 'text/plain', body: 'fine' }; } });`,
  );

const BREAKS: Readonly<Record<string, Break>> = {
  'on-import': { code: `throw new Error('broke on-import');`, path: '/', entry: 'import', status: 200, errorCount: 1 },
  'on-boot': { code: boot(`throw new Error('broke on-boot');`), path: '/', entry: 'boot', status: 200, errorCount: 1 },
  'on-filter': {
    code: boot(`scope.addFilter('plinth/fallback_menu_items', () => { throw new Error('broke on-filter'); });`),
    path: '/',
    entry: 'hook plinth/fallback_menu_items',
    status: 200,
  },
  'on-action': {
    code: boot(`scope.addAction('sound_action', async () => { throw new Error('broke on-action'); });`),
    path: '/sound/',
    entry: 'hook sound_action',
    status: 200,
  },
  'on-route': {
    code: boot(
      `scope.registerRestRoute('breaks/v1', '/route', { methods: 'GET', permissionCallback: () => true, callback() { throw new Error('broke on-route'); } });`,
    ),
    path: '/wp-json/breaks/v1/route',
    entry: 'route breaks/v1/route',
    status: 500,
  },
  'on-permission': {
    code: boot(
      `scope.registerRestRoute('breaks/v1', '/permission', { methods: 'GET', permissionCallback() { throw new Error('broke on-permission'); }, callback: () => 'no' });`,
    ),
    path: '/wp-json/breaks/v1/permission',
    entry: 'permission of route breaks/v1/permission',
    status: 500,
    // Each request calls it once more for the `Allow` header.
    requestCount: 2,
  },
  'on-page': {
    code: page('/on-page/', `throw new Error('broke on-page')`),
    path: '/on-page/',
    entry: 'page /on-page/',
    status: 500,
    requestCount: 2,
  },
  'on-shortcode': {
    code: boot(`scope.addShortcode('breaks', () => { throw new Error('broke on-shortcode'); });`),
    path: '/broken-shortcode/',
    entry: 'shortcode [breaks]',
    status: 200,
  },
  'on-block': {
    code: boot(
      `scope.registerBlockType('breaks/block', { renderCallback: async () => { throw new Error('broke on-block'); } });`,
    ),
    path: '/broken-block/',
    entry: 'block breaks/block',
    status: 200,
  },
  'on-admin-page': {
    code: boot(
      `scope.addMenuPage({ slug: 'on-admin-page', title: 'Broken', capability: 'read', handler() { throw new Error('broke on-admin-page'); } });`,
    ),
    path: '/wp-admin/admin.php?page=on-admin-page',
    entry: 'admin page on-admin-page',
    status: 500,
  },
  'on-event': {
    code: `module.exports = { async boot(scope) {
      scope.addAction('breaks_event', () => { throw new Error('broke on-event'); });
      for (const n of [1, 2, 3]) await scope.wpScheduleSingleEvent(1000000 + n, 'breaks_event', [n]);
    } };`,
    path: '',
    entry: 'hook breaks_event',
    status: 200,
  },
  'on-job': {
    code: `module.exports = { async boot(scope) {
      scope.registerJob('breaks-job', () => { throw new Error('broke on-job'); }, { maxAttempts: 1 });
      for (const n of [1, 2, 3]) await scope.enqueueJob('breaks-job', n);
    } };`,
    path: '',
    entry: 'job breaks-job',
    status: 200,
  },
  'in-timer': {
    code: page('/in-timer/', `setTimeout(() => { throw new Error('broke in-timer'); }, 5)`),
    path: '/in-timer/',
    entry: 'later, from page /in-timer/',
    status: 200,
  },
  'in-boot-timer': {
    code: boot(
      `let n = 0; const timer = setInterval(() => { if (++n === 3) clearInterval(timer); throw new Error('broke in-boot-timer'); }, 50);`,
    ),
    path: '',
    entry: 'later, from boot',
    status: 200,
  },
  'in-promise': {
    code: page('/in-promise/', `void Promise.resolve().then(() => { throw new Error('broke in-promise'); })`),
    path: '/in-promise/',
    entry: 'later, from page /in-promise/',
    status: 200,
  },
  'in-emitter': {
    code: `const { EventEmitter } = require('node:events'); ${page('/in-emitter/', `const emitter = new EventEmitter(); setImmediate(() => emitter.emit('error', new Error('broke in-emitter')))`)}`,
    path: '/in-emitter/',
    entry: 'later, from page /in-emitter/',
    status: 200,
  },
  'in-stream': {
    code: `const { createReadStream } = require('node:fs'); ${page('/in-stream/', `createReadStream(__filename).on('data', () => { throw new Error('broke in-stream'); })`)}`,
    path: '/in-stream/',
    entry: 'later, from page /in-stream/',
    status: 200,
  },
  'in-nothing': {
    code: page('/in-nothing/', `setTimeout(() => Promise.reject(undefined), 1)`),
    path: '/in-nothing/',
    entry: 'later, from page /in-nothing/',
    status: 200,
  },
};

describe.each(allEngines)('failing plugin on %s', (engine) => {
  let environment: SiteSandbox;
  let site: SiteProcess;
  let admin: Visitor;

  const listErrors = (): Promise<PluginError[]> => environment.inSite((opened) => opened.plugins.pluginErrors.list());
  const statuses = (): Promise<Record<string, unknown>> =>
    environment.inSite(async (opened) => opened.options.getOption<Record<string, unknown>>('plugin_pauses', {}));

  beforeAll(async () => {
    environment = await openSiteSandbox(engine);
    for (const [id, { code }] of Object.entries(BREAKS)) environment.addPlugin(id, code);
    environment.addPlugin(
      'sound',
      boot(`
      scope.addShortcode('sound', () => 'it is sound');
      scope.addCommand({ name: 'sound', description: 'Says so', run: async (_args, _options, output) => output.line('sound') });
      scope.registerFrontRoute({ path: '/sound/', async handler() { await scope.doAction('sound_action'); return { kind: 'body', type: 'text/plain', body: 'sound' }; } });
    `),
    );
    await install(environment, [...Object.keys(BREAKS), 'sound']);
    await environment.inSite(async ({ content, options }) => {
      await options.updateOption('permalink_structure', '/%postname%/');
      for (const [slug, text] of [
        ['broken-shortcode', '[breaks] [sound]'],
        ['broken-block', '<!-- wp:breaks/block /--> [sound]'],
      ]) {
        await content.wpInsertPost({
          post_type: 'page',
          post_status: 'publish',
          post_title: slug,
          post_name: slug,
          post_content: text,
        });
      }
    });
    site = await startSite(environment.settings);
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(async () => {
    site.child.kill('SIGKILL');
    await site.exited;
    await environment.drop();
  });

  it('does not prevent the site from starting', async () => {
    const { html } = await admin.get('/wp-admin/plugins.php');
    expect(html).toContain('Could not start');
    expect(html).toContain('broke on-import');
  });

  it('appears in the log under the request ID shown to the visitor', async () => {
    const response = await admin.get('/on-page/');
    const id = response.headers.get('x-request-id') ?? 'none';
    expect(response.html).toContain(id);
    await until('the log says so', () => site.output().includes(id), 3_000);
    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.includes(id))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(expect.objectContaining({ request: id, plugin: 'on-page', entry: 'page /on-page/' }));
    expect(lines).toContainEqual(expect.objectContaining({ request: id, context: 'GET /on-page/' }));
  });

  it('leaves the site answering, wherever the plugin fails', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      for (const [id, { path, status, requestCount: maxRequests = 3 }] of Object.entries(BREAKS)) {
        if (path === '' || attempt >= maxRequests) continue;
        const response = await admin.get(path);
        expect({ id, strike: attempt, status: response.status }).toEqual({ id, strike: attempt, status });
        expect(response.html).not.toMatch(/broke (?:on|in)-|node_modules|\.cjs|at Object/);
        if (path.startsWith('/broken-')) expect(response.html).toContain('it is sound');
      }
    }
    expect((await fetch(`${site.url}/`)).status).toBe(200);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  });

  it.each(Object.entries(BREAKS))(
    'is recorded with plugin and entry: %s',
    async (id, { entry, path, errorCount: errorCount = 3 }) => {
      await until(
        `${id} is recorded`,
        async () => (await listErrors()).some((error) => error.plugin === id && error.count >= errorCount),
        path === '' ? 20_000 : 3_000,
      );
      const own = (await listErrors()).filter((error) => error.plugin === id);
      expect(own).toMatchObject([{ entry }]);
      if (id !== 'in-nothing') expect(own[0]?.message).toContain(`broke ${id}`);
      await until('the log says so', () => site.output().includes(`"plugin":"${id}"`), 3_000);
    },
  );

  it('is recorded with the source line of its author', async () => {
    const stack = (await listErrors()).find(({ plugin }) => plugin === 'on-event')?.stack ?? '';
    expect(stack).toMatch(/plugins\/on-event\/index\.js:2:\d+/);
    expect(stack).not.toMatch(/on-event\/\w+\.cjs/);
  });

  it('has its entry blocked after three errors, and is paused for late errors', async () => {
    let pausedPlugin: Record<string, unknown> = {};
    const late = Object.entries(BREAKS)
      .filter(([id, { errorCount: errorCount = 3 }]) => errorCount === 3 && id.startsWith('in-'))
      .map(([id]) => id);
    await until(
      'those are set aside',
      async () => {
        pausedPlugin = await statuses();
        return late.every((id) => id in pausedPlugin);
      },
      5_000,
    ).catch(() => undefined);
    expect(Object.keys(pausedPlugin).sort()).toEqual(late.sort());
    expect((await admin.get('/on-page/')).status).toBe(503);
    expect((await admin.get('/broken-shortcode/')).html).toContain('it is sound');
    const listed = JSON.parse(plinth(environment.settings, 'plugin', 'errors', '--format=json').stdout) as {
      plugin: string;
      entry: string;
      open: boolean;
    }[];
    const open = listed.filter((error) => error.open).map(({ plugin }) => plugin);
    for (const [id, { errorCount: errorCount = 3, entry }] of Object.entries(BREAKS)) {
      if (errorCount === 3 && id.startsWith('on-'))
        expect([id, open.includes(id), listed.find(({ plugin }) => plugin === id)?.entry]).toEqual([id, true, entry]);
    }
    expect(open).not.toContain('sound');
  });

  it('appears on the plugins screen with its error', async () => {
    const { html } = await admin.get('/wp-admin/plugins.php');
    for (const id of ['on-import', 'on-boot', 'on-filter', 'in-stream']) expect(html).toContain(`broke ${id}`);
    expect(html).toContain('shortcode [breaks]');
    expect(html).toContain('Paused');
  });

  it('is recorded when its command throws, which exits with 1', async () => {
    environment.addPlugin(
      'on-command',
      boot(
        `scope.addCommand({ name: 'broken go', description: 'Breaks', run() { throw new Error('broke on-command'); } });`,
      ),
    );
    expect(plinth(environment.settings, 'plugin', 'activate', 'on-command').status).toBe(0);
    const ran = plinth(environment.settings, 'broken', 'go');
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain('broke on-command');
    expect(await listErrors()).toContainEqual(
      expect.objectContaining({ plugin: 'on-command', entry: 'command broken go' }),
    );
    expect(plinth(environment.settings, 'sound').stdout.trim()).toBe('sound');
  });

  it('can be deactivated from the command line', async () => {
    for (const id of ['on-import', 'in-timer']) {
      expect(plinth(environment.settings, 'plugin', 'deactivate', id)).toMatchObject({ status: 0, stderr: '' });
    }
    const active = await environment.inSite((opened) => opened.options.getOption<string[]>('active_plugins'));
    expect(active).not.toContain('on-import');
    expect(active).toContain('on-boot');
  });

  it('is not loaded in safe mode, and `recover` deactivates those that cannot start', async () => {
    expect(await site.stop()).toBe(0);
    site = await startSite({ ...environment.settings, SAFE_MODE: '1' });
    expect(site.output()).toContain('Safe mode');
    const owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const dashboard = (await owner.get('/wp-admin/')).html;
    expect(dashboard).toContain('Safe mode: no plugins are running');
    expect(dashboard).not.toContain('Everything looks good');
    expect((await fetch(`${site.url}/broken-shortcode/`)).status).toBe(200);
    const response = await fetch(`${site.url}/sound/`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await response.text()).toContain('temporarily unavailable');
    expect(site.output()).not.toContain('plugin error');
    expect(await site.stop()).toBe(0);

    const recovered = plinth(environment.settings, 'recover');
    expect(recovered.status).toBe(0);
    expect(recovered.stdout).toContain('Deactivated "on-boot"');
    site = await startSite(environment.settings);
    expect(site.output()).not.toContain('plugin error');
    expect(await (await fetch(`${site.url}/broken-shortcode/`)).text()).toContain('it is sound');
  });
});
