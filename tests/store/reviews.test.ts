import { createReviewStatistics } from '../../plugins/store/reviews/review-statistics.js';
import { reviewMigrations } from '../../plugins/store/migrations/reviews.js';
import { defaultEngines } from '../kit/databases.js';
import { activatePlugin } from '../kit/site.js';
import { bootReviewShop, type ReviewShop } from './review-shop.js';
import type { Browser, Fields } from './shopper.js';
import { assertDefined } from '../kit/assert-defined.js';

const REVIEW: Fields = {
  review_stars: '4',
  review_title: 'Sturdy',
  review_text: 'It holds.\n\nEven my uncle.',
  review_name: 'Anna P.',
};

describe.each(defaultEngines)('product review on %s', (engine) => {
  let shop: ReviewShop;
  let chair = 0;
  let lamp = 0;

  beforeAll(async () => {
    shop = await bootReviewShop(engine);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.site.db()('store_reviews').delete();
    await shop.inContext(() => shop.site.options.deleteOption('store_reviews'));
    chair = await shop.save({ name: 'Oak chair', sku: `CHAIR-${Date.now()}-${Math.random()}` });
    lamp = await shop.save({ name: 'Lamp', sku: `LAMP-${Date.now()}-${Math.random()}` });
  });

  const slugOf = async (id: number): Promise<string> =>
    (await shop.site.db()('store_products').where({ id }).first<{ slug: string }>('slug')).slug;
  const pageOf = async (id: number, more = ''): Promise<string> => `/product/${await slugOf(id)}/${more}`;
  const readPage = async (id: number, more = '', browser: Browser = shop.shopper()): Promise<string> =>
    (await browser.get(await pageOf(id, more))).text;
  const linked = async (id: number, key: string): Promise<string> => pageOf(id, `review/?order=${key}`);
  const ratingsOf = async (id: number): Promise<unknown> =>
    shop.site.db()('store_products').where({ id }).first('rating', 'rating_count', 'review_count', 'verified_count');
  const jsonLd = (text: string): object =>
    [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
      .map(([, json]) => JSON.parse(json ?? '{}') as { '@type'?: string })
      .find((data) => data['@type'] === 'Product') ?? {};
  async function moderate(
    ids: readonly number[],
    action: string,
    more: Fields = {},
    path = '/wp-admin/admin.php?page=store-reviews',
  ): Promise<Browser> {
    const admin = await shop.admin();
    await admin.get(path);
    const { fields } = admin.form('_wpnonce');
    await admin.postAll(path, [
      ['_wpnonce', fields._wpnonce ?? ''],
      ...ids.map((id) => ['reviews[]', String(id)] as const),
      ...Object.entries(more),
      ['action', action],
    ]);
    return admin;
  }
  async function writeAs(browser: Browser, path: string, fields: Fields = REVIEW): Promise<Browser> {
    await browser.get(path);
    await browser.submit({}, fields, 'review_text');
    return browser;
  }

  it('shows an empty state and hides an imported rating without reviews', async () => {
    await shop.site.db()('store_products').where({ id: chair }).update({ rating: 480, rating_count: 142 });
    const text = await readPage(chair);
    expect(text).toContain('<h2 id="reviews-title">Reviews</h2>');
    expect(text).toContain('This product has no reviews yet.');
    expect(text).not.toMatch(/★|Rated 4/);
    expect(jsonLd(text)).not.toHaveProperty('aggregateRating');
    expect((await shop.shopper().get('/shop/?sf_q=oak')).text).not.toContain('★');
    // Products without visible reviews still have values for sorting and filtering.
    expect(await shop.inContext(() => shop.parts.catalog.recordsOf([chair]))).toMatchObject([
      { rating: 0, ratingCount: 0 },
    ]);
    expect((await shop.inContext(() => shop.parts.catalog.recordsOf([chair])))[0]).not.toHaveProperty('reviews');
  });

  it('waits for approval after a customer who bought the product wrote it', async () => {
    const { id, browser } = await shop.customer(`ewa${chair}`);
    await shop.order([chair], { userId: id });
    expect(await readPage(chair, '', browser)).toContain('Your rating');
    await writeAs(browser, await pageOf(chair));
    expect(browser.last?.path).toBe(await pageOf(chair));
    expect(browser.last?.text).toContain('We read your review before publishing it.');
    expect(browser.last?.text).toContain('Your review is awaiting approval.');
    const visitor = await readPage(chair);
    expect(visitor).toContain('This product has no reviews yet.');
    expect(visitor).not.toContain('Even my uncle');
    const [row] = await shop.rows();
    expect(row).toMatchObject({
      product_id: chair,
      user_id: id,
      stars: 4,
      title: 'Sturdy',
      status: 'pending',
      verified: 1,
    });
    await moderate([row?.id ?? 0], 'approved');
    const html = await readPage(chair);
    for (const text of [
      '<strong class="review__title">Sturdy</strong>',
      '<p>It holds.</p><p>Even my uncle.</p>',
      'Anna P.',
      'Verified purchase',
      'Rated 4 of 5',
      '4 stars of 5',
      'href="#reviews">1 review</a>',
    ])
      expect(html).toContain(text);
    expect(jsonLd(html)).toMatchObject({
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
      review: [{ reviewBody: 'It holds.\n\nEven my uncle.', author: { name: 'Anna P.' } }],
    });
  });

  it('replaces the buyer’s earlier review and waits for approval again', async () => {
    const { id, browser } = await shop.customer(`iga${chair}`);
    await shop.order([chair], { userId: id });
    await writeAs(browser, await pageOf(chair));
    const [row] = await shop.rows();
    await moderate([row?.id ?? 0], 'approved');
    expect(await ratingsOf(chair)).toEqual({ rating: 400, rating_count: 1, review_count: 1, verified_count: 1 });
    await writeAs(browser, await pageOf(chair, 'review/'), { ...REVIEW, review_stars: '2', review_text: 'It broke.' });
    expect(await shop.rows()).toMatchObject([{ id: row?.id, stars: 2, content: 'It broke.', status: 'pending' }]);
    expect(await ratingsOf(chair)).toEqual({ rating: 0, rating_count: 0, review_count: 0, verified_count: 0 });
    // Submitting unchanged content needs no new moderation.
    await moderate([row?.id ?? 0], 'approved');
    await browser.get(await pageOf(chair, 'review/'));
    expect(browser.form('review_text').fields).toMatchObject({ review_stars: '2', review_text: 'It broke.' });
    await browser.submit({}, {}, 'review_text');
    expect(await shop.rows()).toMatchObject([{ status: 'approved' }]);
  });

  it('requires a guest’s order link and refuses other products and keys', async () => {
    const order = await shop.order([chair]);
    const guest = shop.shopper();
    const { text } = await guest.get(`/order/${order.key}/`);
    expect(text).toMatch(new RegExp(`review/\\?order(?:=|&#x3D;)${order.key}`));
    await writeAs(guest, await linked(chair, order.key));
    expect(await shop.rows()).toMatchObject([
      {
        product_id: chair,
        user_id: 0,
        order_id: order.id,
        email: 'anna@example.test',
        buyer: 'mail:anna@example.test',
        verified: 1,
      },
    ]);
    expect((await guest.get(`/order/${order.key}/`)).text).toContain('Edit your review');
    // Another product, an invalid key and a missing key lead to the login page.
    for (const path of [
      await linked(lamp, order.key),
      await linked(chair, 'f'.repeat(48)),
      await pageOf(chair, 'review/'),
    ]) {
      const other = await shop.shopper().get(path);
      expect(other.text).toContain('Only customers who bought this product here can review it.');
      expect(other.text).not.toContain('name="review_text"');
    }
    expect(guest.last?.headers.get('cache-control')).toContain('no-store');
  });

  it.each([
    ['unpaid', { status: 'on-hold' }],
    ['cancelled', { status: 'cancelled' }],
    ['refunded', { status: 'refunded' }],
    ['cash on delivery and not completed', { status: 'processing', paymentMethod: 'cod' }],
  ])('requires a fulfilled order, not one that is %s', async (_case, more) => {
    const { id, browser } = await shop.customer(`tom${chair}`);
    const order = await shop.order([chair], { userId: id, ...more });
    expect((await browser.get(await pageOf(chair, 'review/'))).status).toBe(403);
    const posted = await browser.post(await pageOf(chair, 'review/'), REVIEW);
    expect(posted.status).toBe(403);
    expect((await browser.get(`/order/${order.key}/`)).text).not.toContain('review/?order=');
    expect(await shop.rows()).toEqual([]);
  });

  it('respects the configured minimum days and the accounts-only setting', async () => {
    const options = (value: object): Promise<unknown> =>
      shop.inContext(() => shop.site.options.updateOption('store_reviews', value));
    await options({ enabled: true, reviewers: 'buyers', minDays: 7, requestDelayDays: 10 });
    const young = await shop.order([chair], { ago: 3 });
    const early = await shop.shopper().get(await linked(chair, young.key));
    expect([early.status, early.text.includes('You can review it from')]).toEqual([403, true]);
    const old = await shop.order([chair], { ago: 8 });
    expect((await shop.shopper().get(await linked(chair, old.key))).status).toBe(200);
    await options({ enabled: true, reviewers: 'accounts', minDays: 0, requestDelayDays: 10 });
    expect((await shop.shopper().get(await linked(chair, old.key))).text).not.toContain('name="review_text"');
    await options({ enabled: false });
    expect((await shop.shopper().get(await linked(chair, old.key))).status).toBe(404);
  });

  it('disappears with its stars while disabled and returns when enabled', async () => {
    await shop.reviewed(chair, [5, 4]);
    expect(await readPage(chair)).toContain('Rated 4.5 of 5');
    await shop.inContext(() => shop.site.options.updateOption('store_reviews', { enabled: false }));
    const off = await readPage(chair);
    expect(off).not.toMatch(/★|id="reviews"/);
    expect(jsonLd(off)).not.toHaveProperty('aggregateRating');
    await shop.inContext(() => shop.site.options.deleteOption('store_reviews'));
    expect(await readPage(chair)).toContain('Rated 4.5 of 5');
  });

  it('keeps the input on errors, forged nonces and rate limiting', async () => {
    const order = await shop.order([chair], { email: 'many@example.test' });
    const guest = shop.shopper();
    await guest.get(await linked(chair, order.key));
    await guest.submit({}, { review_title: 'Only a title', review_text: '', review_name: '' }, 'review_text');
    expect(guest.last?.status).toBe(422);
    for (const text of [
      'Choose a rating.',
      'Enter your review.',
      'Enter the name to show with your review.',
      'value="Only a title"',
      'href="#review_stars_5"',
    ])
      expect(guest.last?.text).toContain(text);
    await guest.submit({}, { ...REVIEW, _wpnonce: 'forged' }, 'review_text');
    expect([guest.last?.status, guest.last?.text.includes('Even my uncle.')]).toEqual([422, true]);
    expect(await shop.rows()).toEqual([]);
    // A bot that fills the hidden field gets a success message.
    await guest.get(await linked(chair, order.key));
    await guest.submit({}, { ...REVIEW, review_website: 'https://spam.example' }, 'review_text');
    expect(guest.last?.text).toContain('Thank you.');
    expect(await shop.rows()).toEqual([]);
    for (let index = 0; index <= 10; index++)
      await writeAs(guest, await linked(chair, order.key), { ...REVIEW, review_text: `Text ${index}` });
    expect([guest.last?.status, guest.last?.text.includes('Text 10')]).toEqual([429, true]);
    expect(await shop.rows()).toMatchObject([{ content: 'Text 9' }]);
    await shop.site.db()('store_attempts').delete();
  });

  it('truncates long texts and escapes HTML', async () => {
    const order = await shop.order([chair], { email: 'bounds@example.test' });
    await writeAs(shop.shopper(), await linked(chair, order.key), {
      review_stars: '9',
      review_title: 'T'.repeat(500),
      review_text: 'x'.repeat(9000),
      review_name: 'N'.repeat(500),
    });
    expect(await shop.rows()).toEqual([]);
    await writeAs(shop.shopper(), await linked(chair, order.key), {
      review_stars: '1',
      review_title: 'T'.repeat(500),
      review_text: `<script>alert(1)</script>${'x'.repeat(9000)}`,
      review_name: 'N'.repeat(500),
    });
    const [row] = await shop.rows();
    expect([row?.name.length, row?.title.length, row?.content.length]).toEqual([60, 120, 3000]);
    await moderate([row?.id ?? 0], 'approved');
    expect(await readPage(chair)).toContain('&lt;script&gt;alert(1)');
  });

  it('filters by stars and page without script, newest first', async () => {
    await shop.reviewed(chair, [...Array.from({ length: 12 }, () => 5), 3, 3]);
    const first = await readPage(chair);
    expect([...first.matchAll(/id="review-\d+"/g)]).toHaveLength(10);
    expect(first.indexOf('Text 14')).toBeLessThan(first.indexOf('Text 13'));
    expect(first).toContain('Page 1 of 2');
    const slug = await slugOf(chair);
    expect(first).toMatch(new RegExp(`href="[^"]*/product/${slug}/\\?review_stars(?:=|&#x3D;)3#reviews"`));
    expect(first).not.toMatch(/review_stars(?:=|&#x3D;)4/);
    expect([...(await readPage(chair, '?review_page=2')).matchAll(/id="review-\d+"/g)]).toHaveLength(4);
    const three = await readPage(chair, '?review_stars=3');
    expect([...three.matchAll(/id="review-\d+"/g)]).toHaveLength(2);
    expect(three).toContain('Reviews with 3 stars');
    expect(three).toMatch(/<link rel="canonical" href="[^"?]*"/);
    expect(three).toContain('Rated 4.71 of 5');
  });

  it('counts into the product rating only while approved', async () => {
    await shop.site.db()('store_products').where({ id: chair }).update({ rating: 100, rating_count: 500 });
    const before = await shop.inContext(() => shop.parts.changes.last());
    const ids = await shop.reviewed(chair, [5, 4, 4]);
    await shop.reviewed(lamp, [5]);
    expect(await ratingsOf(chair)).toEqual({ rating: 433, rating_count: 3, review_count: 3, verified_count: 3 });
    expect(await shop.inContext(() => shop.parts.changes.last())).toBeGreaterThan(before);
    expect(await shop.inContext(() => shop.parts.catalog.recordsOf([chair]))).toMatchObject([
      { rating: 4.33, ratingCount: 3, reviews: { count: 3, verified: 3 } },
    ]);
    expect(await shop.inContext(() => shop.parts.catalog.summaries([chair]))).toMatchObject([
      { rating: 4.33, reviews: { count: 3 } },
    ]);
    // An imported rating without readable reviews does not affect the order.
    const imported = await shop.save({ name: 'Imported stool' });
    await shop.site.db()('store_products').where({ id: imported }).update({ rating: 500, rating_count: 900 });
    const list = (await shop.shopper().get('/shop/?sf_orderby=rating')).text;
    expect(list.slice(0, list.indexOf(`/product/${await slugOf(chair)}/"`))).not.toContain('/product/imported-stool/"');
    const [lampSlug, chairSlug] = [await slugOf(lamp), await slugOf(chair)];
    expect(list.indexOf(`/product/${lampSlug}/"`)).toBeLessThan(list.indexOf(`/product/${chairSlug}/"`));
    expect(list).toContain('Rated 4.33 of 5');
    await moderate([ids[0] ?? 0], 'pending');
    expect(await ratingsOf(chair)).toMatchObject({ rating: 400, rating_count: 2 });
    await moderate([ids[1] ?? 0], 'spam');
    await moderate([ids[2] ?? 0], 'trash');
    // The imported rating is not restored, since it referred to other reviews.
    expect(await ratingsOf(chair)).toEqual({ rating: 0, rating_count: 0, review_count: 0, verified_count: 0 });
  });

  it('orders products by rating after the migration and records a full change', async () => {
    await shop.site
      .db()('store_products')
      .where({ id: chair })
      .update({ rating: 433, rating_count: 3, review_count: 3, review_rating: 0 });
    await shop.site
      .db()('store_products')
      .where({ id: lamp })
      .update({ rating: 500, rating_count: 900, review_count: 0, review_rating: 0 });
    const update = reviewMigrations.find(({ id }) => id === '301_shown_rating');
    const before = await shop.inContext(() => shop.parts.changes.last());
    await shop.inContext(async () => update?.up(shop.site.db));
    expect(
      await shop.site.db()('store_products').whereIn('id', [chair, lamp]).orderBy('id').pluck('review_rating'),
    ).toEqual([433, 0]);
    expect(await shop.inContext(() => shop.parts.changes.after(before, 9))).toMatchObject([{ productId: 0 }]);
  });

  it('recounts idempotently and keeps an imported rating without own reviews', async () => {
    const { recount } = createReviewStatistics({ db: shop.site.db, changes: shop.parts.changes });
    await shop.site.db()('store_products').where({ id: lamp }).update({ rating: 350, rating_count: 9 });
    await shop.reviewed(chair, [5, 2]);
    const last = await shop.inContext(() => shop.parts.changes.last());
    for (let round = 0; round < 2; round++) await shop.inContext(() => recount([chair, lamp]));
    expect(await ratingsOf(chair)).toMatchObject({ rating: 350, rating_count: 2 });
    expect(await ratingsOf(lamp)).toMatchObject({ rating: 350, rating_count: 9, review_count: 0 });
    expect(await shop.inContext(() => shop.parts.changes.last())).toBe(last);
  });

  it('counts correctly after concurrent approvals', async () => {
    const ids = await shop.reviewed(chair, [5, 5, 1, 1]);
    await moderate(ids, 'pending');
    const owners: Awaited<ReturnType<typeof shop.admin>>[] = [];
    for (const _id of ids) owners.push(await shop.admin());
    const path = '/wp-admin/admin.php?page=store-reviews';
    for (const owner of owners) await owner.get(path);
    await Promise.all(
      ids.map((id, index) => {
        const owner = assertDefined(owners[index]);
        return owner.postAll(path, [
          ['_wpnonce', owner.form('_wpnonce').fields._wpnonce ?? ''],
          ['reviews[]', String(id)],
          ['action', 'approved'],
        ]);
      }),
    );
    expect(await ratingsOf(chair)).toEqual({ rating: 300, rating_count: 4, review_count: 4, verified_count: 4 });
  });

  it('disappears with its product', async () => {
    await shop.reviewed(chair, [5]);
    await shop.reviewed(lamp, [4]);
    await shop.inContext(() => shop.parts.products.remove([chair]));
    expect(await shop.rows()).toMatchObject([{ product_id: lamp }]);
  });

  it('lets plugins decide who may review and announces approved reviews once', async () => {
    await activatePlugin(shop, `reviewers-${chair}`, {
      'index.js': `export default { boot(scope) {
      globalThis.approvedReviews = [];
      scope.addFilter('store/can_review', (allowed, { productId, userId }) => productId === ${chair} ? userId > 0 : allowed, 10, 2);
      scope.addAction('store/review_approved', (review) => void globalThis.approvedReviews.push(review));
    } };`,
    });
    const { browser } = await shop.customer(`ola${chair}`);
    await writeAs(browser, await pageOf(chair));
    const [row] = await shop.rows();
    expect(row).toMatchObject({ verified: 0, order_id: 0 });
    await moderate([row?.id ?? 0], 'approved');
    await moderate([row?.id ?? 0], 'approved');
    expect((globalThis as { approvedReviews?: object[] }).approvedReviews).toMatchObject([
      { id: row?.id, productId: chair, verified: false, stars: 4 },
    ]);
    expect(await readPage(chair)).not.toContain('Verified purchase');
    expect(await ratingsOf(chair)).toMatchObject({ review_count: 1, verified_count: 0 });
    const order = await shop.order([chair]);
    expect((await shop.shopper().get(await linked(chair, order.key))).text).not.toContain('name="review_text"');
  });
});
