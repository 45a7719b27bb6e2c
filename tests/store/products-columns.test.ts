import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser as Chromium, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, activatePlugin } from '../kit/site.js';
import { bootShop, type ShopSite } from './shop-site.js';

const SCREEN = '/wp-admin/admin.php?page=store-product-files';
/** Saved by a Polish version of Excel: semicolons, decimal commas, Windows-1250 (ż, ó, ł, ę, ś …). */
const WHOLESALER = Buffer.from(
  [
    'Nazwa towaru;Kod;Cena brutto;Ilo\x9c\xe6;Grupa;Kolor;Uwagi wewn\xeatrzne',
    'Czajnik \xbfeliwny;CZ-1;1 299,00 z\xb3;12 szt.;Kuchnia > Czajniki;Czarny;tylko dla nas',
    'Fili\xbfanka;FI-1;24,5;3;Kuchnia;Bia\xb3y, Niebieski;',
  ].join('\r\n'),
  'latin1',
);
const WOO = [
  'ID,Type,SKU,Name,Published,Regular price,Stock,Images,Attribute 1 name,Attribute 1 value(s),Meta: _internal',
  '10,simple,W-1,Candle,1,24.90,7,,Scent,"Fig, Rose",secret',
].join('\n');

describe.each(defaultEngines)('CSV column mapping on %s', (engine) => {
  let shop: ShopSite;
  let admin: Awaited<ReturnType<ShopSite['admin']>>;
  beforeAll(async () => {
    shop = await bootShop(engine);
    admin = await shop.admin();
  });
  afterAll(() => shop?.close());

  async function upload(bytes: Buffer | string) {
    await admin.get(SCREEN);
    const body = new FormData();
    body.append('_wpnonce', admin.form().fields._wpnonce ?? '');
    body.append('file', new Blob([bytes]), 'products.csv');
    return admin.upload(SCREEN, body);
  }
  const readSelectedColumns = (): readonly string[] =>
    Object.entries(admin.form('run').fields)
      .filter(([name]) => name.startsWith('column_'))
      .map(([, value]) => value);
  const check = (changes: Readonly<Record<string, string>> = {}) => admin.submit({ columns: '1' }, changes, 'run');
  const bySku = (sku: string) =>
    shop.inContext(async () => {
      const found = await shop.parts.products.findBySku(sku);
      return found ? shop.parts.products.get(found.productId) : null;
    });

  async function applied(path: string): Promise<string> {
    await admin.submit({ apply: '1' }, {}, 'run');
    for (let attempt = 0; ; attempt++) {
      await shop.inContext(() => shop.scope.runJobs());
      const { text } = await admin.get(path);
      if (text.includes('Summary of changes') || attempt > 100) return text;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('shows examples and preselects known columns', async () => {
    const columnsPage = await upload(WHOLESALER);
    expect(columnsPage.path).toMatch(/run=\d+&step=columns$/);
    expect(columnsPage.text).toContain('Czajnik żeliwny');
    expect(columnsPage.text).toContain('1 299,00 zł');
    expect(readSelectedColumns()).toEqual(['name', 'sku', 'regular', 'stock', 'categories', '', '']);
    expect(await bySku('CZ-1')).toBeNull();
  });

  it('rejects missing or duplicate columns and keeps the choices', async () => {
    const duplicate = await check({ column_5: 'name', column_2: '' });
    expect(duplicate.status).toBe(422);
    expect(duplicate.text).toContain('Name is mapped to several columns: “Nazwa towaru”, “Kolor”. Keep one of them');
    expect(duplicate.text).toContain('No column is mapped to: Regular price.');
    expect(duplicate.text).toMatch(/<a href="#column-0">/);
    expect(readSelectedColumns()).toEqual(['name', 'sku', '', 'stock', 'categories', 'name', '']);
    const none = await check({ column_0: '', column_5: '', column_2: 'regular' });
    expect(none.text).toContain('No column is mapped to: Name.');
    const noSku = await check({ column_1: '', only_changes: '1' });
    expect(noSku.text).toContain('No column is mapped to SKU');
    const nonsense = await check({ column_0: 'constructor', only_changes: '' });
    expect(nonsense.status).toBeLessThan(500);
  });

  it('requires a rate per tax class and remembers it for the next file', async () => {
    const file = (sku: string): string =>
      [
        'ID,Type,SKU,Name,Published,Regular price,Tax status,Tax class',
        `1,simple,${sku}-1,Tea,1,10.00,taxable,Reduced-Rate`,
        `2,simple,${sku}-2,Mug,1,10.00,taxable,`,
        `3,simple,${sku}-3,Book,1,10.00,taxable,zero-rate`,
      ].join('\n');
    await upload(file('TAX'));
    const rates = () => Object.entries(admin.form('run').fields).filter(([name]) => name.startsWith('tax_'));
    expect(rates()).toEqual([
      ['tax_class_0', 'Reduced-Rate'],
      ['tax_rate_0', ''],
    ]);
    for (const invalidRate of ['', 'eight', '101', '-1']) {
      const response = await check({ tax_rate_0: invalidRate });
      expect([invalidRate, response.status]).toEqual([invalidRate, 422]);
      expect(response.text).toContain('Enter the tax rate of the class “Reduced-Rate” in percent, such as 8.');
      expect(response.text).toContain('<a href="#tax-rate-0">');
    }
    const preview = await check({ tax_rate_0: '8%' });
    expect(preview.text).toMatch(/New products<\/dt><dd>3</);
    await applied(preview.path);
    const rateOf = async (sku: string): Promise<number | undefined> => (await bySku(sku))?.taxRate;
    expect([await rateOf('TAX-1'), await rateOf('TAX-2'), await rateOf('TAX-3')]).toEqual([8, 23, 0]);
    await upload(file('NEXT'));
    expect(rates()).toEqual([
      ['tax_class_0', 'Reduced-Rate'],
      ['tax_rate_0', '8'],
    ]);
  });

  it('converts WooCommerce weight units and rejects two weight columns', async () => {
    const file = (sku: string, columns: string, cells: string): string =>
      `ID,Type,SKU,Name,Published,Regular price,${columns}\n1,simple,${sku},Stone,1,10.00,${cells}`;
    for (const [unit, weight, grams] of [
      ['kg', '1.5', 1500],
      ['g', '250', 250],
      ['lbs', '2', 907],
      ['oz', '10', 283],
    ] as const) {
      await upload(file(`STONE-${unit}`, `Weight (${unit})`, weight));
      await applied((await check()).path);
      expect([unit, (await bySku(`STONE-${unit}`))?.weight]).toEqual([unit, grams]);
    }
    await upload(file('STONE', 'Weight (kg),Weight (lbs)', '1,2'));
    expect((await check()).text).toContain('Weight is mapped to several columns.');
  });

  it('maps fields of plugins by key, WooCommerce name or label', async () => {
    await activatePlugin(shop, 'specs', {
      'index.js': `module.exports = { boot: (scope) => void scope.addFields({ objectType: 'product', title: 'Specs', fields: [
      { key: 'spec_material', type: 'select', label: 'Material', choices: [{ value: 'steel', label: 'Steel' }] },
      { key: 'spec_months', type: 'number', label: 'Warranty' },
      { key: 'spec_maker', type: 'text', label: 'Made by' },
    ] }) };`,
    });
    const file = (sku: string, material: string): string =>
      `SKU,Name,Regular price,field:spec_material,Meta: spec_months,made by,Wymiar\n${sku},Pot,10.00,${material},24,Anna,5`;
    const columnsPage = await upload(file('SPEC-1', 'steel'));
    expect(columnsPage.text).toContain('<option value="field:spec_maker" selected>Made by</option>');
    expect(readSelectedColumns()).toEqual([
      'sku',
      'name',
      'regular',
      'field:spec_material',
      'field:spec_months',
      'field:spec_maker',
      '',
    ]);
    const duplicate = await check({ column_6: 'field:spec_maker' });
    expect(duplicate.text).toContain('Made by is mapped to several columns: “made by”, “Wymiar”.');
    const preview = await check({ column_6: 'field:spec_gone' });
    await applied(preview.path);
    expect((await bySku('SPEC-1'))?.fields).toEqual({ spec_material: 'steel', spec_months: 24, spec_maker: 'Anna' });
    await upload(file('SPEC-2', 'gold'));
    expect((await check()).text).toContain('spec_material');
    expect(await bySku('SPEC-2')).toBeNull();
  });

  it('shows a preview, stays editable and then imports', async () => {
    await upload(WHOLESALER);
    const preview = await check({ column_5: 'attribute' });
    expect(preview.path).toMatch(/run=\d+$/);
    expect(preview.text).toMatch(/New products<\/dt><dd>2</);
    expect(await bySku('CZ-1')).toBeNull();
    await admin.get(`${preview.path}&step=columns`);
    expect(readSelectedColumns()).toEqual(['name', 'sku', 'regular', 'stock', 'categories', 'attribute', '']);
    await check();
    expect(await applied(preview.path)).toMatch(/New products<\/dt><dd>2</);
    const kettle = await bySku('CZ-1');
    expect(kettle).toMatchObject({
      name: 'Czajnik żeliwny',
      price: { regular: 129_900 },
      stockQuantity: 12,
      status: 'draft',
    });
    const terms = await shop.inContext(() => shop.parts.terms.all());
    expect(
      terms
        .filter(({ id }) => kettle?.termIds.includes(id))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Czajniki', 'Czarny']);
    expect(terms.map(({ name }) => name)).not.toContain('tylko dla nas');
    expect(await bySku('FI-1')).toMatchObject({ price: { regular: 2450 }, stockQuantity: 3 });
  });

  it('remembers the mapping for equal headers and leaves unmapped fields unchanged', async () => {
    await upload(Buffer.from(WHOLESALER.toString('latin1').replace('24,5', '26,00'), 'latin1'));
    expect(readSelectedColumns()).toEqual(['name', 'sku', 'regular', 'stock', 'categories', 'attribute', '']);
    const preview = await check({ column_0: '', column_3: '', column_4: '', column_5: '', only_changes: '1' });
    expect(preview.text).toMatch(/Updated products<\/dt><dd>1</);
    await applied(preview.path);
    expect(await bySku('FI-1')).toMatchObject({ name: 'Filiżanka', price: { regular: 2600 }, stockQuantity: 3 });
    await upload(WHOLESALER);
    expect([readSelectedColumns(), admin.form('run').fields.only_changes]).toEqual([
      ['', 'sku', 'regular', '', '', '', ''],
      '1',
    ]);
  });

  it('applies to the import command as last chosen', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'plinth-csv-')), 'wholesaler.csv');
    writeFileSync(
      file,
      Buffer.from(
        WHOLESALER.toString('latin1').replace('24,5', '27,00').replace('\xbfanka', '\xbfanka du\xbfa'),
        'latin1',
      ),
    );
    const lines: string[] = [];
    const output = {
      line: (text: string) => void lines.push(text),
      warn: (text: string) => void lines.push(text),
      rows: () => undefined,
      progress: () => ({ update: () => undefined, stop: () => undefined }),
    };
    const command = shop.site.plugins.registries.commands
      .all()
      .find(({ value }) => value.name.startsWith('store import'));
    await shop.inContext(() => command?.value.run([file], {}, output));
    expect(lines).toEqual(['0 created, 1 updated, 1 unchanged, 0 rejected.']);
    expect(await bySku('FI-1')).toMatchObject({ name: 'Filiżanka', price: { regular: 2700 } });
  });

  it('maps all known WooCommerce columns with attributes and skips unknown ones', async () => {
    await upload(WOO);
    expect(readSelectedColumns()).toEqual([
      'id',
      'type',
      'sku',
      'name',
      'published',
      'regular',
      'stock',
      'images',
      'attribute-part',
      'attribute-part',
      '',
    ]);
    const preview = await check({ column_6: '' });
    expect(await applied(preview.path)).toMatch(/New products<\/dt><dd>1</);
    const candle = await bySku('W-1');
    expect(candle).toMatchObject({ name: 'Candle', status: 'publish', price: { regular: 2490 }, stockQuantity: null });
    const names = (await shop.inContext(() => shop.parts.terms.all()))
      .filter(({ id }) => candle?.termIds.includes(id))
      .map(({ name }) => name);
    expect(names.sort()).toEqual(['Fig', 'Rose']);
  });

  it('skips the mapping step for the shop’s own format', async () => {
    expect((await upload('sku,name,regular_price\nOWN-1,By hand,10\n')).text).toContain('Preview of changes');
  });
});

