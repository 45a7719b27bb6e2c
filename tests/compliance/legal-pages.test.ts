import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop.js';
import { assertDefined } from '../kit/assert-defined.js';

const COMPANY = {
  company_name: 'Łóżka & Spółka',
  company_address: 'ul. Długa 1, 00-001 Warszawa',
  email: 'sklep@example.test',
  phone: '+48 22 000 00 00',
  nip: '5261040828',
};

describe.each(defaultEngines)('legal pages over REST on %s', (engine) => {
  let shop: ShopSite;
  beforeEach(async () => {
    shop = await bootShop(engine);
  });
  afterEach(() => shop.close());

  const generate = (body?: unknown) => shop.rest('POST', '/shop/v1/legal-pages/generate', body);
  const pageCount = async (): Promise<number> => (await shop.site.db()('posts').where({ post_type: 'page' })).length;
  const content = async (id: number): Promise<string> =>
    (await shop.inContext(() => shop.site.content.getPost(id)))?.post_content ?? '';

  it('seed shop 8 lists the legal pages, and seed shop 9 creates four empty drafts without a body', async () => {
    expect((await shop.rest('GET', '/shop/v1/legal-pages')).body).toEqual({ pages: [], total: 0 });
    const { status, body } = await generate();
    expect(status).toBe(201);
    expect(body.total).toBe(4);
    expect((body.pages as { type: string }[]).map(({ type }) => type)).toEqual([
      'terms',
      'privacy',
      'returns',
      'complaints',
    ]);
    for (const page of body.pages) {
      expect(page).toMatchObject({ status: 'draft', word_count: 0 });
      expect(Object.keys(page)).toEqual(['id', 'type', 'title', 'status', 'url', 'last_modified', 'word_count']);
      expect(page.last_modified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(page.url).toMatch(/^http/);
    }
    const listed = await shop.rest('GET', '/shop/v1/legal-pages');
    expect([listed.status, listed.body]).toEqual([200, body]);
    const repeated = await generate({});
    expect([repeated.status, repeated.body]).toEqual([200, body]);
  });

  it('law 17 creates only four pages when called in parallel', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => generate()));
    expect(responses.filter(({ status }) => status === 201).length).toBe(1);
    expect(responses.every(({ status, body }) => status < 300 && body.total === 4)).toBe(true);
    expect(await pageCount()).toBe(4);
  });

  it('decision shop 7 selects the mode by the body, and rejects invalid ones', async () => {
    const cases: [unknown, number, string, string[]][] = [
      [{ company_name: 'A' }, 400, 'rest_missing_callback_param', ['type']],
      [{ type: 'terms' }, 400, 'rest_missing_callback_param', ['company_name', 'company_address', 'email']],
      [{ ...COMPANY, type: 'imprint' }, 400, 'rest_invalid_param', ['type']],
      [{ ...COMPANY, type: 'returns' }, 400, 'rest_invalid_param', ['type']],
      [{ ...COMPANY, type: null }, 400, 'rest_invalid_param', ['type']],
      [
        { ...COMPANY, type: 'terms', company_name: '  ', email: 'nobody' },
        400,
        'rest_invalid_param',
        ['company_name', 'email'],
      ],
      [{ ...COMPANY, type: 'terms', nip: '5261040829', phone: 5 }, 400, 'rest_invalid_param', ['nip', 'phone']],
      [{ ...COMPANY, type: 'terms', company_name: 'x'.repeat(201) }, 400, 'rest_invalid_param', ['company_name']],
    ];
    for (const [sent, status, code, names] of cases) {
      const response = await generate(sent);
      expect([response.status, response.body.code]).toEqual([status, code]);
      const params = response.body.data.params as string[] | Record<string, string>;
      expect((Array.isArray(params) ? params : Object.keys(params)).sort()).toEqual([...names].sort());
    }
    for (const raw of ['[1]', '"terms"', '{'])
      expect((await shop.rest('POST', '/shop/v1/legal-pages/generate', undefined, { raw })).status).toBe(400);
    expect(
      (
        await shop.rest('POST', '/shop/v1/legal-pages/generate', undefined, {
          raw: 'type=terms',
          type: 'application/x-www-form-urlencoded',
        })
      ).status,
    ).toBe(400);
    expect(await pageCount()).toBe(0);
  });

  it('decision shop 7 fills the template, refreshes untouched drafts, never overwrites edited or published pages', async () => {
    const first = await generate({ ...COMPANY, type: 'terms' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ type: 'terms', status: 'draft', title: 'Regulamin sklepu' });
    expect(Object.keys(first.body)).toEqual(['page_id', 'type', 'title', 'url', 'status']);
    const id = first.body.page_id as number;
    expect(await content(id)).toContain('Łóżka &amp; Spółka');

    const refreshed = await generate({ ...COMPANY, type: 'terms', company_name: 'Nowa nazwa' });
    expect([refreshed.status, refreshed.body.page_id]).toEqual([200, id]);
    expect(await content(id)).toContain('Nowa nazwa');

    await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_content: 'My own words' }));
    expect((await generate({ ...COMPANY, type: 'terms' })).body.page_id).toBe(id);
    expect(await content(id)).toBe('My own words');

    const privacy = await generate({ ...COMPANY, type: 'privacy' });
    await shop.inContext(() => shop.site.content.wpPublishPost(privacy.body.page_id as number));
    const before = await content(privacy.body.page_id as number);
    const regenerated = await generate({ ...COMPANY, type: 'privacy', company_name: 'Nowa nazwa' });
    expect(regenerated).toMatchObject({ status: 200, body: { page_id: privacy.body.page_id, status: 'publish' } });
    expect(await content(privacy.body.page_id as number)).toBe(before);
    expect(await pageCount()).toBe(2);
  });

  it('decision shop 7 reuses pages in any status, counting a generated one', async () => {
    const { body } = await generate({ ...COMPANY, type: 'terms' });
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id: body.page_id as number, post_status: 'private' }));
    const bulk = await generate();
    expect([bulk.status, bulk.body.total]).toEqual([201, 4]);
    expect(bulk.body.pages[0].id).toBe(body.page_id);
  });

  it('decision shop 7 changes nothing while the module is disabled', async () => {
    await shop.rest('POST', '/shop/v1/settings/general', { legal_pages_enabled: false });
    expect(await generate()).toMatchObject({ status: 200, body: { pages: [], total: 0 } });
    expect(await generate({ ...COMPANY, type: 'terms' })).toMatchObject({
      status: 400,
      body: { code: 'shop_module_disabled' },
    });
    expect(await pageCount()).toBe(0);
  });

  it('decision shop 6 lists six types in order and counts visible words', async () => {
    for (const type of ['dsa_report', 'withdrawal', 'privacy', 'terms'])
      expect((await generate({ ...COMPANY, type })).status).toBe(201);
    await generate();
    const { pages } = (await shop.rest('GET', '/shop/v1/legal-pages')).body as {
      pages: { id: number; type: string; word_count: number }[];
    };
    expect(pages.map(({ type }) => type)).toEqual([
      'terms',
      'privacy',
      'withdrawal',
      'dsa_report',
      'returns',
      'complaints',
    ]);
    const { id } = assertDefined(pages[4]);
    await shop.inContext(() =>
      shop.site.content.wpUpdatePost({
        id,
        post_content:
          '<!-- wp:paragraph --><p>Zażółć <b>gę</b>ślą&nbsp;jaźń – trzy</p><!-- /wp:paragraph --><p>cztery</p>[gallery ids="1"]<!-- hidden words -->',
      }),
    );
    expect((await shop.rest('GET', '/shop/v1/legal-pages')).body.pages[4].word_count).toBe(5);
  });

  it('law 16 generates drafts without ODR links or empty placeholders', async () => {
    for (const type of ['terms', 'privacy', 'withdrawal', 'dsa_report']) {
      const { body } = await generate({ ...COMPANY, type, phone: undefined, nip: undefined });
      const text = await content(body.page_id as number);
      expect(body.status).toBe('draft');
      expect(text).not.toMatch(/ec\.europa\.eu\/(consumers\/)?odr/i);
      expect(text).not.toMatch(/\{\w+\}|\[[a-z_]+\]|undefined|: ,|, ,|NIP: *[,<]/);
      expect(text.length).toBeGreaterThan(1500);
      expect(text.match(/<!-- wp:/g)?.length).toBe(text.match(/<!-- \/wp:/g)?.length);
    }
  });

  it('links the built-in consent checkboxes to their generated page unless the owner chose one', async () => {
    const boxes = async () =>
      (
        (await shop.rest('GET', '/shop/v1/checkboxes')).body.checkboxes as {
          id: number;
          legal_page_id: number | null;
          position: number;
        }[]
      ).filter(({ position }) => position === 10);
    const own = (await generate({ ...COMPANY, type: 'privacy' })).body.page_id;
    const { id } = assertDefined((await boxes())[0]);
    expect((await shop.rest('PUT', `/shop/v1/checkboxes/${id}`, { legal_page_id: own })).status).toBe(200);
    const { body } = await generate({ ...COMPANY, type: 'terms' });
    expect((await boxes()).map(({ legal_page_id }) => legal_page_id)).toEqual([own, body.page_id]);
  });

  it('seed shop 11 records wizard steps, decision shop 9 merges them and rejects malformed names', async () => {
    const complete = (body: unknown) => shop.rest('POST', '/shop/v1/wizard/complete', body);
    const { status, body } = await complete({ steps_completed: ['company_info', 'legal_pages', 'company_info'] });
    expect(status).toBe(200);
    expect(body).toEqual({
      completed: true,
      completed_at: body.completed_at,
      steps: { company_info: true, legal_pages: true },
    });
    expect(body.completed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect((await complete({ steps_completed: ['checkboxes'], other: 1 })).body.steps).toEqual({
      company_info: true,
      legal_pages: true,
      checkboxes: true,
    });
    for (const steps of [[], ['Bad'], [''], ['a'.repeat(65)], [5], 'company_info', null, {}, ['ok', 'not ok']])
      expect([steps, (await complete({ steps_completed: steps })).status]).toEqual([steps, 400]);
    expect((await complete({})).body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['steps_completed'] },
    });
    expect((await complete({ steps_completed: ['compliance'] })).body.steps).toEqual({
      company_info: true,
      legal_pages: true,
      checkboxes: true,
      compliance: true,
    });
  });
});
