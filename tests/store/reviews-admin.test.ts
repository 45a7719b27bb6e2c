import type { PersonalDataErasers, PersonalDataExporters } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { bootReviewShop, type ReviewShop } from './review-shop.js';
import type { Browser } from './shopper.js';

const SCREEN = '/wp-admin/admin.php?page=store-reviews';
const REQUEST_REVIEWS = 'store/request_reviews';

describe.each(defaultEngines)('review administration on %s', (engine) => {
  let shop: ReviewShop;
  let owner: Browser;
  let chair = 0;

  beforeAll(async () => {
    shop = await bootReviewShop(engine);
    owner = await shop.admin();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.site.db()('store_reviews').delete();
    chair = await shop.save({ name: 'Oak chair', sku: `CHAIR-${Date.now()}-${Math.random()}` });
  });

  const slugOf = async (id: number): Promise<string> =>
    (await shop.site.db()('store_products').where({ id }).first<{ slug: string }>('slug')).slug;
  async function written(email: string, text: string, productId = chair): Promise<void> {
    const order = await shop.order([productId], { email });
    const guest = shop.shopper();
    await guest.get(`/product/${await slugOf(productId)}/review/?order=${order.key}`);
    await guest.submit(
      {},
      { review_stars: '5', review_title: 'Good', review_text: text, review_name: 'Anna' },
      'review_text',
    );
  }
  async function act(
    ids: readonly number[],
    action: string,
    path = SCREEN,
    more: Record<string, string> = {},
  ): Promise<string> {
    await owner.get(path);
    const { fields } = owner.form('_wpnonce');
    return (
      await owner.postAll(path, [
        ['_wpnonce', fields._wpnonce ?? ''],
        ...ids.map((id) => ['reviews[]', String(id)] as const),
        ...Object.entries(more),
        ['action', action],
      ])
    ).text;
  }
  const names = (html: string): string[] =>
    [...html.matchAll(/Select review by ([^"]+)"/g)].map(([, name]) => name ?? '');

  it('lists reviews with status counts, search and filters by stars and product', async () => {
    const lamp = await shop.save({ name: 'Lamp', sku: `LAMP-${chair}` });
    await shop.reviewed(chair, [5, 2]);
    await shop.reviewed(lamp, [1]);
    await written('zofia@example.test', 'Zażółć gęślą jaźń');
    const all = (await owner.get(SCREEN)).text;
    expect(names(all)).toEqual(expect.arrayContaining(['Anna', 'Buyer 1', 'Buyer 2']));
    expect(all).toMatch(/Pending <span class="muted">1<\/span>[^]*Approved <span class="muted">3<\/span>/);
    const of = async (query: string): Promise<string[]> => names((await owner.get(`${SCREEN}&${query}`)).text);
    expect(await of('status=pending')).toEqual(['Anna']);
    expect(await of('s=zazolc')).toEqual(['Anna']);
    expect(await of('s=zofia%40example.test')).toEqual(['Anna']);
    expect(await of('s=%25')).toEqual([]);
    expect(await of('stars=1')).toEqual(['Buyer 1']);
    expect(await of(`product=${chair}&stars=2`)).toEqual(['Buyer 2']);
  });

  it('moderates several reviews at once and deletes only trash and spam', async () => {
    const ids = await shop.reviewed(chair, [5, 4, 3]);
    expect(await act(ids, 'approved')).toContain('0 reviews approved.');
    expect(await act(ids, 'pending')).toContain('3 reviews moved to pending.');
    expect(await act(ids.slice(0, 1), 'spam')).toContain('1 review marked as spam.');
    expect(await act(ids.slice(1, 2), 'trash')).toContain('1 review moved to the trash.');
    expect(await act(ids, 'delete')).toContain('2 reviews were deleted.');
    expect((await shop.rows()).map(({ id }) => id)).toEqual(ids.slice(2));
    expect(await act(ids.slice(2), 'nonsense')).toContain('Unknown action.');
    expect(await act([], 'approved')).toContain('Select reviews first.');
    const entries = await shop.site.db()('audit_log').where('action', 'like', 'reviews.%').select<
      {
        action: string;
      }[]
    >('action');
    expect(new Set(entries.map(({ action }) => action))).toEqual(
      new Set(['reviews.approved', 'reviews.pending', 'reviews.spam', 'reviews.trash', 'reviews.deleted']),
    );
  });

  it('publishes and removes a reply of the shop', async () => {
    const [id = 0] = await shop.reviewed(chair, [2]);
    const page = async (): Promise<string> => (await shop.shopper().get(`/product/${await slugOf(chair)}/`)).text;
    expect(await act([id], 'reply', `${SCREEN}&review=${id}`, { reply: 'We are sorry.\nWe wrote to you.' })).toContain(
      'Reply saved.',
    );
    expect(await page()).toMatch(/Reply from the shop<\/strong><\/p><p>We are sorry\.<\/p><p>We wrote to you\.<\/p>/);
    expect((await owner.get(SCREEN)).text).toContain('Edit reply');
    await act([id], 'reply', `${SCREEN}&review=${id}`, { reply: '' });
    expect(await page()).not.toContain('Reply from the shop');
    expect((await owner.get(`${SCREEN}&review=999999`)).text).toContain('This review no longer exists.');
  });

  it('requires the shop capability and a nonce', async () => {
    const { browser } = await shop.customer(`nosy${chair}`);
    expect((await browser.get(SCREEN)).status).toBe(403);
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: `edith${chair}`,
        user_email: `edith${chair}@example.test`,
        user_pass: 'a long editor password',
        role: 'editor',
      }),
    );
    const editor = shop.shopper();
    await editor.logIn(`edith${chair}`, 'a long editor password');
    expect((await editor.get(SCREEN)).status).toBe(403);
    const forged = await owner.postAll(SCREEN, [
      ['reviews[]', '1'],
      ['action', 'approved'],
    ]);
    expect(forged.status).toBe(403);
  });

  it('notifies the owner once by email and dashboard without the review text', async () => {
    const before = shop.emails().length;
    await written('first@example.test', 'A secret opinion');
    await written('first@example.test', 'Another secret opinion');
    const fresh = shop.emails().slice(before);
    expect(fresh.filter((email) => /New review of Oak chair/.test(email))).toHaveLength(1);
    expect(fresh.join('')).not.toContain('secret');
    expect((await owner.get('/wp-admin/')).text).toContain('1 review awaiting approval');
  });

  it('emails review requests once, some days after completion, only if enabled', async () => {
    const order = await shop.order([chair], { email: 'asked@example.test' });
    const recent = await shop.order([chair], { email: 'recent@example.test' });
    const days = async (id: number, ago: number): Promise<void> =>
      void (await shop.site
        .db()('store_order_events')
        .insert({
          order_id: id,
          at: new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
          user_id: 0,
          from_status: 'processing',
          to_status: 'completed',
          note: '',
        }));
    await days(order.id, 11);
    await days(recent.id, 2);
    const listRequestEmails = (): readonly string[] =>
      shop.emails().filter((email) => email.includes('How do you like your purchase?'));
    const run = (): Promise<unknown> =>
      shop.inContext(async () => shop.site.hooks.doActionWithoutTimeout(REQUEST_REVIEWS, []));
    await run();
    expect(listRequestEmails()).toEqual([]);
    expect((await owner.get('/wp-admin/admin.php?page=store-email&kind=review_request')).text).not.toMatch(
      /id="enabled"[^>]*checked/,
    );
    await shop.inContext(() => shop.site.options.updateOption('store_email_review_request', { enabled: true }));
    await run();
    await run();
    expect(listRequestEmails()).toHaveLength(1);
    expect(listRequestEmails()[0]).toContain('asked@example.test');
    expect(listRequestEmails()[0]?.replaceAll('=3D', '=')).toContain(`review/?order=${order.key}`);
    await shop.inContext(() => shop.site.options.deleteOption('store_email_review_request'));
  });

  it('sends no review request to buyers who already wrote one', async () => {
    await shop.inContext(() => shop.site.options.updateOption('store_email_review_request', { enabled: true }));
    await written('done@example.test', 'Nice');
    const [row] = await shop.rows();
    await shop.site
      .db()('store_order_events')
      .insert({
        order_id: row?.order_id ?? 0,
        at: new Date(Date.now() - 11 * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
        user_id: 0,
        from_status: 'processing',
        to_status: 'completed',
        note: '',
      });
    await shop.inContext(async () => shop.site.hooks.doActionWithoutTimeout(REQUEST_REVIEWS, []));
    expect(
      await shop.site
        .db()('store_emails')
        .where({ kind: 'review_request', order_id: row?.order_id ?? 0 }),
    ).toEqual([]);
    await shop.inContext(() => shop.site.options.deleteOption('store_email_review_request'));
  });

  it('exports a person’s reviews and erases them with their rating', async () => {
    await written('ann@example.test', 'My words');
    await written('other@example.test', 'Their words');
    await act(
      (await shop.rows()).map(({ id }) => id),
      'approved',
    );
    const { data, removed } = await shop.inContext(async () => {
      const { hooks } = shop.site;
      const exporters = await hooks.applyFilters<PersonalDataExporters>('wp_privacy_personal_data_exporters', {});
      const erasers = await hooks.applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {});
      return {
        data: await exporters['store-reviews']?.callback('ANN@example.test', 1),
        removed: await erasers['store-reviews']?.callback('ann@example.test', 1),
      };
    });
    expect(JSON.stringify(data)).toContain('My words');
    expect(JSON.stringify(data)).not.toContain('Their words');
    expect(removed).toMatchObject({ items_removed: 1, items_retained: 0, done: true });
    expect(await shop.rows()).toMatchObject([{ content: 'Their words' }]);
    expect(await shop.site.db()('store_products').where({ id: chair }).first('review_count')).toEqual({
      review_count: 1,
    });
  });

  it('saves review settings and rejects invalid numbers of days', async () => {
    const path = '/wp-admin/admin.php?page=store-settings';
    await owner.get(path);
    await owner.submit({}, { reviewers: 'accounts', minDays: 'soon', requestDelayDays: '366' }, 'minDays');
    expect(owner.last?.status).toBe(422);
    expect(owner.last?.text.match(/Enter a number of days from 0 to 365\./g)).toHaveLength(4);
    expect(owner.last?.text).toContain('value="soon"');
    await owner.submit({}, { minDays: '3', requestDelayDays: '14' }, 'minDays');
    expect(await shop.inContext(() => shop.site.options.getOption('store_reviews'))).toEqual({
      enabled: true,
      reviewers: 'accounts',
      minDays: 3,
      requestDelayDays: 14,
    });
    await shop.inContext(() => shop.site.options.deleteOption('store_reviews'));
  });
});