withBrowser('CSV column mapping in a browser', () => {
  let shop: ShopSite;
  let browser: Chromium;
  let page: Page;
  beforeAll(async () => {
    shop = await bootShop('sqlite');
    browser = await openBrowser();
    // The step must work without JavaScript.
    page = await (await browser.newContext({ javaScriptEnabled: false, locale: 'pl-PL' })).newPage();
    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL(`${shop.url}/wp-admin/`);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  it('works without script and is accessible at every width', async () => {
    await page.goto(`${shop.url}${SCREEN}&wp_lang=pl_PL`);
    await page.setInputFiles('#products-file', { name: 'hurtownia.csv', mimeType: 'text/csv', buffer: WHOLESALER });
    await page.click('form:has(#products-file) button');
    await page.waitForSelector('.import-columns');
    await page.selectOption('#column-2', '');
    await page.click('button[name=columns]');
    await page.waitForSelector('.notice--error');
    for (const width of views([360, 1440])) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await takeScreenshot(page, `columns-${width}-${colorScheme}`);
      }
    }
    await page.selectOption('#column-2', 'regular');
    await page.click('button[name=columns]');
    await page.waitForSelector('#report-title');
    await takeScreenshot(page, 'columns-then-1');
    expect(await page.textContent('.facts')).toMatch(/2/);
    const withScripts = await browser.newPage();
    await withScripts.context().addCookies(await page.context().cookies());
    await withScripts.goto(page.url() + '&step=columns');
    for (const width of views([360, 1440])) {
      await withScripts.setViewportSize({ width, height: 900 });
      expect([width, await seriousFindings(withScripts), await overflows(withScripts)]).toEqual([width, [], false]);
    }
  });
});
