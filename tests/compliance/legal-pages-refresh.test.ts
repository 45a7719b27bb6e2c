import { defaultEngines } from '../kit/databases.js';
import { bootRealShop, type RealShop } from './real-shop.js';

describe.each(defaultEngines)('regeneration of legal pages on %s', (engine) => {
  let shop: RealShop;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    await shop.rest('POST', '/shop/v1/settings/general', {
      company_name: 'Firma Próbna',
      company_address: 'Prosta 1\n00-001 Warszawa',
      company_email: 'shop@example.test',
    });
    const admin = await shop.admin();
    await admin.get('/wp-admin/admin.php?page=compliance-pages');
    await admin.submit({ action: 'all' }, {}, 'locale');
    for (const id of Object.values(await pageIds()))
      await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_status: 'publish' }));
    await runJobs();
  });
  afterAll(() => shop.close());

  const runJobs = (): Promise<unknown> => shop.inContext(() => shop.site.cron.runJobs());
  async function pageIds(): Promise<Record<'terms' | 'english' | 'delivery', number>> {
    const main = await shop.site.db()('compliance_legal_pages').select('type', 'page_id');
    const translations = await shop.site.db()('compliance_page_translations').select('type', 'page_id');
    const find = (rows: { type: string; page_id: number }[], type: string): number =>
      rows.find((row) => row.type === type)?.page_id ?? 0;
    return { terms: find(main, 'terms'), english: find(translations, 'terms'), delivery: find(main, 'delivery') };
  }
  const content = async (id: number): Promise<string> =>
    (await shop.inContext(() => shop.site.content.getPost(id)))?.post_content ?? '';
  const setCourierPrice = (courierPrice: number): Promise<unknown> =>
    shop.inContext(async () =>
      shop.scope.updateOption('store_commerce_settings', {
        ...(await shop.scope.getOption<object>('store_commerce_settings')),
        courierPrice,
      }),
    );

  it('follows prices and settings in published pages that nobody edited, in both languages', async () => {
    const ids = await pageIds();
    await setCourierPrice(1699);
    await runJobs();
    for (const id of Object.values(ids)) expect(await content(id)).toMatch(/16[.,]99/);
    await shop.rest('POST', '/shop/v1/settings/general', { company_register: 'ceidg' });
    await runJobs();
    for (const id of [ids.terms, ids.english]) expect(await content(id)).toContain('(CEIDG)');
    expect(await shop.site.db()('compliance_legal_pages').where({ type: 'terms' }).pluck('page_id')).toEqual([
      ids.terms,
    ]);
  });

  it('keeps edited pages, and writes nothing when the text stays the same', async () => {
    const { terms, delivery } = await pageIds();
    const edited = `${await content(terms)}<!-- wp:paragraph --><p>Own rule.</p><!-- /wp:paragraph -->`;
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id: terms, post_content: edited }));
    await setCourierPrice(2199);
    await runJobs();
    expect(await content(terms)).toBe(edited);
    const revisions = (): Promise<unknown[]> =>
      shop.site.db()('posts').where({ post_type: 'revision', post_parent: delivery }).pluck('id');
    const before = await revisions();
    await shop.rest('POST', '/shop/v1/settings/compliance', { omnibus_days: 60 });
    await runJobs();
    expect(await revisions()).toEqual(before);
    expect(await content(delivery)).toMatch(/21[.,]99/);
  });
});
