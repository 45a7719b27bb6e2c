import { defaultEngines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import { confirmRequirement, publishLegalPages, publishOtherPages, SELLER, compliantProduct } from './lawful-shop.js';
import { bootRealShop, type RealShop } from './real-shop.js';

const SCREEN = '/wp-admin/admin.php?page=compliance';

interface Result {
  readonly id: string;
  readonly state: string;
  readonly description: string;
}

describe.each(defaultEngines)('requirements that a person confirms on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;

  beforeAll(async () => {
    shop = await bootRealShop(engine, { uncached: true });
    owner = await shop.admin();
    await shop.save(compliantProduct('PLATE', null));
    await shop.rest('POST', '/shop/v1/settings/general', SELLER);
    await publishLegalPages(shop);
  });
  afterAll(() => shop.close());

  const exported = async (): Promise<{ score: number; checks: Result[] }> =>
    JSON.parse((await owner.get(`${SCREEN}&export=json`)).text) as { score: number; checks: Result[] };
  const check = async (id: string): Promise<Result> => {
    const result = (await exported()).checks.find((candidate) => candidate.id === id);
    if (!result) throw new Error(`There is no check ${id}.`);
    return result;
  };
  const termsId = async (): Promise<number> =>
    (await shop.site.db()('compliance_legal_pages').where({ type: 'terms' }).first<{ page_id: number }>('page_id'))
      .page_id;
  const contentOf = async (id: number): Promise<string> =>
    (await shop.inContext(() => shop.site.content.getPost(id)))?.post_content ?? '';
  const edit = async (id: number, post_content: string): Promise<unknown> =>
    shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_content }));

  it('are not met by an edited page until somebody confirms it, and only for that text', async () => {
    expect((await check('page_terms')).state).toBe('good');
    const id = await termsId();
    const generated = await contentOf(id);
    const reworded = generated.replace(/<p>Treści nielegalne[^]*?<\/p>/, '<p>Piszcie do nas w każdej sprawie.</p>');
    expect(reworded).not.toBe(generated);
    await edit(id, reworded);
    expect(await check('page_terms')).toMatchObject({
      state: 'unconfirmed',
      description: expect.stringContaining('Changed by you in “Regulamin sklepu”, please confirm: 11.') as string,
    });
    const { score } = await exported();

    await confirmRequirement(owner, 'page_terms');
    expect(await check('page_terms')).toMatchObject({
      state: 'confirmed',
      description: expect.stringMatching(/^Confirmed by \S.* on \d{4}-\d\d-\d\d\.$/) as string,
    });
    expect((await exported()).score).toBeGreaterThan(score);
    expect((await owner.get('/wp-admin/audit-log.php')).text).toContain('Legal requirement confirmed');

    await edit(id, `${await contentOf(id)}<!-- wp:paragraph --><p>One more sentence.</p><!-- /wp:paragraph -->`);
    expect((await check('page_terms')).state).toBe('unconfirmed');
    await edit(id, generated);
    expect((await check('page_terms')).state).toBe('good');
  });

  it('are not confirmed by a form that was opened before the text changed', async () => {
    const id = await termsId();
    const generated = await contentOf(id);
    await edit(id, `${generated}<p>First version of a clause.</p>`);
    await owner.get(SCREEN);
    await edit(id, `${generated}<p>Second version of a clause.</p>`);
    await owner.submit({}, {}, 'confirm');
    expect((await check('page_terms')).state).toBe('unconfirmed');
    await edit(id, generated);
  });

  it('include checkboxes with texts of the shop', async () => {
    const checkboxes = shop.site.db()('compliance_checkboxes').where({ slug: 'terms', location: 'checkout' });
    const { label } = await checkboxes.clone().first<{ label: string }>('label');
    const text = 'Znam regulamin i akceptuję jego postanowienia.';
    const english = 'I know the terms and accept them.';
    await checkboxes.clone().update({
      label: text,
      translations: JSON.stringify({ pl_PL: { label: text }, en_US: { label: english } }),
    });
    expect(await check('boxes_checkout')).toMatchObject({
      state: 'unconfirmed',
      description: expect.stringContaining('akceptuję jego postanowienia') as string,
    });
    await checkboxes.clone().update({ label, translations: '{}' });
    expect((await check('boxes_checkout')).state).toBe('good');
  });

  it('fail when a plugin leaves out a passage, or a translation is a draft', async () => {
    const leaveOut = (html: string): string => html.replace(/<p\b[^>]*>(?:(?!<\/p>)[^])*<\/p>/, '');
    shop.site.hooks.addFilter('the_content', leaveOut, 99);
    expect(await check('page_terms')).toMatchObject({
      state: 'missing',
      description: expect.stringMatching(/who the seller is.* should state: Firma Próbna/) as string,
    });
    shop.site.hooks.removeFilter('the_content', leaveOut, 99);
    await publishOtherPages(shop, ['terms']);
    expect((await check('page_terms')).state).toBe('good');
    const { page_id: id } = await shop.site
      .db()('compliance_page_translations')
      .where({ type: 'terms', locale: 'en_US' })
      .first<{ page_id: number }>('page_id');
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_status: 'draft' }));
    expect(await check('page_terms')).toMatchObject({
      state: 'missing',
      description: expect.stringContaining('is a draft') as string,
    });
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_status: 'publish' }));
  });

  it('fail when the owner switches off what the law requires, and the headline names them', async () => {
    await shop.rest('POST', '/shop/v1/settings/compliance', { withdrawal_enabled: false });
    expect((await check('form_withdrawal')).state).toBe('missing');
    const { text } = await owner.get(SCREEN);
    expect(text).toMatch(/requirements? failed:<\/strong>[^]*<a href="#check-form_withdrawal">Online withdrawal<\/a>/);
    await shop.rest('POST', '/shop/v1/settings/compliance', { withdrawal_enabled: true });
    expect((await check('form_withdrawal')).state).toBe('good');
  });
});
