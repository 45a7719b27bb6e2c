import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

const SCREEN = '/wp-admin/admin.php?page=redirects-kit';
let site;
let admin;
before(async () => {
  site = await bootSite({ plugins: ['.'], settings: { permalink_structure: '/%postname%/' } });
  admin = site.visitor();
  await admin.logIn(site.admin.login, site.admin.password);
});
after(() => site?.stop());

async function add(source, target, status = '301') {
  await admin.get(SCREEN);
  return admin.submitForm({ source, target, status }, 'add');
}
const visit = (path) => site.visitor().get(path);

test('redirects by a rule and counts the visits', async () => {
  assert.equal((await add('/old page/', '/new/')).status, 422);
  assert.equal((await add('/old-page/', '/new/')).status, 303);
  const response = await visit('/old-page/?from=newsletter');
  assert.equal(response.status, 301);
  assert.equal(response.location, '/new/?from=newsletter');
  await visit('/old-page');
  assert.match((await admin.get(SCREEN)).html, /<code>\/old-page<\/code>[\s\S]*?data-label="Visits">2</);
});

test('supports path prefixes, other sites, and removed pages (410)', async () => {
  assert.equal((await add('/shop/*', '/store/*')).status, 303);
  assert.equal((await add('/partner', 'https://partner.example/start', '302')).status, 303);
  assert.equal((await add('/closed', '', '410')).status, 303);
  assert.equal((await visit('/shop/chairs/oak/')).location, '/store/chairs/oak');
  const away = await visit('/partner');
  assert.deepEqual([away.status, away.location], [302, 'https://partner.example/start']);
  const gone = await visit('/closed/');
  assert.equal(gone.status, 410);
  assert.match(gone.html, /This page has been permanently removed\./);
});

test('rejects loops, admin paths, invalid URLs and duplicates with a message', async () => {
  assert.match((await add('/new', '/old-page')).html, /redirect loop/);
  assert.match((await add('/deep/*', '/deep/below')).html, /redirect loop/);
  assert.match((await add('/wp-admin/', '/')).html, /outside the admin/);
  assert.match((await add('/script', 'javascript:alert(1)')).html, /The new URL must be/);
  assert.match((await add('/slashes', '//evil.example/')).html, /The new URL must be/);
  assert.match((await add('/old-page', '/elsewhere')).html, /already/);
});

test('creates a redirect when a page moves, and removes one from its new URL', async () => {
  const id = await site.createPost({ post_type: 'page', post_title: 'Team', post_name: 'team' });
  const rename = (name) => site.run(() => site.scope().wpUpdatePost({ id, post_name: name }));
  await rename('people');
  assert.equal((await visit('/team/')).location, '/people/');
  await rename('team');
  assert.equal((await visit('/team/')).status, 200);
  assert.equal((await visit('/people/')).location, '/team/');
});

test('counts missing pages, up to a limit per visitor', async () => {
  const guest = site.visitor();
  for (let number = 0; number < 40; number++) await guest.get(`/nothing-${number}/`);
  const { html } = await admin.get(SCREEN);
  assert.match(html, /<code>\/nothing-0<\/code>/);
  assert.doesNotMatch(html, /<code>\/nothing-39<\/code>/);
});

test('requires the capability and a nonce on the screen and in routes', async () => {
  const { login, password } = await site.createUser({ role: 'author' });
  const author = site.visitor();
  await author.logIn(login, password);
  assert.equal((await author.get(SCREEN)).status, 403);
  assert.equal((await author.rest('GET', 'redirects-kit/v1/rules')).status, 403);
  assert.equal(
    (await admin.rest('POST', 'redirects-kit/v1/rules', { source: '/by-program', target: '/new' })).status,
    200,
  );
  assert.equal(
    (await admin.rest('POST', 'redirects-kit/v1/rules', { source: '/by-program', target: '/new' })).status,
    400,
  );
  assert.equal(
    (await admin.post(SCREEN, { action: 'add', source: '/forged', target: '/new', status: '301', _wpnonce: 'forged' }))
      .status,
    403,
  );
  assert.equal((await visit('/forged')).status, 404);
});

test('imports redirects from a file line by line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'redirects-'));
  try {
    await writeFile(join(folder, 'list.csv'), '/one,/first,302\n\nno path,/x\n/two,/second\n');
    const { code, out, error } = await site.cli('redirects', 'import', join(folder, 'list.csv'));
    assert.equal(code, 0);
    assert.equal(out, '2 added.');
    assert.match(error, /^Line 3: /);
    assert.equal((await visit('/one')).status, 302);
    assert.equal((await site.cli('redirects', 'import', folder)).code, 1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('stops redirecting after a rule is deleted, and causes no plugin errors', async () => {
  await admin.get(SCREEN);
  const { body } = await admin.rest('GET', 'redirects-kit/v1/rules');
  await admin.get(SCREEN);
  assert.equal(
    (await admin.post(SCREEN, { action: 'delete', id: String(body.find(({ source }) => source === '/old-page').id) }))
      .status,
    303,
  );
  assert.equal((await visit('/old-page/')).status, 404);
  assert.deepEqual(await site.pluginErrors(), []);
});
