import { defaultEngines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import { publishLegalPages, publishOtherPages, SELLER, compliantProduct } from './lawful-shop.js';
import { bootRealShop, type RealShop } from './real-shop.js';

const POLISH_LABEL = 'Oświadczam, że mam ukończone 18 lat.';
const ENGLISH_LABEL = 'I declare that I am at least 18 years old.';

interface Result {
  readonly id: string;
  readonly state: string;
  readonly description: string;
}

describe.each(defaultEngines)('languages of a shop on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;

  beforeAll(async () => {
    shop = await bootRealShop(engine, { uncached: true });
    owner = await shop.admin();
    await setLanguages('pl_PL', ['en_US']);
    await shop.save(compliantProduct('PLATE', null));
    await shop.rest('POST', '/shop/v1/settings/general', SELLER);
  });
  afterAll(() => shop.close());

  const setLanguages = (siteLocale: string, others: readonly string[]): Promise<void> =>
    shop.inContext(async () => {
      await shop.site.options.updateOption('WPLANG', siteLocale);
      await shop.site.options.updateOption('site_languages', others);
    });
  const pageTypes = async (locale: string): Promise<number> =>
    (
      await shop.site
        .db()(locale === 'pl_PL' ? 'compliance_legal_pages' : 'compliance_page_translations')
        .select('type')
    ).length;
  const checkoutCheck = async (): Promise<Result> => {
    const results = JSON.parse((await owner.get('/wp-admin/admin.php?page=compliance&export=json')).text) as {
      checks: Result[];
    };
    return results.checks.find(({ id }) => id === 'boxes_checkout') as Result;
  };
  const addCheckbox = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    await owner.get('/wp-admin/admin.php?page=compliance-checkbox');
    await owner.submit(
      { save: '1' },
      { label: POLISH_LABEL, location: 'checkout', enabled: '1', required: '1', ...fields },
      'label',
    );
    const row = await shop.site.db()('compliance_checkboxes').orderBy('id', 'desc').first<{ id: number }>('id');
    return String(row.id);
  };
  const checkoutIn = async (locale: string): Promise<string> => {
    const product = await shop.site.db()('store_products').first<{ id: number }>('id');
    const buyer = await shop.atCheckout(product.id);
    return (await buyer.get(`/checkout/?wp_lang=${locale}`)).text;
  };

  it('generates legal pages in the languages of the shop only', async () => {
    await setLanguages('pl_PL', []);
    await owner.get('/wp-admin/admin.php?page=compliance-pages');
    await owner.submit({ action: 'all' });
    expect([await pageTypes('pl_PL'), await pageTypes('en_US')]).toEqual([9, 0]);
    await setLanguages('pl_PL', ['en_US']);
    await owner.get('/wp-admin/admin.php?page=compliance-pages');
    await owner.submit({ action: 'all' });
    expect([await pageTypes('pl_PL'), await pageTypes('en_US')]).toEqual([9, 9]);
  });

  it('shows a consent in the visitor’s language, and reports one without a text in it', async () => {
    await publishLegalPages(shop);
    await publishOtherPages(shop);
    const id = await addCheckbox({});
    expect(await checkoutIn('en_US')).toContain(`<span lang="pl">${POLISH_LABEL}</span>`);
    expect(await checkoutCheck()).toMatchObject({
      description: expect.stringContaining('pole nie ma tekstu w języku strony') as string,
    });

    await owner.get(`/wp-admin/admin.php?page=compliance-checkbox&id=${id}`);
    await owner.submit({ save: '1' }, { 'label-en_US': '<img src=x>' }, 'label');
    expect(await checkoutIn('en_US')).not.toContain('<img src=x>');
    await owner.get(`/wp-admin/admin.php?page=compliance-checkbox&id=${id}`);
    await owner.submit({ save: '1' }, { 'label-en_US': ENGLISH_LABEL }, 'label');
    expect(await checkoutIn('en_US')).toContain(ENGLISH_LABEL);
    expect(await checkoutIn('pl_PL')).toContain(POLISH_LABEL);
    expect((await checkoutCheck()).description).not.toContain('pole nie ma tekstu');
  });
});
