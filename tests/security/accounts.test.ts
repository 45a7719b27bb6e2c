import { defaultEngines } from '../kit/databases.js';
import { inFullTime } from '../kit/quick-pad-duration.js';
import { ADMIN } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { subnetOf } from '../../core/api/index.js';
import { Browser } from '../store/shopper.js';
import { type AttackedSite, bootAttacked, type Person } from './attacked-site.js';
import { formsOf } from './forms.js';
import { fillCart } from './shopping.js';
import { assertDefined } from '../kit/assert-defined.js';

const WRONG_PASSWORD = 'not the password';
/** An application password that does not exist. */
const STALE = 'abcd EFGH 1234 ijkl MNOP 5678';

describe.each(defaultEngines)('account security (%s)', (engine) => {
  let site: AttackedSite;
  beforeAll(async () => {
    site = await bootAttacked(engine, { demo: true });
  });
  afterAll(() => site.close());
  // All requests come from the same IP address.
  afterEach(async () => {
    await site.site.db()('rate_limits').delete();
    await site.site.db()('store_attempts').delete();
  });

  const form = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(site.url + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) });
  const login = (log: string, pwd: string, headers: Record<string, string> = {}): Promise<Response> =>
    form('/wp-login.php', { log, pwd }, headers);
  /** Whether the shop's account page shows the login form. */
  const asksToLogIn = async (response: Promise<Response>): Promise<boolean> =>
    (await (await response).text()).includes('name="pwd"');
  const sessionOf = (response: Response): string =>
    response.headers.getSetCookie().find((line) => line.startsWith('wordpress_logged_in_')) ?? '';
  const basic = (
    name: string,
    password: string,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(`${site.url}/wp-json${path}`, {
      headers: { ...headers, authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
    });
  const shapeOf = async (response: Response, ...enteredTexts: string[]): Promise<unknown> => [
    response.status,
    response.headers.get('location'),
    enteredTexts
      .reduce((text, enteredText) => text.replaceAll(enteredText, ''), await response.text())
      .replaceAll(/nonce="[^"]*"|value="[0-9a-f]{10,}"/g, ''),
  ];

  test('tells a Polish visitor in Polish to wait after failed logins', async () => {
    for (let i = 0; i < 5; i++) await login('subscriber', WRONG_PASSWORD);
    const response = await login('subscriber', WRONG_PASSWORD, { cookie: 'wp_lang=pl_PL' });
    expect([response.status, await response.text()]).toEqual([
      429,
      expect.stringMatching(/Zbyt wiele nieudanych prób\. Spróbuj ponownie za \d+ min\./),
    ]);
  });

  test('limits guesses of a page password with 429, without affecting logins', async () => {
    const { content } = site.site;
    const url = await site.inContext(async () => {
      const post = { post_title: 'Recipe', post_content: 'Garlic.', post_status: 'publish', post_password: 'thyme' };
      return String(await content.getPermalink(Number(await content.wpInsertPost(post))));
    });
    const tryPassword = async (post_password: string): Promise<[status: number, opens: boolean]> => {
      const { status, headers } = await form('/wp-login.php?action=postpass', { post_password });
      const cookie = headers.getSetCookie().map((line) => line.replace(/;.*/, ''));
      const page = await fetch(url, { headers: { cookie: cookie.join('; ') } });
      return [status, (await page.text()).includes('Garlic.')];
    };
    expect(await tryPassword('thyme')).toEqual([302, true]);
    for (let i = 1; i < 30; i++) expect(await tryPassword(`guess ${i}`)).toEqual([302, false]);
    expect(await tryPassword('thyme')).toEqual([429, false]);
    expect((await login('subscriber', WRONG_PASSWORD)).status).toBe(200);
  });

  test('gives the same responses for existing and missing accounts', async () => {
    expect(await shapeOf(await login('subscriber', WRONG_PASSWORD), 'subscriber')).toEqual(
      await shapeOf(await login('nobodyhere', WRONG_PASSWORD), 'nobodyhere'),
    );
    expect(await shapeOf(await login('subscriber@example.test', WRONG_PASSWORD), 'subscriber@example.test')).toEqual(
      await shapeOf(await login('nobody@example.test', WRONG_PASSWORD), 'nobody@example.test'),
    );
    const lost = (user_login: string): Promise<Response> => form('/wp-login.php?action=lostpassword', { user_login });
    expect(await shapeOf(await lost('subscriber'))).toEqual(await shapeOf(await lost('nobodyhere')));
    expect(await shapeOf(await lost('subscriber@example.test'))).toEqual(
      await shapeOf(await lost('nobody@example.test')),
    );
  });

  test('gives byte-identical responses for existing and missing accounts, including headers', async () => {
    await site.inContext(() => site.site.options.updateOption('users_can_register', 1));
    const ofForm = async (path: string): Promise<Readonly<Record<string, string>>> => {
      const { html } = await visitor(site.url).get(path);
      const formFields = formsOf(html, path).find((candidate) => '_wpnonce' in candidate.fields)?.fields ?? {};
      return Object.fromEntries(
        Object.entries(formFields).filter(([name]) => name === '_wpnonce' || name.startsWith('legal_')),
      );
    };
    const registration = await ofForm('/wp-login.php?action=register');
    const serialize = async (response: Response, enteredText: string): Promise<string> => {
      const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return JSON.stringify([response.status, headers, await response.text()])
        .replaceAll(/nonce(?:-|=\\?")[^'"\\]*/g, 'nonce')
        .replaceAll(/(plinth_visitor_\w+)=[^;]*; Path=\/; Expires=[^;]*/g, '$1')
        .replaceAll(encodeURIComponent(enteredText), '')
        .replaceAll(enteredText, '')
        .replaceAll(/"content-length","\d+"/g, '"content-length"');
    };
    const kinds: readonly ((name: string) => Promise<Response>)[] = [
      (name) => login(name, WRONG_PASSWORD),
      (name) => login(`${name}@example.test`, WRONG_PASSWORD),
      (name) => form('/wp-login.php?action=lostpassword', { user_login: name }),
      (name) => form('/wp-login.php?action=lostpassword', { user_login: `${name}@example.test` }),
      (name) =>
        form('/wp-login.php?action=register', {
          ...registration,
          user_login: name,
          user_email: `${name}@example.test`,
        }),
      async (name) =>
        form('/register/', {
          ...(await ofForm('/register/')),
          register_email: `${name}@example.test`,
          register_password: 'seven quiet lanterns',
        }),
      (name) =>
        form(`/wp-login.php?action=resetpass&login=${name}`, {
          rp_key: 'x'.repeat(32),
          pass1: 'seven quiet lanterns',
          pass2: 'seven quiet lanterns',
        }),
    ];
    // Both names have the same length, so that the lengths of responses are equal too.
    for (const kind of kinds)
      expect(await serialize(await kind('editor'), 'editor')).toBe(await serialize(await kind('nemini'), 'nemini'));
    await site.inContext(() => site.site.options.updateOption('users_can_register', 0));
  });

  test('limits password reset emails per account while responses stay the same', async () => {
    await site.inContext(() => site.site.options.updateOption('reset_emails_per_account', 2));
    const shapes: unknown[] = [];
    for (const name of ['author', 'AUTHOR@example.test', 'author', ' author '])
      shapes.push(await shapeOf(await form('/wp-login.php?action=lostpassword', { user_login: name })));
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    await site.inContext(() => site.site.cron.runJobs());
    expect(await site.site.db()('mail_log').where({ recipients: 'author@example.test' })).toHaveLength(2);
    await site.inContext(() => site.site.options.deleteOption('reset_emails_per_account'));
  });

  test('takes equally long to refuse existing and missing accounts', async () => {
    const quickest = { subscriber: Infinity, nobodyhere: Infinity };
    // Alternating, and only the fastest of each: excludes the effects of other processes.
    for (let index = 0; index < 5; index++) {
      for (const name of ['subscriber', 'nobodyhere'] as const) {
        const started = performance.now();
        await (await inFullTime(() => login(name, WRONG_PASSWORD))).text();
        quickest[name] = Math.min(quickest[name], performance.now() - started);
      }
    }
    expect(quickest.nobodyhere).toBeGreaterThan(quickest.subscriber / 3);
    expect(quickest.subscriber).toBeGreaterThan(quickest.nobodyhere / 3);
  });

  test.each([
    ['a wrong password', 250, '/wp-login.php', { log: 'subscriber', pwd: WRONG_PASSWORD }],
    ['a password reset request', 250, '/wp-login.php?action=lostpassword', { user_login: 'author' }],
  ] as const)('answers %s only after %i ms or a multiple', async (_what, span, path, fields) => {
    const guest = visitor(site.url);
    await guest.get(path);
    const started = performance.now();
    const { status } = await inFullTime(() => guest.post(path, fields));
    const took = performance.now() - started;
    expect(status).toBeLessThan(500);
    // Timers can fire a millisecond early.
    expect(took).toBeGreaterThan(span - 5);
  });

  test('lists only users with public posts to visitors, without private fields', async () => {
    await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'post',
        post_title: 'By the author',
        post_content: 'x',
        post_status: 'publish',
        post_author: site.users.author.id,
      }),
    );
    for (const person of [site.users.visitor, site.users.customer]) {
      const { body, text } = await person.rest('GET', '/wp/v2/users?per_page=100');
      const users = body as Record<string, unknown>[];
      expect(users.map(({ slug }) => slug)).toContain('author');
      expect(users.map(({ slug }) => slug)).not.toContain('subscriber');
      expect(text).not.toContain('example.test');
      for (const user of users)
        for (const field of [
          'email',
          'username',
          'roles',
          'capabilities',
          'extra_capabilities',
          'first_name',
          'last_name',
          'registered_date',
          'locale',
          'nickname',
        ])
          expect(user).not.toHaveProperty(field);
      for (const search of ['author@example', 'example.test', 'author@'])
        expect((await person.rest('GET', `/wp/v2/users?search=${search}`)).body).toEqual([]);
      for (const query of ['context=edit', 'roles=author', 'orderby=email', 'capabilities=edit_posts', 'who=authors'])
        expect([401, 403]).toContain((await person.rest('GET', `/wp/v2/users?${query}`)).status);
      expect([401, 403]).toContain((await person.rest('GET', `/wp/v2/users/${site.users.subscriber.id}`)).status);
    }
    for (const path of [
      `/?author=${site.users.customer.id}`,
      '/author/customer/',
      '/?author_name=customer',
      '/wp-sitemap-users-1.xml',
      '/wp-json/oembed/1.0/embed?url=x',
    ]) {
      const { html, location } = await site.users.visitor.get(path);
      expect(html + location).not.toMatch(/Name of|author-customer/);
    }
  });

  test('finds comments by email address for moderators only', async () => {
    const [post] = (await site.inContext(() => site.site.content.getPosts({ posts_per_page: 1 }))) as { id: number }[];
    const comment = {
      comment_post_id: post?.id,
      comment_author: 'Reader',
      comment_author_email: 'reader@private.test',
      comment_content: 'Nice.',
      comment_approved: '1',
      comment_type: 'comment',
      comment_date: '2026-01-02 03:04:05',
      comment_date_gmt: '2026-01-02 03:04:05',
    };
    await site.site.db()('comments').insert(comment);
    const found = async (person: Person, search: string): Promise<number> =>
      ((await person.rest('GET', `/wp/v2/comments?search=${search}`)).body as unknown[]).length;
    expect([
      await found(site.users.visitor, 'Nice'),
      await found(site.users.visitor, 'reader@'),
      await found(site.users.customer, 'private.test'),
    ]).toEqual([1, 0, 0]);
    expect(await found(site.users.administrator, 'private.test')).toBe(1);
  });

  test.each([
    ['at the login form', 6, (ip: string) => login('subscriber', WRONG_PASSWORD, { 'x-forwarded-for': ip })],
    [
      'by Basic',
      6,
      (ip: string) =>
        basic('subscriber', WRONG_PASSWORD, '/shop/v1/settings', { 'x-forwarded-for': ip, 'x-real-ip': ip }),
    ],
    [
      'by Basic with an application password',
      101,
      (ip: string) => basic('subscriber', STALE, '/shop/v1/settings', { 'x-forwarded-for': ip, 'x-real-ip': ip }),
    ],
  ])('limits password guesses %s, whatever X-Forwarded-For claims', async (_where, attempts, attempt) => {
    const statuses: number[] = [];
    for (let index = 0; index < attempts; index++) statuses.push((await attempt(`203.0.113.${index}`)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.at(-1)).toBe(429);
  });

  test('counts guesses by form and Basic, by login and email address together', async () => {
    for (const name of ['subscriber', 'subscriber@example.test'])
      expect((await login(name, WRONG_PASSWORD)).status).toBe(200);
    for (const name of ['subscriber', 'SUBSCRIBER@example.test', 'subscriber'])
      expect((await basic(name, WRONG_PASSWORD, '/shop/v1/settings')).status).toBe(401);
    expect([
      (await login('subscriber', WRONG_PASSWORD)).status,
      (await login('subscriber@example.test', WRONG_PASSWORD)).status,
      (await basic('subscriber', WRONG_PASSWORD, '/shop/v1/settings')).status,
    ]).toEqual([429, 429, 429]);
  });

  test('counts guesses with any spelling of a login together', async () => {
    const spellings = [
      'subscriber',
      'Subscriber',
      ' subscriber ',
      'subscriber\u0000',
      'súbscriber',
      'ｓubscriber',
      'sub\u00adscriber',
      'su\u0301bscriber',
    ];
    // An attempt counts toward the account's limit only if the spelling finds the account.
    const finds = await Promise.all(
      spellings.map((name) => site.inContext(async () => (await site.site.users.getUserBy('login', name)) !== false)),
    );
    const known = spellings.filter((_name, index) => finds[index]);
    expect(known).toContain(' subscriber ');
    if (engine === 'mysql') expect(known.length).toBeGreaterThan(4);
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await login(known[index % known.length] ?? '', WRONG_PASSWORD)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const unknown: number[] = [];
    for (const name of [
      'nobodyhere',
      'NobodyHere',
      'nobodyhere\u0000',
      'nóbodyhere',
      'ｎobodyhere',
      'nobo\u00addyhere',
    ])
      unknown.push((await login(name, WRONG_PASSWORD)).status);
    expect(unknown).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('limits concurrent guesses by Basic, even with the basic-auth plugin', async () => {
    expect(await site.inContext(() => site.site.plugins.activatePlugin('basic-auth'))).toBeNull();
    const right = (): Promise<Response> => basic('editor', site.users.editor.password, '/wp/v2/users/me');
    expect((await right()).status).toBe(200);
    const statuses = (
      await Promise.all(Array.from({ length: 25 }, () => basic('editor', WRONG_PASSWORD, '/shop/v1/settings')))
    ).map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([5, 20]);
    expect((await right()).status).toBe(429);
    await site.inContext(() => site.site.plugins.deactivatePlugins('basic-auth'));
  });

  test('limits concurrent guesses at the login form', async () => {
    const statuses = (await Promise.all(Array.from({ length: 25 }, () => login('subscriber', WRONG_PASSWORD)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
  });

  test('accepts a valid application password despite failed attempts with stale ones', async () => {
    const { password } = (
      await site.users.author.rest('POST', '/wp/v2/users/me/application-passwords', { name: 'Program' })
    ).body as { password: string };
    for (let index = 0; index < 20; index++)
      expect((await basic('author', STALE, '/shop/v1/settings')).status).toBe(401);
    expect((await login('author', WRONG_PASSWORD)).status).toBe(200);
    for (let index = 0; index < 6; index++) await basic('author', WRONG_PASSWORD, '/shop/v1/settings');
    expect((await basic('author', WRONG_PASSWORD, '/shop/v1/settings')).status).toBe(429);
    const responses = await Promise.all(Array.from({ length: 20 }, () => basic('author', password, '/wp/v2/users/me')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('accepts a valid application password while stale ones are limited', async () => {
    const { password } = (
      await site.users.contributor.rest('POST', '/wp/v2/users/me/application-passwords', { name: 'Program' })
    ).body as { password: string };
    const stale: number[] = [];
    while (stale.length < 130 && stale.at(-1) !== 429)
      stale.push((await basic('contributor', STALE, '/shop/v1/settings')).status);
    expect(stale.at(-1)).toBe(429);
    expect((await basic('contributor', password, '/wp/v2/users/me')).status).toBe(200);
  });

  test('counts an IPv6 network as one client', () => {
    expect(subnetOf('2001:db8:0:7::1')).toBe(subnetOf('2001:0db8:0000:0007:ffff:1:2:3'));
    expect(subnetOf('2001:db8:0:7::1')).not.toBe(subnetOf('2001:db8:0:8::1'));
    expect([
      subnetOf('::1'),
      subnetOf('::ffff:203.0.113.7'),
      subnetOf('203.0.113.7'),
      subnetOf('fe80::1%eth0'),
    ]).toEqual(['0:0:0:0::/64', '203.0.113.7', '203.0.113.7', 'fe80:0:0:0::/64']);
  });

  test.each([
    [
      'password reset emails',
      (index: number) =>
        form(
          '/wp-login.php?action=lostpassword',
          { user_login: 'editor' },
          { 'x-forwarded-for': `203.0.113.${index}` },
        ),
      5,
    ],
    [
      'contact form messages',
      (index: number) =>
        send('/contact/', { contact_name: 'Eve', contact_email: 'eve@example.test', contact_message: 'x' }, index),
      5,
    ],
    [
      'new accounts',
      (index: number) =>
        send('/register/', { register_email: `eve${index}@example.test`, register_password: 'a long password' }, index),
      10,
    ],
  ])('limits %s', async (_what, attempt, max) => {
    const sent = async (): Promise<number> =>
      site
        .inContext(() => site.site.cron.runJobs())
        .then(async () => Number((await site.site.db()('mail_log').count({ n: '*' }).first())?.n));
    const before = await sent();
    for (let index = 0; index < max + 3; index++) await attempt(index);
    expect(await sent()).toBe(before + max);
  });

  test('limits emails about declarations while storing every declaration', async () => {
    const emails = async (): Promise<number> => {
      await site.inContext(() => site.site.cron.runJobs());
      return Number(
        (
          await site.site
            .db()('mail_log')
            .where('recipients', 'like', '%mallory@example.test%')
            .count({ n: '*' })
            .first()
        )?.n,
      );
    };
    const stored = async (): Promise<number> =>
      Number(
        (
          await site.site
            .db()('compliance_declarations')
            .where({ email: 'mallory@example.test' })
            .count({ n: '*' })
            .first()
        )?.n,
      );
    for (let index = 0; index < 13; index++)
      await send(
        '/withdrawal/',
        { declaration_name: 'Eve', declaration_order: '1', declaration_email: 'mallory@example.test', confirm: '1' },
        index,
      );
    expect([await stored(), await emails()]).toEqual([13, 3]);
  });

  async function send(path: string, fields: Record<string, string>, index: number): Promise<Response> {
    const { html } = await visitor(site.url).get(path);
    const formFields = formsOf(html, path).find((candidate) => '_wpnonce' in candidate.fields)?.fields ?? {};
    const hiddenFields = Object.fromEntries(
      Object.entries(formFields).filter(([name]) => name === '_wpnonce' || name.startsWith('legal_')),
    );
    return form(path, { ...hiddenFields, ...fields }, { 'x-forwarded-for': `203.0.113.${index}` });
  }

  test('issues a new session id at login and accepts no planted one', async () => {
    const shopper = new Browser(site.url);
    await fillCart(site, shopper);
    const guest = visitor(site.url);
    await guest.get('/shop/');
    const planted = `${(await form('/wp-login.php', { log: 'x', pwd: '' })).headers.get('set-cookie')}`;
    const name = sessionOf(await login('customer', site.users.customer.password)).split('=')[0];
    for (const value of ['chosen', 's%3Achosen.signature', 's%3A__proto__']) {
      const response = await login('customer', site.users.customer.password, { cookie: `${name}=${value}` });
      expect(sessionOf(response)).not.toContain(value);
      expect(sessionOf(response)).toMatch(/=s%3A[\w-]{32}/);
    }
    expect(planted).not.toContain(name);
    const first = sessionOf(await login('customer', site.users.customer.password)).split(';')[0];
    const second = sessionOf(
      await login('customer', site.users.customer.password, { cookie: assertDefined(first) }),
    ).split(';')[0];
    expect(second).not.toBe(first);
    // The old session id is no longer valid.
    expect(
      await asksToLogIn(
        fetch(`${site.url}/account/`, { redirect: 'manual', headers: { cookie: assertDefined(second) } }),
      ),
    ).toBe(false);
    expect(
      await asksToLogIn(
        fetch(`${site.url}/account/`, { redirect: 'manual', headers: { cookie: assertDefined(first) } }),
      ),
    ).toBe(true);
  });

  test('invalidates session cookies and nonces on the server at logout', async () => {
    const person = await site.another('customer', 'leaver');
    const cookie = person.cookies();
    const { html } = await person.get('/account/addresses/');
    const nonce = formsOf(html, '/').find(({ fields }) => '_wpnonce' in fields)?.fields._wpnonce ?? '';
    const out = /action=logout[^"]*_wpnonce=([0-9a-f]{10})/.exec(html)?.[1] ?? '';
    expect((await person.get(`/wp-login.php?action=logout&_wpnonce=${out}`)).status).toBe(302);
    expect(await asksToLogIn(fetch(`${site.url}/account/`, { redirect: 'manual', headers: { cookie } }))).toBe(true);
    expect(
      (await fetch(`${site.url}/wp-json/wp/v2/users/me`, { headers: { cookie, 'x-wp-nonce': person.nonce } })).status,
    ).not.toBe(200);
    await person.logIn('leaver', person.password);
    const response = await fetch(`${site.url}/account/addresses/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: person.cookies() },
      body: new URLSearchParams({ _wpnonce: nonce }),
    });
    expect(response.status).toBe(422);
    expect(
      (
        await fetch(`${site.url}/wp-json/wp/v2/users/me`, {
          headers: { cookie: person.cookies(), 'x-wp-nonce': person.nonce },
        })
      ).status,
    ).toBe(403);
  });

  test.each([
    [
      'by its owner',
      async (own: Awaited<ReturnType<AttackedSite['another']>>) => {
        await own.get('/account/password/');
        expect(
          (await own.post('/account/password/', { old_password: own.password, new_password: 'a wholly new password' }))
            .status,
        ).toBe(303);
      },
    ],
    [
      'by a letter',
      async (own: Awaited<ReturnType<AttackedSite['another']>>) => {
        await site.inContext(() => site.site.users.wpSetPassword('a wholly new password', own.id));
      },
    ],
    [
      'by the administrator',
      async (own: Awaited<ReturnType<AttackedSite['another']>>) => {
        const { administrator } = site.users;
        const { html } = await administrator.get(`/wp-admin/user-edit.php?user_id=${own.id}`);
        const fields =
          formsOf(html, '/').find((candidate) => candidate.fields.action === 'update' || 'pass1' in candidate.fields)
            ?.fields ?? {};
        expect(
          (
            await administrator.post(`/wp-admin/user-edit.php?user_id=${own.id}`, {
              ...fields,
              action: 'update',
              locale: '',
              role: 'customer',
              description: '',
              url: '',
              pass1: 'a wholly new password',
            })
          ).status,
        ).toBe(303);
      },
    ],
  ])('ends every session when the password is changed %s', async (how, change) => {
    const own = await site.another('customer', `changed${how.replaceAll(' ', '')}`);
    const attacker = visitor(site.url);
    await attacker.logIn(`changed${how.replaceAll(' ', '')}`, own.password);
    expect((await attacker.get('/account/')).html).not.toContain('name="pwd"');
    await change(own);
    expect((await attacker.get('/account/')).html).toContain('name="pwd"');
  });

  test('accepts a password reset key once, only for its user, until replaced', async () => {
    const { visitor: guest } = site.users;
    const keyOf = async (): Promise<string> => {
      await form('/wp-login.php?action=lostpassword', { user_login: 'contributor' });
      await site.inContext(() => site.site.cron.runJobs());
      const { file } = await site.site.db()('mail_log').orderBy('id', 'desc').first<{ file: string }>('file');
      return (
        /key=3D([\w-]{32})/.exec(((await site.site.mail.readMailFile(file)) ?? '').replace(/=\r?\n/g, ''))?.[1] ?? ''
      );
    };
    const old = await keyOf();
    const key = await keyOf();
    expect(key).toMatch(/^[\w-]{32}$/);
    const choose = async (rp_key: string, name: string): Promise<string> =>
      (
        await form(`/wp-login.php?action=resetpass&login=${name}`, {
          rp_key,
          pass1: 'chosen by letter',
          pass2: 'chosen by letter',
        })
      ).headers.get('location') ?? '';
    for (const [rp_key, name] of [
      [old, 'contributor'],
      [key, 'administrator'],
      [key, ADMIN.login],
      ['', 'contributor'],
      ['0', 'editor'],
      [key.slice(0, 31), 'contributor'],
    ])
      expect(await choose(assertDefined(rp_key), assertDefined(name))).toContain('error=invalidkey');
    expect(await choose(key, 'contributor')).toContain('password=changed');
    expect(await choose(key, 'contributor')).toContain('error=invalidkey');
    await guest.get('/');
  });

  test('sets HttpOnly and SameSite=Lax on its cookies', async () => {
    for (const cookie of (await login('customer', site.users.customer.password)).headers.getSetCookie())
      expect(cookie).toMatch(/; HttpOnly.*; SameSite=Lax|; SameSite=Lax.*; HttpOnly/);
  });
});
