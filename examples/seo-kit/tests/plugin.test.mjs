import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

let site;
let admin;
let oak;
before(async () => {
  site = await bootSite({
    plugins: ['.'],
    now: '2031-05-01T10:00:00Z',
    settings: { blogname: 'Timber', permalink_structure: '/%postname%/' },
  });
  oak = await site.createPost({ post_title: 'Oak', post_content: 'Hard wood' });
  await site.createPost({ post_title: 'Elm', post_content: 'Tough wood' });
  admin = site.visitor();
  await admin.logIn(site.admin.login, site.admin.password);
});
after(() => site?.stop());

const field = (key) => `fields[seo_kit_${key}]`;
const write = (id, fields) =>
  site.run(async () => {
    for (const [key, value] of Object.entries(fields)) await site.scope().updatePostMeta(id, `seo_kit_${key}`, value);
  });
const data = (html) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text]) => JSON.parse(text));

test('prints the fields of the editor in the head of the page, escaped', async () => {
  await admin.get(`/wp-admin/post.php?post=${oak}&action=edit`);
  const { status } = await admin.submitForm({
    action: 'save',
    [field('title')]: 'All about "oak"',
    [field('description')]: 'Oak & its uses',
  });
  assert.ok(status === 302 || status === 303, `saved: ${status}`);
  const { html } = await site.visitor().get('/oak/');
  assert.match(html, /<title>All about (?:"|&quot;)oak(?:"|&quot;) - Timber<\/title>/);
  assert.match(html, /<meta name="description" content="Oak &amp; its uses">/);
  assert.match(html, /<meta property="og:type" content="article">/);
  assert.equal(data(html).find((one) => one['@type'] === 'Article').datePublished, '2031-05-01T10:00:00Z');
});

test('marks a hidden post as noindex and removes it from the sitemap', async () => {
  assert.match((await site.visitor().get('/wp-sitemap-posts-post-1.xml')).html, /\/elm\//);
  await write(await site.run(async () => (await site.scope().getPosts({ name: 'elm' }))[0].id), { hidden: true });
  assert.match((await site.visitor().get('/elm/')).html, /<meta name="robots" content="noindex, follow">/);
  const { html } = await site.visitor().get('/wp-sitemap-posts-post-1.xml');
  assert.doesNotMatch(html, /\/elm\//);
  assert.match(html, /\/oak\//);
});

test('applies settings to the home page and robots.txt, and rejects an invalid line', async () => {
  const page = '/wp-admin/admin.php?page=seo-kit';
  await admin.get(page);
  const refused = await admin.submitForm({ [field('robots')]: 'Please go away', [field('site')]: 'Wood of all kinds' });
  assert.equal(refused.status, 422);
  assert.match(refused.html, /Please go away/);
  assert.equal(
    (
      await admin.submitForm({
        [field('robots')]: 'User-agent: Greedy\nDisallow: /',
        [field('publisher')]: 'Timber Ltd',
        [field('separator')]: '|',
      })
    ).status,
    303,
  );
  const guest = site.visitor();
  const { html } = await guest.get('/');
  assert.match(html, /<meta name="description" content="Wood of all kinds">/);
  assert.equal(data(html).find((one) => one['@type'] === 'WebSite').publisher.name, 'Timber Ltd');
  assert.match((await guest.get('/robots.txt')).html, /User-agent: Greedy\nDisallow: \/\n$/);
  assert.match((await guest.get('/oak/')).html, /oak(?:"|&quot;) \| Timber<\/title>/);
});

test('prints breadcrumbs of a child page, and nothing for a password-protected one', async () => {
  const parent = await site.createPost({ post_type: 'page', post_title: 'Wood' });
  await site.createPost({ post_type: 'page', post_title: 'Soft', post_parent: parent });
  await site.createPost({
    post_type: 'page',
    post_title: 'Secret',
    post_parent: parent,
    post_password: 'sesame',
    post_excerpt: 'The recipe',
  });
  const list = data((await site.visitor().get('/wood/soft/')).html).find((one) => one['@type'] === 'BreadcrumbList');
  assert.deepEqual(
    list.itemListElement.map(({ name }) => name),
    ['Wood', 'Soft'],
  );
  const { html } = await site.visitor().get('/wood/secret/');
  assert.doesNotMatch(html, /The recipe|BreadcrumbList/);
});

test('lists posts without a description in the command and to API clients of editors only', async () => {
  const { out, code } = await site.cli('seo', 'missing', '--format=json');
  assert.equal(code, 0);
  const titles = JSON.parse(out).map(({ title }) => title);
  assert.ok(titles.includes('Soft') && !titles.includes('Oak'), titles.join());
  assert.equal((await site.visitor().rest('GET', 'seo-kit/v1/missing')).status, 401);
  assert.equal((await admin.rest('GET', 'seo-kit/v1/missing')).status, 200);
  assert.match((await admin.get('/wp-admin/edit.php')).html, /Excluded/);
  assert.deepEqual(await site.pluginErrors(), []);
});
