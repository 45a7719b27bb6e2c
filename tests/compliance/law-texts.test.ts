import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';
import { assertDefined } from '../kit/assert-defined.js';

const COMPANY = {
  company_name: 'Łóżka & Spółka',
  company_address: 'ul. Długa 1, 00-001 Warszawa',
  company_email: 'sklep@example.test',
  company_phone: '+48 22 000 00 00',
};

describe.each(defaultEngines)('legal texts on %s', (engine) => {
  let shop: RealShop;
  const generatedPages: Record<string, { id: number; content: string; title: string; status: string }> = {};
  const rows = async (): Promise<{ type: string; locale: string; page_id: number }[]> => [
    ...(await shop.site.db()('compliance_legal_pages').select('type', 'page_id')).map(
      (row: { type: string; page_id: number }) => ({ ...row, locale: 'pl_PL' }),
    ),
    ...(await shop.site.db()('compliance_page_translations').select<
      {
        type: string;
        locale: string;
        page_id: number;
      }[]
    >('type', 'locale', 'page_id')),
  ];
  const post = (id: number) => shop.inContext(() => shop.site.content.getPost(id));
  async function readAll(): Promise<void> {
    for (const { type, locale, page_id } of await rows()) {
      const found = await post(page_id);
      generatedPages[`${type} ${locale.slice(0, 2)}`] = {
        id: page_id,
        content: found?.post_content ?? '',
        title: found?.post_title ?? '',
        status: found?.post_status ?? '',
      };
    }
  }
  const updateCommerce = (more: Record<string, unknown>): Promise<unknown> =>
    shop.inContext(async () =>
      shop.site.options.updateOption('store_commerce_settings', {
        ...(await shop.site.options.getOption<object>('store_commerce_settings')),
        ...more,
      }),
    );

  beforeAll(async () => {
    shop = await bootRealShop(engine);
    await shop.rest('POST', '/shop/v1/settings/general', COMPANY);
    const admin = await shop.admin();
    await admin.get('/wp-admin/admin.php?page=compliance-pages');
    await admin.submit({ action: 'all' }, {}, 'locale');
    await readAll();
  });
  afterAll(() => shop.close());

  const screen = async (): Promise<string> =>
    (await (await shop.admin()).get('/wp-admin/admin.php?page=compliance-pages')).text;

  it('law 16 generates complete Polish and English drafts without dead links or placeholders', async () => {
    const types = [
      'terms',
      'privacy',
      'withdrawal',
      'dsa_report',
      'returns',
      'complaints',
      'delivery',
      'accessibility',
      'dsa_reasons',
    ];
    expect(Object.keys(generatedPages).sort()).toEqual(types.flatMap((type) => [`${type} en`, `${type} pl`]).sort());
    for (const [name, { content, status }] of Object.entries(generatedPages)) {
      expect([name, status]).toEqual([name, 'draft']);
      expect([
        name,
        /\{\w+\}|\[[a-z_]+\]|undefined|: ,|, ,|\.\./.exec(content.replace(/<!--[\s\S]*?-->/g, ''))?.[0],
      ]).toEqual([name, undefined]);
      expect(content).not.toMatch(/ec\.europa\.eu|Stawki 2/);
      expect(content.length).toBeGreaterThan(600);
      expect(content.match(/<!-- wp:/g)?.length).toBe(content.match(/<!-- \/wp:/g)?.length);
    }
    expect(generatedPages['terms en']?.title).toBe('Terms and conditions');
    expect(generatedPages['accessibility pl']?.title).toBe('Deklaracja dostępności');
    for (const language of ['pl', 'en'])
      expect(generatedPages[`privacy ${language}`]?.content).toContain('ul. Stefana Moniuszki 1A, 00-014 Warszawa');
    expect(generatedPages['terms en']?.content).toContain('Order with an obligation to pay');
    expect(await screen()).not.toContain('page-errors');
  });

  it('law 16 lists the six page types of the API contract', async () => {
    const { body } = await shop.rest('GET', '/shop/v1/legal-pages');
    expect((body.pages as { type: string; title: string }[]).map(({ type }) => type)).toEqual([
      'terms',
      'privacy',
      'withdrawal',
      'dsa_report',
      'returns',
      'complaints',
    ]);
    expect(body.pages[0].title).toBe('Regulamin sklepu');
  });

  it('law 16 states the contract’s conclusion for every order, and attaches the texts', async () => {
    const [polish, english] = [generatedPages['terms pl']?.content, generatedPages['terms en']?.content];
    expect(polish).not.toContain('przyjęcie zamówienia do realizacji');
    expect(polish).toContain('także przy płatności przy odbiorze');
    expect(english).toContain('including cash on delivery');
    for (const type of ['terms', 'withdrawal'])
      await shop.inContext(() => shop.site.content.wpPublishPost(assertDefined(generatedPages[`${type} pl`]?.id)));
    const product = await shop.save({ name: 'Lampa', sku: 'LAMPA' });
    const buyer = await shop.atCheckout(product);
    const done = await shop.order(buyer, {
      payment_method: 'cod',
      shipping_method: 'courier',
      ...checkedBoxes(buyer.last?.text ?? ''),
    });
    expect(done.status).toBe(200);
    const folder = join(shop.site.config.dataDir, 'mail');
    const email =
      readdirSync(folder)
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, ''))
        .find((text) => /^To: anna@example\.test$/m.test(text)) ?? '';
    for (const file of ['regulamin.html', 'odstapienie-od-umowy.html']) expect(email).toContain(`filename=${file}`);
    expect(polish).toContain('w załączniku, na trwałym nośniku: regulamin, pouczenie o odstąpieniu od umowy');
  });

  it('law 16 matches the payment, delivery and time settings, and reports outdated pages', async () => {
    for (const language of ['pl', 'en']) {
      const { content } = assertDefined(generatedPages[`delivery ${language}`]);
      expect(content).toMatch(language === 'pl' ? /Kurier[^<]*15,00/ : /Courier[^<]*15\.00/);
      expect(content).toMatch(language === 'pl' ? /Przelew/ : /Bank transfer/);
      expect(content).toMatch(language === 'pl' ? /czekamy 7 dni/ : /wait 7 days/);
    }
    await updateCommerce({ cod: false, transferDays: 3 });
    const screenText = await screen();
    expect(screenText).toContain('Your shop settings have changed. Regenerate this page.');
    expect(screenText).toMatch(/It mentions “[^”]*”, which the shop doesn’t offer\./);
    const admin = await shop.admin();
    await admin.get('/wp-admin/admin.php?page=compliance-pages');
    await admin.submit({ action: 'one' }, { type: 'delivery', locale: 'en_US' }, 'locale');
    await readAll();
    expect(generatedPages['delivery en']?.content).toContain('wait 3 days');
    expect(generatedPages['delivery en']?.content).not.toContain('Cash on delivery');
    await updateCommerce({ cod: true, transferDays: 7 });
  });

  it('law 17 never overwrites the owner’s text, but names its mistakes', async () => {
    const own =
      '<p>Mój regulamin. Konsument może odstąpić od umowy w terminie 10 dni bez podania przyczyny. Spory: https://ec.europa.eu/consumers/odr. Sprzedawca: [nazwa firmy].</p>' +
      '<p>słowo </p>'.repeat(50);
    await shop.inContext(() =>
      shop.site.content.wpUpdatePost({ id: assertDefined(generatedPages['terms en']?.id), post_content: own }),
    );
    const admin = await shop.admin();
    await admin.get('/wp-admin/admin.php?page=compliance-pages');
    await admin.submit({ action: 'all' }, {}, 'locale');
    await admin.submit({ action: 'one' }, { type: 'terms', locale: 'en_US' }, 'locale');
    expect((await post(assertDefined(generatedPages['terms en']?.id)))?.post_content).toBe(own);
    const screenText = await screen();
    for (const text of [
      'It links to the EU’s ODR platform, which has closed.',
      'A placeholder hasn’t been filled in: [nazwa firmy]',
      'It states a withdrawal period of 10 days; the shop is set to 14.',
      'It doesn’t contain the seller’s email address',
    ])
      expect(screenText).toContain(text);
  });

  it('law 16 links the page in the visitor’s language, with alternates', async () => {
    for (const type of ['privacy', 'returns'])
      for (const language of ['pl', 'en'])
        await shop.inContext(() =>
          shop.site.content.wpUpdatePost({
            id: assertDefined(generatedPages[`${type} ${language}`]?.id),
            post_status: 'publish',
            post_name: `${type}-${language}`,
          }),
        );
    const get = async (path: string, language: string): Promise<string> =>
      (await fetch(`${shop.url}${path}`, { headers: { 'accept-language': language } })).text();
    const [polish, english] = [await get('/shop/', 'pl'), await get('/shop/', 'en')];
    expect(polish).toMatch(/privacy-pl\/?">Polityka prywatności</);
    expect(english).toMatch(/privacy-en\/?">Privacy policy</);
    expect(english).not.toContain('Polityka prywatności');
    const page = await get('/privacy-pl/', 'pl');
    expect(page).toMatch(/<link rel="alternate" hreflang="pl" href="[^"]*privacy-pl\/?">/);
    expect(page).toMatch(/<link rel="alternate" hreflang="en" href="[^"]*privacy-en\/?">/);
    expect(page).toMatch(/<a href="[^"]*privacy-en\/\?wp_lang(?:=|&#x3D;)en_US" lang="en"/);
    const crossed = await get('/privacy-pl/', 'en');
    expect(crossed).toContain('Read this page in your language: Privacy policy');
    expect(crossed).toMatch(/<div lang="pl">/);
    expect(page).not.toContain('<div lang="pl">');
  });

  it('law 13 stores as proof the page version the buyer was shown', async () => {
    const product = await shop.save({ name: 'Stół', sku: 'STOL' });
    const buyer = await shop.atCheckout(product);
    expect(buyer.last?.text ?? '').toMatch(/privacy-en\/?" target="_blank"[^>]*>Privacy policy/);
    expect(
      (await shop.order(buyer, { shipping_method: 'courier', ...checkedBoxes(buyer.last?.text ?? '') })).status,
    ).toBe(200);
    const textVersions = (await shop.site.db()('compliance_text_versions').where({ kind: 'page' })) as {
      content: string;
    }[];
    expect(textVersions.some(({ content }) => content.startsWith('Privacy policy\n\n'))).toBe(true);
  });
});
