import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bootSite } from 'plinth/testing';

const HOUR = 60 * 60 * 1000;
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FIELDS = {
  form_name: 'Anna Próbna',
  form_email: 'Anna@Example.com',
  form_message: 'Is <b>this</b> in stock?\nWith thanks',
};

let site;
before(async () => {
  site = await bootSite({
    plugins: ['.'],
    now: '2031-05-01T10:00:00Z',
    settings: { admin_email: 'owner@example.com' },
  });
});
after(() => site?.stop());
beforeEach(async () => {
  await site.mails.clear();
  // Resets the hourly limit.
  await site.clock.advance(2 * HOUR);
});

const storedMessages = () =>
  site.run(() => site.scope().getPosts({ post_type: 'form_message', post_status: 'private', posts_per_page: -1 }));

/** Loads the form, waits as a person would, and submits it. */
async function send(fields = {}, { file, wait = 5000, guest = site.visitor() } = {}) {
  const { html } = await guest.get('/write-to-us/');
  await site.clock.advance(wait);
  const filled = { form_rendered_at: /name="form_rendered_at" value="([^"]+)"/.exec(html)[1], ...FIELDS, ...fields };
  return file
    ? guest.upload('/write-to-us/', filled, { field: 'form_file', ...file })
    : guest.submitForm({ ...FIELDS, ...fields }, 'forms-kit');
}

test('stores a message with an image, emails the owner, and shows it only to permitted users', async () => {
  const sent = await send({}, { file: { name: 'shelf.png', bytes: IMAGE } });
  assert.deepEqual([sent.status, sent.location], [303, '/write-to-us/']);
  const [message] = await storedMessages();
  assert.deepEqual([message.post_title, message.post_content], ['Anna Próbna', 'Is this in stock?\nWith thanks']);
  const [email] = await site.mails.to('owner@example.com');
  assert.match(email.text, /Is this in stock\?[\s\S]*Anna Próbna <anna@example\.com>/);

  const editor = await site.createUser({ role: 'editor' });
  const reader = site.visitor();
  await reader.logIn(editor.login, editor.password);
  const { html } = await reader.get('/wp-admin/edit.php?post_type=form_message');
  assert.match(html, /Anna Próbna[\s\S]*anna@example\.com[\s\S]*\/shelf[\w-]*\.png/);

  const author = await site.createUser({ role: 'author' });
  const other = site.visitor();
  await other.logIn(author.login, author.password);
  assert.equal((await other.get('/wp-admin/edit.php?post_type=form_message')).status, 403);
  assert.deepEqual((await site.visitor().rest('GET', '/wp/v2/media')).body, []);
  assert.deepEqual(await site.pluginErrors(), []);
});

test('shows errors next to their fields and keeps the input', async () => {
  const before = (await storedMessages()).length;
  const { status, html } = await send({ form_name: ' ', form_email: 'anna@' });
  assert.equal(status, 422);
  assert.match(html, /id="form_name-error">Enter your name\./);
  assert.match(html, /id="form_email-error">Enter a complete email address/);
  assert.match(html, /With thanks<\/textarea>/);
  assert.equal((await storedMessages()).length, before);
});

test('accepts files by their content, up to a maximum size', async () => {
  const before = (await storedMessages()).length;
  const disguised = await send(
    {},
    { file: { name: 'page.png', bytes: Buffer.from('<html><script>alert(1)</script></html>') } },
  );
  assert.equal(disguised.status, 422);
  assert.match(disguised.html, /Only images/);
  const large = await send(
    {},
    { file: { name: 'large.png', bytes: Buffer.concat([IMAGE, Buffer.alloc(8 * 1024 * 1024)]) } },
  );
  assert.match(large.html, /The file is too large\. The limit is 8 MB\./);
  assert.equal((await storedMessages()).length, before);
});

test('rejects bots: a filled hidden field, a too fast submission, a missing nonce, too many messages', async () => {
  const before = (await storedMessages()).length;
  const filledHoneypot = await send({ form_website: 'https://spam.example' });
  assert.equal(filledHoneypot.status, 303);
  assert.match((await send({}, { wait: 1000 })).html, /Please wait a moment/);
  assert.equal((await send({ form_rendered_at: '1.made-up' })).status, 422);
  assert.match((await send({ _wpnonce: '0123456789' })).html, /This page has expired/);
  assert.equal((await storedMessages()).length, before);
  for (let i = 0; i < 5; i += 1) assert.equal((await send()).status, 303);
  const limited = await send();
  assert.equal(limited.status, 429);
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
  assert.equal((await storedMessages()).length, before + 5);
});

test('shows the form in a post, translated into Polish', async () => {
  await site.createPost({ post_type: 'page', post_title: 'About us', post_content: '[contact_form]' });
  const guest = site.visitor();
  await guest.get('/?wp_lang=pl_PL');
  const { html } = await guest.get('/about-us/');
  assert.match(html, /<label for="form_name">Imię i nazwisko<\/label>/);
  assert.match(html, /forms-kit\/assets\/form\.css/);
});

test('exports and erases personal data, including files', async () => {
  await send({ form_email: 'jan@example.com' }, { file: { name: 'jan.png', bytes: IMAGE } });
  await send({ form_email: 'ola@example.com' });
  const { out } = await site.cli('forms-kit', 'export', 'Jan@example.com', '--format=json');
  assert.deepEqual(
    JSON.parse(out).map(({ name }) => name),
    ['Anna Próbna'],
  );
  const files = () =>
    site.run(() =>
      site.scope().getPosts({ post_type: 'attachment', post_status: 'inherit', s: 'jan', posts_per_page: -1 }),
    );
  assert.equal((await files()).length, 1);
  assert.match((await site.cli('forms-kit', 'erase', 'jan@example.com')).out, /1 message was deleted\./);
  assert.equal((await files()).length, 0);
  assert.deepEqual(JSON.parse((await site.cli('forms-kit', 'export', 'jan@example.com', '--format=json')).out), []);
  assert.equal(JSON.parse((await site.cli('forms-kit', 'export', 'ola@example.com', '--format=json')).out).length, 1);
});

test('deletes messages after the retention period', async () => {
  await site.run(() => site.scope().updateOption('forms_kit_days', 30));
  await send();
  await site.clock.advance(20 * 24 * HOUR);
  assert.notEqual((await storedMessages()).length, 0);
  await site.clock.advance(11 * 24 * HOUR);
  assert.equal((await storedMessages()).length, 0);
});
