import { parseContact } from '../../plugins/compliance/safety/contact.js';
import { convertTextsToContacts } from '../../plugins/compliance/safety/move-texts.js';
import { findMissingSafety, getSafety } from '../../plugins/compliance/product/safety.js';
import { defaultEngines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import { bootRealShop, type RealShop } from './real-shop.js';

const LIST = '/wp-admin/admin.php?page=compliance-safety';
const EDIT = '/wp-admin/admin.php?page=compliance-safety-contact';
const OWL = {
  kind: 'manufacturer',
  name: 'Grey Owl Ltd',
  address: '12 Example Street\nLondon EC1A 1AA',
  email: 'owl@example.test',
  url: '',
  country: 'gb',
  responsible: '',
};

describe('text of a manufacturer’s contact details', () => {
  it.each([
    [
      'ul. Leśna 2, 00-001 Łódź, a.b@example.test',
      { address: 'ul. Leśna 2, 00-001 Łódź', email: 'a.b@example.test', url: '' },
    ],
    ['a@example.test', { address: '', email: 'a@example.test', url: '' }],
    [
      'https://maker.example.test/contact?a=b, ul. Leśna 2',
      { address: 'ul. Leśna 2', email: '', url: 'https://maker.example.test/contact?a=b' },
    ],
    ['Leśna 2, x@example.test, tel. 22 000', { address: 'Leśna 2, tel. 22 000', email: 'x@example.test', url: '' }],
    ['Leśna 2\n00-001 Łódź\nx@example.test', { address: 'Leśna 2\n00-001 Łódź', email: 'x@example.test', url: '' }],
    ['', { address: '', email: '', url: '' }],
  ])('parses “%s” into address, email and URL without losing text', (text, parts) => {
    expect(parseContact(' Maker ', text, 'pl')).toEqual({ name: 'Maker', country: 'PL', ...parts });
  });
});

describe.each(defaultEngines)('product safety contacts (%s)', (engine) => {
  let shop: RealShop;
  let admin: Browser;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    admin = await shop.admin();
  });
  afterAll(() => shop?.close());

  const page = async (slug: string): Promise<string> => (await shop.shopper().get(`/product/${slug}/`)).text;
  const fieldsOf = async (id: number): Promise<Record<string, unknown>> =>
    JSON.parse((await shop.site.db()('store_products').where({ id }).first('fields'))?.fields ?? '') as Record<
      string,
      unknown
    >;
  const open = (kind: string, code: string, more = ''): ReturnType<Browser['get']> =>
    admin.get(`${EDIT}&kind=${kind}&code=${code}${more}`);

  it('adds one contact, assigns it to several products and updates all their pages', async () => {
    const ids = [
      await shop.save({ name: 'Owl one', sku: 'OWL-1' }),
      await shop.save({ name: 'Owl two', sku: 'OWL-2', fields: { delivery_time: 'soon' } }),
      await shop.save({ name: 'Other', sku: 'OTHER' }),
    ];
    await admin.get(`${EDIT}&kind=manufacturer`);
    const rejected = await admin.submit({ action: 'save' }, { ...OWL, email: '', name: '' }, 'address');
    expect([rejected.status, rejected.text]).toEqual([422, expect.stringContaining('12 Example Street')]);
    await admin.submit({ action: 'save' }, OWL, 'address');
    await admin.get(`${EDIT}&kind=responsible`);
    await admin.submit(
      { action: 'save' },
      {
        kind: 'responsible',
        name: 'Import Sp. z o.o.',
        address: 'Portowa 8, Gdańsk',
        email: '',
        url: 'https://import.example.test/',
        country: 'PL',
      },
      'address',
    );
    await open('manufacturer', 'grey-owl-ltd');
    await admin.submit({ action: 'save' }, { responsible: 'import-sp-z-o-o' }, 'address');

    await open('manufacturer', 'grey-owl-ltd', '&which=without&s=OWL-');
    expect(admin.last?.text).not.toContain('safety-product-' + String(ids[2]));
    await admin.post(`${EDIT}&kind=manufacturer&code=grey-owl-ltd`, {
      ...admin.form('address').fields,
      which: 'without',
      s: 'owl-',
      all: '1',
      action: 'assign',
    });
    expect(await fieldsOf(ids[1] ?? 0)).toEqual({ delivery_time: 'soon', gpsr_manufacturer_code: 'grey-owl-ltd' });
    for (const slug of ['owl-one', 'owl-two']) {
      const html = await page(slug);
      for (const text of [
        'Grey Owl Ltd',
        '12 Example Street<br>London EC1A 1AA',
        'United Kingdom',
        'mailto:owl@example.test',
        'Import Sp. z o.o.',
        'https://import.example.test/',
      ])
        expect([slug, html.includes(text), text]).toEqual([slug, true, text]);
    }
    expect(await page('other')).not.toContain('Grey Owl');

    await open('manufacturer', 'grey-owl-ltd');
    await admin.submit({ action: 'save' }, { name: 'Grey Owl Limited' }, 'address');
    expect([await page('owl-one'), await page('owl-two')]).toEqual([
      expect.stringContaining('Grey Owl Limited'),
      expect.stringContaining('Grey Owl Limited'),
    ]);
    expect((await admin.get(LIST)).text).toMatch(/Grey Owl Limited[\s\S]*?In the EU: Import/);
  });

  it('refuses to delete a contact that is still assigned', async () => {
    await open('responsible', 'import-sp-z-o-o');
    await admin.submit({ action: 'remove' }, {}, 'address');
    expect(admin.last?.text).toContain('It is still assigned to 1 product or manufacturer');
    await open('manufacturer', 'grey-owl-ltd');
    await admin.submit({ action: 'remove' }, {}, 'address');
    expect(admin.last?.text).toContain('It is still assigned to 2 products or manufacturers');
    await admin.post(`${EDIT}&kind=manufacturer&code=grey-owl-ltd`, {
      ...admin.form('address').fields,
      all: '1',
      which: 'own',
      action: 'unassign',
    });
    await open('manufacturer', 'grey-owl-ltd');
    await admin.submit({ action: 'remove' }, {}, 'address');
    await open('responsible', 'import-sp-z-o-o');
    await admin.submit({ action: 'remove' }, {}, 'address');
    expect(await shop.site.db()('compliance_safety_contacts').select()).toEqual([]);
    expect(await page('owl-one')).not.toContain('Grey Owl');
  });

  it('migrates product texts into one contact per manufacturer without losses or duplicates', async () => {
    const texts = (contact: string) => ({
      gpsr_manufacturer: 'Huta Próbna',
      gpsr_manufacturer_contact: contact,
      gpsr_manufacturer_country: 'gb',
      gpsr_responsible: 'Import',
      gpsr_responsible_contact: 'Portowa 8, import@example.test',
      gpsr_warnings: 'Hot.',
    });
    const same = 'Szklana 2, 00-002 Warszawa, huta@example.test';
    const ids = [
      await shop.save({ name: 'Glass', sku: 'G1', fields: texts(same) }),
      await shop.save({ name: 'Vase', sku: 'G2', fields: texts(same) }),
      await shop.save({ name: 'Cup', sku: 'G3', fields: texts('Other 5') }),
    ];
    const nameless = await shop.save({
      name: 'Nameless',
      sku: 'G4',
      fields: { gpsr_manufacturer_contact: 'Somewhere 4', gpsr_manufacturer: '' },
    });
    const before = await page('glass');
    for (const text of [
      'Huta Próbna',
      'Szklana 2, 00-002 Warszawa',
      'huta@example.test',
      'Import',
      'Portowa 8',
      'import@example.test',
      'Hot.',
    ])
      expect(before).toContain(text);
    expect((await admin.get(LIST)).text).toContain('4 products still have these details in their own texts');
    await admin.submit({ action: 'move' }, {}, '_wpnonce');
    expect(await fieldsOf(ids[0] ?? 0)).toEqual({
      gpsr_warnings: 'Hot.',
      gpsr_manufacturer_code: 'huta-probna',
      gpsr_responsible_code: 'import',
    });
    // Its products name a responsible person, so none is missing.
    expect(admin.last?.text).not.toContain('none in the EU');
    expect(await page('glass')).toContain(
      'Szklana 2, 00-002 Warszawa<br>United Kingdom<br><a href="mailto:huta@example.test"',
    );
    expect(
      await shop.site
        .db()('compliance_safety_contacts')
        .orderBy('id')
        .select('kind', 'code', 'address', 'email', 'country'),
    ).toEqual([
      {
        kind: 'manufacturer',
        code: 'huta-probna',
        address: 'Szklana 2, 00-002 Warszawa',
        email: 'huta@example.test',
        country: 'GB',
      },
      { kind: 'responsible', code: 'import', address: 'Portowa 8', email: 'import@example.test', country: '' },
      { kind: 'manufacturer', code: 'huta-probna-2', address: 'Other 5', email: '', country: 'GB' },
    ]);
    expect(await fieldsOf(nameless)).toMatchObject({ gpsr_manufacturer_contact: 'Somewhere 4' });

    // The migration writes directly to the database; a second run reuses the existing records.
    const late = await shop.save({ name: 'Late', sku: 'G5', fields: texts(same) });
    expect(await shop.inContext(() => convertTextsToContacts(shop.site.db))).toBe(1);
    expect(await fieldsOf(late)).toMatchObject({
      gpsr_manufacturer_code: 'huta-probna',
      gpsr_responsible_code: 'import',
    });
    expect(await shop.site.db()('compliance_safety_contacts')).toHaveLength(3);
    expect(await shop.inContext(() => convertTextsToContacts(shop.site.db))).toBe(0);
  });

  it('refuses visitors and users without the capability to manage the shop', async () => {
    const { users } = shop.site;
    const edith = { user_login: 'edith', user_pass: 'edith-pass-1', user_email: 'edith@example.test' };
    const id = Number(await shop.inContext(() => users.wpInsertUser({ ...edith, role: 'shop_manager' })));
    const editor = shop.shopper();
    await editor.logIn(edith.user_login, edith.user_pass);
    await editor.get(`${EDIT}&kind=manufacturer`);
    const { fields } = editor.form('address');
    await shop.inContext(() => users.wpUpdateUser({ id, role: 'editor' }));
    for (const [user, expected] of [
      [shop.shopper(), { path: expect.stringContaining('/wp-login.php') as string }],
      [editor, { status: 403 }],
    ] as const) {
      expect(await user.get(LIST)).toMatchObject(expected);
      expect(await user.post(`${EDIT}&kind=manufacturer`, { ...fields, ...OWL, action: 'save' })).toMatchObject(
        expected,
      );
    }
    expect(await shop.site.db()('compliance_safety_contacts').where({ name: OWL.name })).toEqual([]);
  });
});

