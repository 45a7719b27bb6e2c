import { createWishlistStore } from '../../plugins/store/wishlist/wishlist-store.js';
import { defaultEngines } from '../kit/databases.js';
import { bootReviewShop, type ReviewShop } from './review-shop.js';
import { VARIATION } from './shop-site.js';
import type { Browser } from './shopper.js';

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

const PASSWORD = 'a long customer password';

describe.each(defaultEngines)('wishlist on %s', (engine) => {
  let shop: ReviewShop;
  let lamp = 0;
  let rug = 0;
  let versions: readonly number[] = [];

  beforeEach(async () => {
    shop = await bootReviewShop(engine);
    const [red = 0, blue = 0] = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_color',
        label: 'Color',
        kind: 'attribute',
        hierarchical: false,
      });
      return [
        await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red' }),
        await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue' }),
      ];
    });
    lamp = await shop.save({ name: 'Brass lamp' });
    rug = await shop.save({
      name: 'Rug',
      price: null,
      variations: [
        { ...VARIATION, sku: 'R', termIds: [red] },
        { ...VARIATION, sku: 'B', termIds: [blue], price: { regular: 9000, sale: 7000, saleFrom: null, saleTo: null } },
      ],
    });
    versions = (
      await shop.site.db()('store_variations').where({ product_id: rug }).orderBy('id').select<
        {
          id: number;
        }[]
      >('id')
    ).map(({ id }) => id);
  });
  afterEach(() => shop.close());

  const version = (index: number): string => String(versions[index] ?? 0);
  /** Submits the wishlist form of a product page. */
  async function toggleWishlist(browser: Browser, slug: string, fields: Record<string, string> = {}): Promise<string> {
    const page = (await browser.get(`/product/${slug}/`)).text;
    const buttonValue = /name="wishlist" value="([^"]*)"/.exec(page)?.[1] ?? 'no button';
    const { fields: form } = browser.form(page.includes('name="add_to_cart"') ? 'add_to_cart' : '_wpnonce');
    return (await browser.post('/wishlist/', { ...form, ...fields, wishlist: buttonValue })).text;
  }
  /** Names on the wishlist page. */
  async function listed(browser: Browser): Promise<string[]> {
    return [...(await browser.get('/wishlist/')).text.matchAll(/card__name"><a [^>]*>([^<]*)</g)].map(
      ([, name]) => name ?? '',
    );
  }
  const count = (browser: Browser): string =>
    /site-tools__heart"><a [^>]*><span class="site-tools__title[^"]*">([^<]*)</.exec(browser.last?.text ?? '')?.[1] ??
    'no link';

  it('adds and removes a product from its page without script and shows the count', async () => {
    const visitor = shop.shopper();
    const added = await toggleWishlist(visitor, 'brass-lamp');
    expect(visitor.last?.path).toBe('/product/brass-lamp/');
    expect(added).toContain('Brass lamp was added to your wishlist.');
    expect(added).toContain(`name="wishlist" value="remove-${lamp}-0"`);
    expect(count(visitor)).toBe('Wishlist (1)');
    expect(await listed(visitor)).toEqual(['Brass lamp']);
    expect(visitor.last?.text).toMatch(/<a href="[^"]*\/account\/">Log in to keep it in your account\.<\/a>/);
    const removed = await toggleWishlist(visitor, 'brass-lamp');
    expect(removed).toContain('Brass lamp was removed from your wishlist.');
    expect(count(visitor)).toBe('Wishlist');
    expect(await listed(visitor)).toEqual([]);
    expect(visitor.last?.text).toContain('Your wishlist is empty.');
  });

  /** Wishlist buttons of the cards on a page: their values and whether they are pressed. */
  const hearts = (page: string): string[] =>
    [
      ...page.matchAll(
        /class="card__wishlist" form="wishlist-form" name="wishlist" value="([^"]*)" aria-pressed="([^"]*)"/g,
      ),
    ]
      .map(([, value, on]) => `${value} ${on}`)
      .sort();
  /** Submits the wishlist button of a card on the last page. */
  async function pressHeart(
    browser: Browser,
    buttonValue: string,
    fields: Record<string, string> = {},
  ): Promise<string> {
    const [form = ''] = /<form id="wishlist-form"[^]*?<\/form>/.exec(browser.last?.text ?? '') ?? [];
    const valueOf = (name: string): string =>
      (new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '')
        .replaceAll('&#x3D;', '=')
        .replaceAll('&amp;', '&');
    return (
      await browser.post('/wishlist/', {
        _wpnonce: valueOf('_wpnonce'),
        from: valueOf('from'),
        ...fields,
        wishlist: buttonValue,
      })
    ).text;
  }

  it('toggles card hearts without script and returns to the same list', async () => {
    const visitor = shop.shopper();
    await visitor.get('/shop/?sf_orderby=price');
    expect(hearts(visitor.last?.text ?? '')).toEqual([`add-${lamp}-0 false`, `add-${rug}-0 false`].sort());
    expect(visitor.last?.text).toContain('aria-label="Wishlist: Brass lamp"');
    const added = await pressHeart(visitor, `add-${lamp}-0`);
    expect(visitor.last?.path).toBe('/shop/?sf_orderby=price');
    expect(added).toContain('Brass lamp was added to your wishlist.');
    expect(hearts(added)).toEqual([`add-${rug}-0 false`, `remove-${lamp}-0 true`].sort());
    await pressHeart(visitor, `remove-${lamp}-0`);
    expect(hearts(visitor.last?.text ?? '')).toEqual([`add-${lamp}-0 false`, `add-${rug}-0 false`].sort());
    // Without a selected variation, a product's card stands for all of its variations.
    for (const index of [0, 1]) await toggleWishlist(visitor, 'rug', { variation_id: version(index) });
    expect(await listed(visitor)).toHaveLength(2);
    // On the wishlist page each card has its own button instead of the shared form.
    expect(hearts(visitor.last?.text ?? '')).toEqual([]);
    expect(visitor.last?.text).not.toContain('id="wishlist-form"');
    await visitor.get('/');
    await pressHeart(visitor, `remove-${rug}-0`);
    expect(visitor.last?.path).toBe('/');
    expect(await listed(visitor)).toEqual([]);
  });

  it('redirects to this site only and refuses a heart without nonce', async () => {
    const visitor = shop.shopper();
    for (const from of ['//elsewhere.test/', '/\\elsewhere.test/', 'https://elsewhere.test/', 'javascript:alert(1)']) {
      await visitor.get('/shop/');
      await pressHeart(visitor, `add-${lamp}-0`, { from });
      expect([from, visitor.last?.path]).toEqual([from, '/product/brass-lamp/']);
    }
    await visitor.get('/shop/');
    await pressHeart(visitor, `add-${rug}-0`, { _wpnonce: 'none' });
    expect(visitor.last?.status).toBe(403);
  });

  it('keeps list pages cached for other visitors after a heart was pressed', async () => {
    const sent: boolean[] = [];
    shop.scope.addAction(
      'plinth/response_sent',
      ({ pathAndQuery, fromCache }: { pathAndQuery: string; fromCache: boolean }) =>
        void (pathAndQuery === '/shop/' && sent.push(fromCache)),
    );
    await shop.shopper().get('/shop/');
    const owner = shop.shopper();
    await owner.get('/shop/');
    await pressHeart(owner, `add-${lamp}-0`);
    const otherShopper = shop.shopper();
    expect(hearts((await otherShopper.get('/shop/')).text)).toContain(`add-${lamp}-0 false`);
    expect(sent).toEqual([false, true, false, true]);
    expect(await pressHeart(otherShopper, `add-${lamp}-0`)).toContain('Brass lamp was added to your wishlist.');
  });

  it('holds at most two hundred items despite concurrent additions', async () => {
    const { id } = await shop.customer('una');
    await shop.site.db().batchInsert(
      'store_wishlist_items',
      Array.from({ length: 195 }, (_, index) => ({
        user_id: id,
        product_id: 5000 + index,
        variation_id: 0,
        created_at: '2026-01-01 00:00:00',
      })),
      50,
    );
    const store = createWishlistStore(shop.scope);
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shop.inContext(() => store.add(id, [{ productId: 7000 + index, variationId: 0, at: '2026-01-02 00:00:00' }])),
      ),
    );
    expect(added.flat()).toHaveLength(5);
    expect(await shop.site.db()('store_wishlist_items').where({ user_id: id }).pluck('id')).toHaveLength(200);
  });

  it('stores chosen variations with their price, also several of one product', async () => {
    const visitor = shop.shopper();
    await toggleWishlist(visitor, 'rug', { variation_id: version(1) });
    expect(visitor.last?.path).toBe(`/product/rug/?variation=${version(1)}`);
    await toggleWishlist(visitor, 'rug', { variation_id: version(0) });
    // The button was rendered for the cheapest variation; with another one selected, submitting adds that one.
    await toggleWishlist(visitor, 'rug', { variation_id: version(1) });
    expect((await listed(visitor)).sort()).toEqual(['Rug – Blue', 'Rug – Red']);
    const page = visitor.last?.text ?? '';
    expect(page).toContain(`/product/rug/?variation&#x3D;${version(1)}`);
    expect(/id="wishlist-\d+-\d+"(?:(?!<\/li>)[^])*Rug – Blue[^]*?<\/li>/.exec(page)?.[0]).toMatch(
      /<del[^]*90\.00<\/del>[^]*<ins[^]*70\.00<\/ins>/,
    );
  });

  it('handles a form sent twice idempotently', async () => {
    const visitor = shop.shopper();
    await visitor.get('/product/brass-lamp/');
    const { fields } = visitor.form('add_to_cart');
    for (const buttonValue of [`add-${lamp}-0`, `add-${lamp}-0`])
      await visitor.post('/wishlist/', { ...fields, wishlist: buttonValue });
    expect(await listed(visitor)).toEqual(['Brass lamp']);
    for (const wishlist of [`remove-${lamp}-0`, `remove-${lamp}-0`])
      await visitor.post('/wishlist/', { ...fields, wishlist });
    expect(await listed(visitor)).toEqual([]);
  });

  it('adds an item to the cart and keeps it on the list', async () => {
    const visitor = shop.shopper();
    await toggleWishlist(visitor, 'rug', { variation_id: version(1) });
    await visitor.get('/wishlist/');
    await visitor.submit({}, {}, 'add_to_cart');
    expect(visitor.last?.path).toBe('/cart/');
    expect(visitor.last?.text).toContain('Rug – Blue');
    expect(await listed(visitor)).toEqual(['Rug – Blue']);
  });

  it('restores a removed item at its position, and only once', async () => {
    const { browser: visitor, id } = await shop.customer('ewa');
    await toggleWishlist(visitor, 'brass-lamp');
    await toggleWishlist(visitor, 'rug', { variation_id: version(0) });
    await shop.site
      .db()('store_wishlist_items')
      .where({ user_id: id, product_id: lamp })
      .update({ created_at: '2026-01-01 00:00:00' });
    expect(await listed(visitor)).toEqual(['Rug – Red', 'Brass lamp']);
    const { fields } = visitor.form('add_to_cart');
    await visitor.post('/wishlist/', { _wpnonce: fields._wpnonce ?? '', remove: `${lamp}-0` });
    expect(visitor.last?.text).toContain('Brass lamp was removed.');
    await visitor.submit({ undo: `${lamp}-0` }, {}, '_wpnonce');
    expect(await listed(visitor)).toEqual(['Rug – Red', 'Brass lamp']);
    expect(visitor.last?.text).not.toContain('was removed.');
    for (const [name, value] of [
      ['wishlist', `remove-${lamp}-0`],
      ['undo', `${lamp}-0`],
    ] as const)
      await visitor.post('/wishlist/', { _wpnonce: fields._wpnonce ?? '', [name]: value });
    expect(await listed(visitor)).toEqual(['Rug – Red']);
  });

  it('links sold-out items to back-in-stock alerts and removes unavailable ones', async () => {
    const visitor = shop.shopper();
    await toggleWishlist(visitor, 'brass-lamp');
    await toggleWishlist(visitor, 'rug', { variation_id: version(0) });
    await shop.save({ id: lamp, name: 'Brass lamp', slug: 'brass-lamp', stockQuantity: 0 });
    await visitor.get('/wishlist/');
    expect(visitor.last?.text).toMatch(
      /href="[^"]*\/product\/brass-lamp\/#alert_email"[^>]*>Notify me when available</,
    );
    expect(visitor.last?.text).toContain('Out of stock');
    await shop.inContext(() => shop.parts.products.setStatus([rug], 'draft'));
    expect(await listed(visitor)).toEqual(['Brass lamp']);
    expect(visitor.last?.text).toContain('1 product is no longer for sale and was removed from your wishlist.');
    await visitor.get('/wishlist/');
    expect(visitor.last?.text).not.toContain('no longer for sale');
  });

  it('accepts a sold-out product', async () => {
    await shop.save({ id: lamp, name: 'Brass lamp', slug: 'brass-lamp', stockQuantity: 0 });
    const visitor = shop.shopper();
    await visitor.get('/product/brass-lamp/');
    const nonce = /class="wishlist-form"[^]*?name="_wpnonce" value="([^"]*)"/.exec(visitor.last?.text ?? '')?.[1] ?? '';
    await visitor.post('/wishlist/', { _wpnonce: nonce, wishlist: `add-${lamp}-0` });
    expect(await listed(visitor)).toEqual(['Brass lamp']);
  });

  it('refuses missing nonces, unknown products and a 201st item', async () => {
    const visitor = shop.shopper();
    await visitor.get('/product/brass-lamp/');
    expect((await visitor.post('/wishlist/', { wishlist: `add-${lamp}-0` })).status).toBe(403);
    await visitor.get('/product/brass-lamp/');
    const { _wpnonce: nonce = '' } = visitor.form('add_to_cart').fields;
    expect((await visitor.post('/wishlist/', { _wpnonce: nonce, wishlist: 'add-999999-0' })).status).toBe(404);
    expect((await visitor.post('/wishlist/', { _wpnonce: nonce, wishlist: `add-${lamp}-999999` })).status).toBe(404);
    expect((await visitor.post('/wishlist/', { _wpnonce: nonce, wishlist: "add-1' or 1=1" })).status).toBe(404);
    const { id, browser } = await shop.customer('ola');
    await shop.site.db().batchInsert(
      'store_wishlist_items',
      Array.from({ length: 200 }, (_, index) => ({
        user_id: id,
        product_id: 5000 + index,
        variation_id: 0,
        created_at: '2026-01-01 00:00:00',
      })),
      50,
    );
    expect(await toggleWishlist(browser, 'brass-lamp')).toContain('Your wishlist can hold up to 200 products.');
  });

  it('merges the visitor’s list into the account at login, also on other devices', async () => {
    const { id } = await shop.customer('jan');
    await shop.inContext(() =>
      createWishlistStore(shop.scope).add(id, [{ productId: lamp, variationId: 0, at: '2026-01-01 00:00:00' }]),
    );
    const visitor = shop.shopper();
    await toggleWishlist(visitor, 'rug', { variation_id: version(1) });
    await toggleWishlist(visitor, 'brass-lamp');
    await visitor.logIn('jan', PASSWORD);
    expect(await listed(visitor)).toEqual(['Rug – Blue', 'Brass lamp']);
    const other = shop.shopper();
    await other.logIn('jan', PASSWORD);
    expect(await listed(other)).toEqual(['Rug – Blue', 'Brass lamp']);
    expect((await other.get('/account/wishlist/')).path).toBe('/wishlist/');
    expect((await other.get('/account/')).text).toContain('/account/wishlist/');
  });

  it('keeps product pages cached for visitors and sets no cookie on viewing', async () => {
    const sent: boolean[] = [];
    shop.scope.addAction(
      'plinth/response_sent',
      ({ pathAndQuery, fromCache }: { pathAndQuery: string; fromCache: boolean }) =>
        void (pathAndQuery === '/product/brass-lamp/' && sent.push(fromCache)),
    );
    const first = await shop.shopper().get('/product/brass-lamp/');
    const owner = shop.shopper();
    await toggleWishlist(owner, 'brass-lamp');
    const second = await shop.shopper().get('/product/brass-lamp/');
    expect(first.headers.getSetCookie().filter((line) => line.startsWith('plinth_visitor'))).toEqual([]);
    expect(second.text).toContain(`value="add-${lamp}-0"`);
    expect(second.text).not.toContain('Wishlist (');
    // The last response is from the cache although another visitor's wishlist changed; responses for that visitor are not cached.
    expect(sent).toEqual([false, true, false, true]);
    // The form of a cached page works for all visitors.
    expect(await toggleWishlist(shop.shopper(), 'brass-lamp')).toContain('Brass lamp was added to your wishlist.');
    expect((await owner.get('/wishlist/')).headers.get('cache-control')).toBe('private, no-store');
  });

  it('exports and erases personal data and follows deleted accounts and products', async () => {
    const { id, browser } = await shop.customer('iga');
    await toggleWishlist(browser, 'brass-lamp');
    await toggleWishlist(browser, 'rug', { variation_id: version(0) });
    const [exporters, erasers] = await shop.inContext(
      async () =>
        [
          await shop.scope.applyFilters<
            Record<string, { callback(email: string, page: number): Promise<{ data: { data: unknown[] }[] }> }>
          >('wp_privacy_personal_data_exporters', {}),
          await shop.scope.applyFilters<
            Record<string, { callback(email: string, page: number): Promise<{ items_removed: number }> }>
          >('wp_privacy_personal_data_erasers', {}),
        ] as const,
    );
    const handed = await shop.inContext(
      () => exporters['store-wishlist']?.callback('iga@example.test', 1) ?? Promise.reject(new Error('none')),
    );
    expect(JSON.stringify(handed)).toMatch(/Rug – Red[^]*Brass lamp/);
    await shop.inContext(() => shop.parts.products.remove([lamp]));
    expect(await listed(browser)).toEqual(['Rug – Red']);
    expect(
      await shop.inContext(
        () => erasers['store-wishlist']?.callback('iga@example.test', 1) ?? Promise.reject(new Error('none')),
      ),
    ).toMatchObject({ items_removed: 1 });
    await toggleWishlist(browser, 'rug', { variation_id: version(0) });
    await shop.inContext(() => shop.site.users.wpDeleteUser(id));
    expect(await shop.site.db()('store_wishlist_items').select('*')).toEqual([]);
  });

  it('fires actions for added and removed items with the user id', async () => {
    const events: unknown[] = [];
    shop.scope.addAction(
      'store/wishlist_item_added',
      (item: object, userId: number) => void events.push(['added', item, userId]),
      10,
      2,
    );
    shop.scope.addAction(
      'store/wishlist_item_removed',
      (item: object, userId: number) => void events.push(['removed', item, userId]),
      10,
      2,
    );
    const visitor = shop.shopper();
    await toggleWishlist(visitor, 'brass-lamp');
    await toggleWishlist(visitor, 'brass-lamp');
    expect(events).toMatchObject([
      ['added', { productId: lamp, variationId: 0 }, 0],
      ['removed', { productId: lamp, variationId: 0 }, 0],
    ]);
  });
});
