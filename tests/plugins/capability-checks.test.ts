import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { readDom } from '../kit/dom.js';

const PLUGIN = `export default { boot(scope) {
  const page = (text) => ({ kind: 'page', title: 'T', html: '<p>' + text + '</p>' });
  const open = { methods: 'GET', permissionCallback: () => true };
  scope.registerRestRoute('ask/v1', '/at-once', { ...open, callback: () => ({ can: scope.currentUserCan('manage_options') }) });
  scope.registerRestRoute('ask/v1', '/files', { ...open, callback: async () => ({ now: ['update_php', 'install_plugins', 'create_app_password'].map((name) => scope.currentUserCan(name)), awaited: await scope.userCan(scope.getCurrentUserId(), 'install_plugins') }) });
  scope.registerRestRoute('ask/v1', '/switched', { ...open, callback: async () => { await scope.wpSetCurrentUser(1); return { can: scope.currentUserCan('manage_options') }; } });
  scope.registerRestRoute('ask/v1', '/required', { ...open, callback: async () => { await scope.requireCapability('manage_options'); return { secret: true }; } });
  scope.registerRestRoute('ask/v1', '/forgotten', { ...open, callback: () => { scope.requireCapability('manage_options'); return 'SECRET'; } });
  scope.registerRestRoute('ask/v1', '/forgotten-later', { ...open, callback: async () => { await null; scope.requireCapability('manage_options'); return 'SECRET'; } });
  scope.registerRestRoute('ask/v1', '/caught', { ...open, callback: () => scope.requireCapability('manage_options').then(() => 'SECRET', () => 'PUBLIC') });
  scope.registerFrontRoute({ path: '/forgotten-required/', handler: () => { scope.requireCapability('manage_options'); return page('SECRET'); } });
  scope.registerRestRoute('ask/v1', '/by-field', { methods: 'GET', capability: 'manage_options', callback: () => ({ secret: true }) });
  scope.registerRestRoute('ask/v1', '/by-both', { methods: 'GET', capability: 'read', permissionCallback: () => false, callback: () => ({ secret: true }) });
  scope.registerFrontRoute({ path: '/at-once/', handler: () => page(scope.currentUserCan('manage_options') ? 'may' : 'may not') });
  scope.registerFrontRoute({ path: '/required/', handler: async () => { await scope.requireCapability('manage_options'); return page('secret'); } });
  scope.registerFrontRoute({ path: '/by-field/', capability: 'manage_options', handler: () => page('secret') });
  scope.registerFrontRoute({ path: '/waited/', handler: async () => page((await scope.currentUserCan('edit_post', 1)) ? 'may' : 'may not') });
  scope.registerFrontRoute({ path: '/forgotten/', handler: () => { if (!scope.currentUserCan('edit_post', 1)) return page('may not'); return page('secret'); } });
  scope.registerFrontRoute({ path: '/forgotten-later/', handler: async () => { await null; if (!scope.userCan(1, 'edit_posts')) return page('may not'); return page('secret'); } });
  scope.registerFrontRoute({ path: '/changed/', handler: async () => {
    const before = scope.currentUserCan('fly');
    await scope.addUserCap(scope.getCurrentUserId(), 'fly');
    const after = scope.currentUserCan('fly');
    await scope.removeUserCap(scope.getCurrentUserId(), 'fly');
    return page([before, after, scope.currentUserCan('fly')].join());
  } });
  scope.addFilter('t/words', (words) => { if (!scope.currentUserCan('edit_post', 1)) return words; return words + ' secret'; });
  scope.addFilter('t/words', async (words) => { if (!scope.currentUserCan('edit_post', 1)) return words; return words + ' secret'; });
  scope.addFilter('t/words', async (words) => ((await scope.currentUserCan('edit_post', 1)) ? words + ' secret' : words + ' waited'));
  scope.addFilter('t/later', async (words) => { await null; if (!scope.currentUserCan('edit_post', 1)) return words; return words + ' secret'; });
  scope.addFilter('t/later', async (words) => { await null; const q = scope.userCan(1, 'edit_posts'); await null; return (await q) ? words + ' waited' : words; });
  scope.addAction('t/later-act', async () => { await null; await null; if (!scope.isPluginActive('nobody')) return; });
  scope.registerFrontRoute({ path: '/later/', handler: async () => {
    const all = await Promise.all([1, 2, 3].map(() => scope.applyFilters('t/later', 'words')));
    await scope.doAction('t/later-act');
    return page(all.join());
  } });
  scope.registerFrontRoute({ path: '/password/', handler: async () => { if (!scope.verifyPassword('x', 'y')) return page('wrong'); return page('secret'); } });
  scope.registerFrontRoute({ path: '/viewable/', handler: async () => { const ids = await Promise.all([1, 2].map((id) => scope.isPostPubliclyViewable(id))); return page(ids.join()); } });
  scope.registerFrontRoute({ path: '/words/', handler: async () => page(await scope.applyFilters('t/words', 'words')) });
} };`;

