import { defaultEngines } from '../kit/databases.js';
import { Browser } from '../store/shopper.js';
import { type AttackedSite, bootAttacked, type Person, type Role } from './attacked-site.js';
import { type Purchase, buy, fillCart } from './shopping.js';
import { assertDefined } from '../kit/assert-defined.js';

const SECRET = 'Prosta 77';
const SECRET_WORD = 'nobodyelseswords';
/** An anonymous visitor, a customer, and the role with most permissions that cannot edit content of others. */
const STRANGERS: readonly Role[] = ['visitor', 'customer', 'author'];

describe.each(defaultEngines)('access to other people’s data (%s)', (engine) => {
  let site: AttackedSite;
  let owner: Person;
  let order: Purchase;
  let guests: Purchase;
  const texts: Record<string, number> = {};

  beforeAll(async () => {
    site = await bootAttacked(engine, { demo: true });
    owner = await site.another('customer', 'owner');
    const browser = new Browser(site.url);
    await browser.logIn('owner', owner.password);
    order = await buy(site, browser, { billing_address_1: SECRET, billing_email: 'owner@example.test' });
    guests = await buy(site, new Browser(site.url), { billing_address_1: SECRET, billing_email: 'guest@example.test' });
    await site.inContext(async () => {
      const { content } = site.site;
      for (const [name, change] of Object.entries({
        draft: { post_status: 'draft' },
        private: { post_status: 'private' },
        locked: { post_password: 'open sesame' },
        trashed: { post_status: 'trash' },
        pending: { post_status: 'pending' },
      })) {
        const id = await content.wpInsertPost({
          post_type: 'page',
          post_title: `Page ${name}`,
          post_name: `page-${name}`,
          post_content: 'Opening text.',
          post_author: 1,
          post_status: 'publish',
          ...change,
        });
        if (typeof id !== 'number') throw new Error(id.getErrorMessage());
        await content.wpUpdatePost({ id, post_content: `About ${SECRET_WORD}.` });
        texts[name] = id;
      }
    });
  });
  afterAll(() => site.close());

  const otherPeople = (): Person[] => (['visitor', 'customer', 'editor'] as const).map((role) => site.users[role]);

  test('shows an order to its owner and on the page of its key', async () => {
    expect((await owner.get(`/account/orders/${order.number}/`)).html).toContain(SECRET);
    expect((await site.users.visitor.get(`/order/${order.key}/`)).html).toContain(SECRET);
  });

  test('hides an order from others by number, by id or by a partial key', async () => {
    const paths = [order, guests].flatMap(({ id, number, key }) => [
      `/account/orders/${number}/`,
      `/account/orders/${id}/`,
      `/account/orders/${number}/?user_id=${owner.id}`,
      `/order/${number}/`,
      `/order/${id}/`,
      `/order/${key.slice(0, 47)}/`,
      `/order/${key.slice(0, 47)}%25/`,
      `/order/${key.toUpperCase()}/`,
      `/order/${'0'.repeat(48)}/`,
      `/order/?key[]=${key.slice(0, 20)}`,
      `/wp-admin/admin.php?page=store-order&id=${id}`,
      `/wp-json/wp/v2/orders/${id}`,
    ]);
    for (const person of otherPeople()) {
      for (const path of paths) {
        const { html, status } = await person.get(path);
        expect([path, person.role, html.includes(SECRET), html.includes('example.test/order')]).toEqual([
          path,
          person.role,
          false,
          false,
        ]);
        expect(status).not.toBe(500);
      }
    }
  });

  test('hides a guest order from an unconfirmed account with the same email address', async () => {
    const namesake = await site.another('customer', 'guest');
    expect((await namesake.get('/account/')).html).not.toContain(guests.number);
    expect((await namesake.get(`/account/orders/${guests.number}/`)).status).toBe(404);
  });

  test('shows and changes only the addresses of the logged-in account', async () => {
    expect((await owner.get('/account/addresses/')).html).toContain(SECRET);
    for (const path of [
      '/account/addresses/',
      `/account/addresses/?user_id=${owner.id}`,
      `/account/?user_id=${owner.id}&id=${owner.id}`,
      '/checkout/',
    ]) {
      expect((await site.users.customer.get(path)).html).not.toContain(SECRET);
    }
    await site.users.customer.get('/account/addresses/');
    await site.users.customer.post('/account/addresses/', {
      user_id: String(owner.id),
      billing_first_name: 'Eve',
      billing_last_name: 'Evil',
      billing_address_1: 'Stolen 1',
      billing_postcode: '00-001',
      billing_city: 'X',
      billing_country: 'PL',
      billing_email: 'eve@example.test',
    });
    expect((await owner.get('/account/addresses/')).html).not.toContain('Stolen 1');
  });

  test('shows a cart only to its own session', async () => {
    const buyer = new Browser(site.url);
    const anonymous = new Browser(site.url);
    await fillCart(site, buyer);
    expect((await buyer.get('/cart/')).text).toMatch(/name="quantity\[/);
    for (const path of ['/cart/', '/cart/?session_id=1', '/cart/?store_cart[0][productId]=1'])
      expect((await anonymous.get(path)).text).not.toMatch(/name="quantity\[/);
  });

  test('hides non-public pages at every address, feed, search and REST route', async () => {
    for (const [name, id] of Object.entries(texts)) {
      const paths = [
        `/page-${name}/`,
        `/?page_id=${id}`,
        `/?p=${id}`,
        `/?page_id=${id}&preview=true`,
        `/?p=${id}&preview=true&preview_id=${id}&preview_nonce=0123456789`,
        `/?s=${SECRET_WORD}`,
        `/?pagename=page-${name}`,
        `/?post_type=page&p=${id}&post_status=${name}`,
        `/?post_type=page&post_status=any`,
        `/page-${name}/feed/`,
        `/?feed=rss2&s=${SECRET_WORD}`,
        `/page-${name}/embed/`,
        '/wp-sitemap-posts-page-1.xml',
        `/wp-json/wp/v2/pages/${id}`,
        `/wp-json/wp/v2/pages/${id}?context=edit`,
        `/wp-json/wp/v2/pages/${id}?password=wrong`,
        `/wp-json/wp/v2/pages?search=${SECRET_WORD}`,
        '/wp-json/wp/v2/pages?status=any',
        `/wp-json/wp/v2/pages?include=${id}`,
        `/wp-json/wp/v2/search?search=${SECRET_WORD}`,
        `/wp-json/wp/v2/pages/${id}/revisions`,
        `/wp-json/wp/v2/pages/${id}/autosaves`,
        `/wp-admin/post.php?post=${id}&action=edit`,
        `/wp-admin/revision.php?post=${id}`,
      ];
      for (const role of STRANGERS) {
        for (const path of paths) {
          const text = path.startsWith('/wp-json')
            ? (await site.users[role].rest('GET', path.slice('/wp-json'.length))).text
            : (await site.users[role].get(path)).html;
          expect([path, role, text.includes(`About ${SECRET_WORD}`)]).toEqual([path, role, false]);
        }
      }
    }
  });

  test('hides a password-protected pattern, also in search, except from its editors', async () => {
    const id = await site.inContext(async () => {
      const { content } = site.site;
      const postId = Number(
        await content.wpInsertPost({
          post_type: 'wp_block',
          post_title: 'Locked pattern',
          post_content: 'Opening text.',
          post_author: 1,
          post_status: 'publish',
          post_password: 'open sesame',
        }),
      );
      await content.wpUpdatePost({ id: postId, post_content: `About ${SECRET_WORD}.` });
      return postId;
    });
    const paths = [
      `/wp/v2/blocks/${id}`,
      `/wp/v2/blocks/${id}?password=open+sesame`,
      `/wp/v2/blocks/${id}?context=edit`,
      '/wp/v2/blocks',
      `/wp/v2/blocks?include=${id}`,
      `/wp/v2/blocks?search=${SECRET_WORD}`,
      `/wp/v2/blocks/${id}/revisions`,
      `/wp/v2/blocks/${id}/autosaves`,
      `/wp/v2/search?search=${SECRET_WORD}&subtype=wp_block`,
      `/wp/v2/block-renderer/core/latest-posts?post_id=${id}`,
    ];
    const { contributor, author, editor } = site.users;
    for (const person of [contributor, author]) {
      for (const path of paths) {
        const { text } = await person.rest('GET', path);
        expect([path, person.role, text.includes(`About ${SECRET_WORD}`), text.includes('Opening text')]).toEqual([
          path,
          person.role,
          false,
          false,
        ]);
      }
      expect((await person.rest('GET', `/wp/v2/blocks/${id}`)).status).toBe(403);
      expect((await person.get(`/wp-admin/post.php?post=${id}&action=edit`)).html).not.toContain(SECRET_WORD);
      // Search results would reveal the text word by word.
      for (const path of ['/wp/v2/blocks', '/wp/v2/pages', '/wp/v2/search']) {
        const { headers, body } = await person.rest('GET', `${path}?search=${SECRET_WORD}`);
        expect([path, person.role, headers.get('x-wp-total'), body]).toEqual([path, person.role, '0', []]);
      }
    }
    for (const path of paths.slice(0, 7))
      expect([path, (await editor.rest('GET', path)).text.includes(`About ${SECRET_WORD}`)]).toEqual([path, true]);
    const found = (await editor.rest('GET', `/wp/v2/pages?search=${SECRET_WORD}`)).body as { id: number }[];
    expect(found.map((page) => page.id)).toContain(texts.locked);
    const own = Number(
      await site.inContext(() =>
        site.site.content.wpInsertPost({
          post_type: 'wp_block',
          post_title: 'Own pattern',
          post_content: 'My own words.',
          post_author: author.id,
          post_status: 'publish',
          post_password: 'x',
        }),
      ),
    );
    expect((await author.rest('GET', `/wp/v2/blocks/${own}`)).text).toContain('My own words.');
    expect((await author.rest('GET', '/wp/v2/blocks?search=own+words')).text).toContain('My own words.');
  });

  test('hides revisions of another user’s page', async () => {
    const revisions = await site.site
      .db()('posts')
      .where({ post_type: 'revision' })
      .whereIn('post_parent', [assertDefined(texts.draft), assertDefined(texts.locked)])
      .pluck('id');
    expect(revisions.length).toBeGreaterThan(1);
    for (const id of revisions) {
      for (const role of STRANGERS) {
        for (const path of [
          `/?p=${id}`,
          `/?page_id=${id}&preview=true`,
          `/wp-admin/revision.php?revision=${id}`,
          `/wp-admin/post.php?post=${id}&action=edit`,
        ])
          expect((await site.users[role].get(path)).html).not.toContain('Opening text.');
        for (const base of ['pages', 'posts', 'blocks', 'media'])
          expect([401, 403, 404]).toContain((await site.users[role].rest('GET', `/wp/v2/${base}/${id}`)).status);
      }
    }
  });

  test('refuses to list, change or use application passwords of another account', async () => {
    const applicationPassword = (await owner.rest('POST', '/wp/v2/users/me/application-passwords', { name: 'Mine' }))
      .body as {
      uuid: string;
      password: string;
    };
    for (const person of otherPeople().filter(({ role }) => role !== 'visitor')) {
      const path = `/wp/v2/users/${owner.id}/application-passwords`;
      for (const [method, route, body] of [
        ['GET', path],
        ['POST', path, { name: 'Theirs' }],
        ['GET', `${path}/${applicationPassword.uuid}`],
        ['POST', `${path}/${applicationPassword.uuid}`, { name: 'x' }],
        ['DELETE', `${path}/${applicationPassword.uuid}`],
        ['DELETE', path],
      ] as const) {
        expect([person.role, method, (await person.rest(method, route, body)).status]).toEqual([
          person.role,
          method,
          403,
        ]);
      }
      // Under the user's own URL, passwords of other users are not found.
      for (const method of ['GET', 'DELETE'])
        expect(
          (await person.rest(method, `/wp/v2/users/me/application-passwords/${applicationPassword.uuid}`)).status,
        ).toBe(404);
      await person.get('/wp-admin/profile.php');
      await person.post('/wp-admin/profile.php', { action: 'revoke', uuid: applicationPassword.uuid });
    }
    expect((await owner.rest('GET', '/wp/v2/users/me/application-passwords')).text).toContain(applicationPassword.uuid);
    const asAdmin = await fetch(`${site.url}/wp-json/wp/v2/users/me`, {
      headers: { authorization: `Basic ${Buffer.from(`admin:${applicationPassword.password}`).toString('base64')}` },
    });
    expect(asAdmin.status).toBe(401);
  });

  test('shows declarations and emails only to shop staff', async () => {
    const browser = new Browser(site.url);
    await browser.get('/withdrawal/');
    await browser.submit(
      {},
      {
        declaration_name: 'Anna Próbna',
        declaration_order: order.number,
        declaration_email: 'owner@example.test',
        declaration_items: SECRET_WORD,
      },
      'declaration_name',
    );
    const { text } = await browser.submit({ confirm: '1' }, {}, 'declaration_name');
    const hash = /[0-9a-f]{64}/.exec(text)?.[0] ?? '';
    expect(hash).not.toBe('');
    const email = await site.site.db()('mail_log').orderBy('id', 'desc').first<{ file: string }>('file');
    const paths = [
      `/withdrawal/?hash=${hash}`,
      '/withdrawal/?id=1',
      `/withdrawal/?declaration_order=${order.number}`,
      '/report/?id=1',
      '/wp-admin/admin.php?page=compliance-declarations',
      '/wp-admin/admin.php?page=compliance-consents&export=csv',
      '/wp-admin/mail-log.php',
      `/wp-admin/mail-log.php?file=${email.file}`,
      `/mail/${email.file}`,
      `/wp-content/uploads/../mail/${email.file}`,
      '/data/site.sqlite',
      '/wp-content/uploads/..%5csite.sqlite',
    ];
    for (const person of otherPeople()) {
      for (const path of paths) {
        const { html } = await person.get(path);
        expect([path, person.role, html.includes(SECRET_WORD), html.includes('owner@example.test')]).toEqual([
          path,
          person.role,
          false,
          false,
        ]);
      }
    }
    expect((await site.users.shop_manager.get('/wp-admin/admin.php?page=compliance-declarations')).html).toContain(
      SECRET_WORD,
    );
  });

  test('responds to a withdrawal alike whether order number and email match or not', async () => {
    const responses = [];
    for (const [number, email] of [
      [order.number, 'owner@example.test'],
      [order.number, 'eve@example.test'],
      ['2026-99999-9', 'eve@example.test'],
    ]) {
      const browser = new Browser(site.url);
      await browser.get('/withdrawal/');
      const review = await browser.submit(
        {},
        { declaration_name: 'Eve', declaration_order: assertDefined(number), declaration_email: assertDefined(email) },
        'declaration_name',
      );
      responses.push(
        review.text
          .replaceAll(assertDefined(number), '')
          .replaceAll(assertDefined(email), '')
          .replaceAll(/value="[0-9a-f]{10}"|nonce="[^"]*"/g, ''),
      );
    }
    expect(new Set(responses).size).toBe(1);
  });

  test('logs no error during these requests', () => {
    expect(site.failures).toEqual([]);
  });
});
