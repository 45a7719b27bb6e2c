import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

const HOUR = 3_600_000;
let site;
let jazz;
before(async () => {
  site = await bootSite({
    plugins: ['.'],
    now: '2031-05-01T10:00:00Z',
    settings: { permalink_structure: '/%postname%/', timezone_string: 'Europe/Warsaw' },
  });
  await event('Late', { event_begins: '2031-06-01T20:00' });
  jazz = await event('Jazz & more', {
    event_begins: '2031-05-03T19:30',
    event_ends: '2031-05-03T22:00',
    event_place: 'Hall <1>',
    event_seats: '2',
  });
  await event('Past', { event_begins: '2031-04-01T20:00' });
});
after(() => site?.stop());

const event = (title, meta) =>
  site.createPost({
    post_type: 'event',
    post_title: title,
    post_content: 'Come all',
    post_excerpt: `About ${title}`,
    meta_input: meta,
  });
const page = '/events/jazz-more/';
async function book(guest, email, visitor = site.visitor()) {
  await visitor.get(page);
  return { visitor, response: await visitor.submitForm({ guest, email }) };
}

test('shows time and location of an event in the visitor’s language and as structured data', async () => {
  const guest = site.visitor();
  const { html } = await guest.get(page);
  assert.match(html, /Saturday, May 3, 2031 at 7:30\sPM – 10:00\sPM<br>Hall &lt;1&gt;/);
  assert.match(html, /events\.css/);
  assert.match(html, /2 seats left\./);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)[1]);
  assert.deepEqual([data['@type'], data.startDate], ['Event', '2031-05-03T17:30:00Z']);
  await guest.get('/?wp_lang=pl_PL');
  const polish = (await guest.get(page)).html;
  assert.match(polish, /sobota, 3 maja 2031/);
  assert.match(polish, /Zostały 2 miejsca\./);
});

test('lists upcoming events in the archive and the shortcode, the next one first', async () => {
  const titles = (html) =>
    [...html.matchAll(/<h2 class="entry-title"><a [^>]*>([^<]*)</g)].map(([, title]) => title.slice(0, 4));
  const { html } = await site.visitor().get('/events/');
  assert.deepEqual(titles(html), ['Jazz', 'Late']);
  assert.match(html, /About Late/);
  await site.createPost({ post_type: 'page', post_title: 'Soon', post_content: '[events count=1]' });
  const soon = (await site.visitor().get('/soon/')).html;
  assert.match(soon, /Jazz &amp; more/);
  assert.doesNotMatch(soon, />Late</);
});

test('rejects an event that ends before it begins', async () => {
  const admin = site.visitor();
  await admin.logIn(site.admin.login, site.admin.password);
  await admin.get(`/wp-admin/post.php?post=${jazz}&action=edit`);
  const { status, html } = await admin.submitForm({
    action: 'save',
    'fields[event_begins]': '2031-05-03T19:30',
    'fields[event_ends]': '2031-05-03T18:00',
  });
  assert.equal(status, 422);
  assert.match(html, /The end must be after the start\./);
  assert.match((await admin.get('/wp-admin/edit.php?post_type=event')).html, /May 3, 2031/);
});

test('books a seat once per visitor, sends an email, and keeps invalid input in the form', async () => {
  const wrong = await book('Anna', 'anna@');
  assert.equal(wrong.response.status, 422);
  assert.match(wrong.response.html, /value="anna@"/);
  const { visitor, response } = await book('Anna', 'Anna@example.com');
  assert.deepEqual([response.status, response.location], [303, page]);
  const { html } = await visitor.get(page);
  assert.match(html, /Your seat is booked/);
  assert.match(html, /1 seat left\./);
  const [email] = await site.mails.to('anna@example.com');
  assert.equal(email.subject, 'Your booking: Jazz & more');
  assert.equal((await book('Anna', 'anna@example.com')).response.status, 303);
  assert.equal((await site.mails.to('anna@example.com')).length, 1);
});

test('rejects bots and forged forms', async () => {
  const bot = site.visitor();
  await bot.get(page);
  assert.equal(
    (await bot.submitForm({ guest: 'Bot', email: 'bot@example.com', website: 'https://spam.example' })).status,
    303,
  );
  assert.equal(
    (
      await bot.post('/events-kit/join/', {
        event: String(jazz),
        guest: 'X',
        email: 'x@example.com',
        _wpnonce: 'forged',
      })
    ).status,
    403,
  );
  assert.equal((await bot.post('/events-kit/join/', { event: '999', guest: 'X', email: 'x@example.com' })).status, 404);
  assert.match((await site.visitor().get(page)).html, /1 seat left\./);
  assert.deepEqual(await site.mails.to('bot@example.com'), []);
});

test('gives the last seat to one of two simultaneous visitors', async () => {
  const openedForms = await Promise.all(
    ['ben', 'cleo'].map(async (name) => {
      const visitor = site.visitor();
      await visitor.get(page);
      return { name, visitor };
    }),
  );
  const responses = await Promise.all(
    openedForms.map(({ name, visitor }) => visitor.submitForm({ guest: name, email: `${name}@example.com` })),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 422]);
  assert.match((await site.visitor().get(page)).html, /This event is fully booked\./);
});

test('cancels a booking only with the link in the email', async () => {
  const [email] = await site.mails.to('anna@example.com');
  const link = /https?:\/\/\S*\/events-kit\/leave\/\?guest=\d+&key=\w+/.exec(email.text)[0].replace(site.url, '');
  const guest = site.visitor();
  assert.equal((await guest.get(link.replace(/key=./, 'key=_'))).status, 404);
  assert.match((await guest.get(link)).html, /Cancel booking/);
  assert.match((await site.visitor().get(page)).html, /This event is fully booked\./);
  await guest.get(link);
  assert.equal((await guest.submitForm({ guest: /guest=(\d+)/.exec(link)[1] })).status, 303);
  assert.match((await site.visitor().get(page)).html, /1 seat left\./);
});

test('reminds each guest once, a day before the event', async () => {
  site.mails.clear();
  const about = async () =>
    (await site.mails.all()).filter(({ subject }) => subject === 'Tomorrow: Jazz & more').length;
  await site.clock.setTime('2031-05-02T10:00:00Z');
  assert.equal(await about(), 0);
  await site.clock.setTime('2031-05-02T19:00:00Z');
  assert.equal(await about(), 1);
  await site.clock.advance(3 * HOUR);
  assert.equal(await about(), 1);
});

test('closes bookings of a started event, removes it from the list, and causes no plugin errors', async () => {
  await site.clock.setTime('2031-05-03T18:00:00Z');
  assert.match((await site.visitor().get(page)).html, /This event has started or is over\./);
  assert.doesNotMatch((await site.visitor().get('/events/')).html, /Jazz/);
  assert.deepEqual(await site.pluginErrors(), []);
});