describe.each(defaultEngines)('capability checks by plugins on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;
  let guest: Visitor;
  let credentials: string;

  beforeAll(async () => {
    test = await bootSite({ engine });
    await activatePlugin(test, 'asking', { 'index.js': PLUGIN });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    await test.inContext(() =>
      test.site.content.wpInsertPost({ import_id: 1, post_title: 'One', post_status: 'draft', post_author: 1 }),
    );
    guest = visitor(test.url);
    const applicationPassword = await test.inContext(() =>
      test.site.passwords.createApplicationPassword(1, { name: 'ask' }),
    );
    if (!('password' in applicationPassword)) throw new Error('no application password');
    credentials = `Basic ${Buffer.from(`${ADMIN.login}:${applicationPassword.password}`).toString('base64')}`;
  });
  afterAll(() => test.close());

  const rest = async (path: string, authorization?: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${test.url}/wp-json/ask/v1/${path}`, {
      headers: authorization === undefined ? {} : { authorization },
    });
    return { status: response.status, body: await response.json() };
  };
  const listErrorMessages = async (): Promise<string[]> => {
    await test.site.plugins.pluginErrors.flush();
    return (await test.inContext(() => test.site.plugins.pluginErrors.list('asking'))).map(({ message }) => message);
  };

  it('return synchronously without an object, on pages and over REST', async () => {
    expect(await rest('at-once')).toEqual({ status: 200, body: { can: false } });
    expect(await rest('at-once', credentials)).toEqual({ status: 200, body: { can: true } });
    expect(readDom((await guest.get('/at-once/')).html).texts('p')).toContain('may not');
    expect(readDom((await owner.get('/at-once/')).html).texts('p')).toContain('may');
  });

  it('return synchronously for capabilities that stand for others, and after a switch of the user', async () => {
    const files = { now: [true, true, true], awaited: true };
    expect(await rest('files', credentials)).toEqual({ status: 200, body: files });
    expect(await rest('switched')).toEqual({ status: 200, body: { can: true } });
  });

  it('deny when an asynchronous callback of file_mod_allowed denies', async () => {
    const undo = test.site.hooks.addFilter('file_mod_allowed', async () => false);
    try {
      const denied = { now: [false, false, true], awaited: false };
      expect(await rest('files', credentials)).toEqual({ status: 200, body: denied });
    } finally {
      undo();
    }
  });

  it('close the entry when requireCapability is not awaited', async () => {
    for (const path of ['forgotten', 'forgotten-later']) {
      const response = await rest(path);
      expect([path, response.status]).toEqual([path, 500]);
      expect(JSON.stringify(response.body)).not.toContain('SECRET');
    }
    const page = await guest.get('/forgotten-required/');
    expect([page.status, page.html.includes('SECRET')]).toEqual([500, false]);
    expect(await listErrorMessages()).toContain(
      'The plugin "asking" called requireCapability() in "route ask/v1/forgotten" without awaiting the result.',
    );
    expect(await rest('caught')).toEqual({ status: 200, body: 'PUBLIC' });
    expect((await rest('required')).status).toBe(401);
    await test.inContext(() => test.site.plugins.pluginErrors.clear('asking'));
  });

  it('follow changes of the user’s capabilities within a request', async () => {
    expect(readDom((await owner.get('/changed/')).html).texts('p')).toContain('false,true,false');
  });

  it('return 401 or 403 over REST and 403 on pages without the capability', async () => {
    for (const path of ['required', 'by-field']) {
      expect(await rest(path)).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
      expect(await rest(path, credentials)).toEqual({ status: 200, body: { secret: true } });
      const page = await guest.get(`/${path}/`);
      expect([page.status, page.html.includes('secret')]).toEqual([403, false]);
      expect(readDom((await owner.get(`/${path}/`)).html).texts('p')).toContain('secret');
    }
    expect(await rest('by-both', credentials)).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
    expect(await listErrorMessages()).toEqual([]);
  });

  it('return the awaited result for an object', async () => {
    expect(readDom((await guest.get('/waited/')).html).texts('p')).toContain('may not');
    expect(readDom((await owner.get('/waited/')).html).texts('p')).toContain('may');
    expect(await listErrorMessages()).toEqual([]);
  });

  it('close an entry that does not await them and report its plugin', async () => {
    for (const path of ['/forgotten/', '/forgotten-later/']) {
      const closed = await guest.get(path);
      expect([closed.status, closed.html.includes('secret')]).toEqual([500, false]);
    }
    expect((await listErrorMessages()).join()).toMatch(
      /"asking" called currentUserCan\(\) in "page \/forgotten\/" without awaiting the result/,
    );
  });

  it('discard the result of a callback that does not await them', async () => {
    expect(readDom((await guest.get('/words/')).html).texts('p')).toContain('words waited');
    expect((await listErrorMessages()).filter((message) => message.includes('"t/words"')).length).toBeGreaterThan(0);
  });

  it('discard such results after earlier awaits, without charging concurrent callbacks', async () => {
    expect(readDom((await guest.get('/later/')).html).texts('p')).toContain('words waited,words waited,words waited');
    const found = await listErrorMessages();
    expect(found.filter((message) => message.includes('currentUserCan() in "t/later"')).length).toBeGreaterThan(0);
    expect(
      found.filter((message) => message.includes('userCan() in "t/later"') && !message.includes('currentUserCan')),
    ).toEqual([]);
    expect(found.filter((message) => message.includes('isPluginActive() in "t/later-act"')).length).toBeGreaterThan(0);
  });

  it('apply the same rule to every asynchronous scope function', async () => {
    const closed = await guest.get('/password/');
    expect([closed.status, closed.html.includes('secret')]).toEqual([500, false]);
    expect(readDom((await guest.get('/viewable/')).html).texts('p')).toContain('false,false');
    expect(
      (await listErrorMessages()).filter((message) => message.includes('verifyPassword() in "page /password/"')).length,
    ).toBeGreaterThan(0);
  });

  it('deny synchronously while a callback makes the check asynchronous', async () => {
    await activatePlugin(test, 'slow-caps', {
      'index.js': "export default { boot(scope) { scope.addFilter('user_has_cap', async (caps) => caps); } };",
    });
    expect(readDom((await owner.get('/at-once/')).html).texts('p')).toContain('may not');
    expect(readDom((await owner.get('/by-field/')).html).texts('p')).toContain('secret');
    await test.inContext(() => test.site.plugins.deactivatePlugins('slow-caps'));
    expect(readDom((await owner.get('/at-once/')).html).texts('p')).toContain('may');
  });
});