it('requires both addresses of the manufacturer and, outside the EU, a responsible person', () => {
  const find = (): undefined => undefined;
  const gaps = (fields: Record<string, string>): readonly string[] =>
    findMissingSafety(getSafety({ fields }, { find }));
  expect(gaps({})).toEqual(['manufacturer', 'manufacturer_contact']);
  expect(gaps({ gpsr_manufacturer: 'M', gpsr_manufacturer_contact: 'Street 5' })).toEqual([
    'manufacturer_contact',
    'manufacturer_country',
  ]);
  const unknown = { gpsr_manufacturer: 'M', gpsr_manufacturer_contact: 'No. 5 Factory Road, Shenzhen, m@example.test' };
  expect(gaps(unknown)).toEqual(['manufacturer_country']);
  expect(gaps({ ...unknown, gpsr_responsible: 'R', gpsr_responsible_contact: 'Street 5, r@example.test' })).toEqual([]);
  expect(
    gaps({
      gpsr_manufacturer: 'M',
      gpsr_manufacturer_contact: 'Street 5, m@example.test',
      gpsr_manufacturer_country: 'PL',
    }),
  ).toEqual([]);
  expect(
    gaps({
      gpsr_manufacturer: 'M',
      gpsr_manufacturer_contact: 'Street 5, m@example.test',
      gpsr_manufacturer_country: 'CN',
      gpsr_warnings: 'x',
      gpsr_responsible: 'R',
    }),
  ).toEqual(['responsible']);
});
