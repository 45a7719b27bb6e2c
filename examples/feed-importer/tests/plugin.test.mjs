import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { WpError } from 'plinth';
import { bootSite } from 'plinth/testing';

const HOUR = 3_600_000;
const FEED = 'https://news.example/feed';
const item = (id, more = '') =>
  `<item><title>News ${id} &amp; more</title><link>https://news.example/${id}</link><guid>${id}</guid><pubDate>Wed, 30 Apr 2031 08:00:00 GMT</pubDate><description><![CDATA[<p>Text ${id}</p><script>alert(1)</script>]]></description>${more}</item>`;
const rss = (...items) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`;

let site;
let admin;
let requests;
/** The response of the other site. */
let feedResponse;
before(async () => {
  site = await bootSite({
    plugins: ['.'],
    now: '2031-05-01T10:00:00Z',
    settings: { permalink_structure: '/%postname%/' },
  });
  site.scope().addFilter(
    'pre_http_request',
    (_response, args, url) => {
      requests.push({ url, args });
      return feedResponse();
    },
    10,
    3,
  );
  admin = site.visitor();
  await admin.logIn(site.admin.login, site.admin.password);
});
after(() => site?.stop());
beforeEach(() => {
  requests = [];
});

const respondWith =
  (body, code = 200, headers = {}) =>
  () => ({ headers, body, bytes: Buffer.from(body), response: { code, message: '' }, cookies: [] });
const posts = (status = 'publish') =>
  site.run(() =>
    site.scope().getPosts({
      post_type: 'post',
      post_status: status,
      posts_per_page: 50,
      orderby: 'ID',
      order: 'ASC',
      meta_key: '_feed_importer_key',
    }),
  );
const field = (key) => `fields[feed_importer_${key}]`;

test('requests nothing before the owner has entered a URL', async () => {
  await site.clock.advance(2 * HOUR);
  assert.deepEqual(requests, []);
  const { code, error } = await site.cli('feed', 'import');
  assert.equal(code, 1);
  assert.match(error, /No feed URL is set\. Enter it on the settings page\./);
});

test('imports each entry once, without its scripts', async () => {
  await admin.get('/wp-admin/admin.php?page=feed-importer');
  assert.equal(
    (await admin.submitForm({ [field('url')]: FEED, [field('status')]: 'publish', [field('interval')]: 'hourly' }))
      .status,
    303,
  );
  feedResponse = respondWith(rss(item('one'), item('two')), 200, { etag: '"v1"' });
  await site.clock.advance(HOUR);
  assert.equal(requests[0].url, FEED);
  assert.equal(requests[0].args.rejectUnsafeUrls, true);
  const found = await posts();
  assert.equal(found.length, 2);
  assert.match(found[0].post_title, /^News one &(?:amp;)? more$/);
  assert.equal(found[0].post_date_gmt, '2031-04-30 08:00:00');
  assert.match(found[0].post_content, /<p>Text one<\/p>/);
  assert.doesNotMatch(found[0].post_content, /<script/);
  feedResponse = respondWith(rss(item('three'), item('one'), item('two')));
  await site.clock.advance(HOUR);
  assert.equal(requests[1].args.headers['if-none-match'], '"v1"');
  assert.equal((await posts()).length, 3);
});

test('links each post to its source, for readers and search engines', async () => {
  const { html } = await site.visitor().get('/news-one-more/');
  assert.match(html, /<a href="https:\/\/news\.example\/one" rel="external">Read the original article<\/a>/);
  assert.match(html, /<link rel="canonical" href="https:\/\/news\.example\/one">/);
});

test('does not import a deleted post again', async () => {
  const [first] = await posts();
  await site.run(() => site.scope().wpTrashPost(first.id));
  feedResponse = respondWith(rss(item('one')));
  assert.equal((await site.cli('feed', 'import')).out, '0 added.');
});

test('reads Atom, and limits the number of entries', async () => {
  await site.run(() => site.scope().updateOption('feed_importer_max_entries', 2));
  const entry = (id) =>
    `<entry><title>Atom ${id}</title><id>tag:${id}</id><link rel="alternate" href="https://news.example/a${id}"/><updated>2031-04-29T08:00:00Z</updated><content type="html">&lt;b&gt;Bold&lt;/b&gt;</content></entry>`;
  feedResponse = respondWith(`<feed xmlns="http://www.w3.org/2005/Atom">${entry(1)}${entry(2)}${entry(3)}</feed>`);
  assert.equal((await site.cli('feed', 'import')).out, '2 added.');
  assert.match((await posts()).at(-1).post_content, /<b>Bold<\/b>/);
});

test('shows a failure to the owner until it is resolved, without a plugin error', async () => {
  feedResponse = () => new WpError('http_request_failed', 'no route');
  await admin.get('/wp-admin/admin.php?page=feed-importer-run');
  assert.equal((await admin.submitForm({}, 'import')).status, 303);
  await site.clock.runDue();
  assert.match((await admin.get('/wp-admin/')).html, /The last import of the feed failed\./);
  assert.match(
    (await admin.get('/wp-admin/admin.php?page=feed-importer-run')).html,
    /The other site did not respond: no route/,
  );
  feedResponse = respondWith('<!doctype html><p>Moved</p>');
  assert.match((await site.cli('feed', 'import')).error, /does not point to a feed/);
  feedResponse = respondWith(rss(item('four')));
  await site.clock.advance(HOUR);
  assert.doesNotMatch((await admin.get('/wp-admin/')).html, /import of the feed failed/);
  assert.deepEqual(await site.pluginErrors(), []);
});

test('schedules nothing when deactivated', async () => {
  assert.equal((await site.cli('plugin', 'deactivate', 'feed-importer')).code, 0);
  await site.clock.advance(24 * HOUR);
  assert.deepEqual(requests, []);
});
