import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '../../core/api/index.js';
import { createMoney } from '../../plugins/store/money/money.js';
import { fileCommands } from '../../plugins/store/products-admin/files/file-commands.js';
import { createColumnMappingStore } from '../../plugins/store/products-admin/files/column-mappings.js';
import { exportProducts } from '../../plugins/store/products-admin/files/product-export.js';
import { createProductImport } from '../../plugins/store/products-admin/files/product-import.js';
import type { ImportReport } from '../../plugins/store/products-admin/files/import-tally.js';
import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite, VARIATION } from './shop-site.js';

/** An image of one by two pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAYAAACZgbYnAAAADklEQVR4nGNg+M9QDwADgQF/e5IkGQAAAABJRU5ErkJggg==',
  'base64',
);

async function* chunks(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  // Chunks that split lines and multi-byte characters.
  for (let offset = 0; offset < bytes.length; offset += 7) yield bytes.subarray(offset, offset + 7);
}

describe.each(defaultEngines)('product CSV import and export on %s', (engine) => {
  let shop: ShopSite;

  beforeAll(async () => {
    shop = await bootShop(engine);
  });
  afterAll(() => shop.close());

  const read = (text: string, dryRun = false, maxRows?: number): Promise<ImportReport> =>
    shop.inContext(() =>
      createProductImport({ scope: shop.scope, parts: shop.parts, money: createMoney(shop.scope) }).run(chunks(text), {
        dryRun,
        ...(maxRows ? { maxRows } : {}),
      }),
    );
  const bySku = async (sku: string) =>
    shop.inContext(async () => {
      const found = await shop.parts.products.findBySku(sku);
      return found ? shop.parts.products.get(found.productId) : null;
    });
  async function written(): Promise<string> {
    return shop.inContext(async () => {
      let text = '';
      for await (const chunk of exportProducts({
        db: shop.scope.db,
        parts: shop.parts,
        money: createMoney(shop.scope),
        timeZone: 'UTC',
      }))
        text += chunk.text;
      return text;
    });
  }
  const tables = [
    'store_products',
    'store_variations',
    'store_terms',
    'store_product_terms',
    'store_variation_terms',
    'store_images',
    'store_changes',
    'store_taxonomies',
  ];
  const everything = async () =>
    JSON.stringify(await Promise.all(tables.map((table) => shop.site.db()(table).select('*'))));

  it.each([
    ['2,000', '2,000 could mean 2.00 or 2000.00. Enter one of these amounts.'],
    ['1,599', '1,599 could mean 1.599 or 1599.00. Enter one of these amounts.'],
    ['0,500', '0,500 has too many decimal places. Enter an amount such as 12.00.'],
    ['dear', 'Enter an amount such as 12.00, with up to nine digits before the decimal point.'],
  ])('rejects a price of %s', async (price, message) => {
    const report = await read(`type;sku;name;regular_price\nproduct;PRICE-1;Priced;${price}`);
    expect(report.problems.map((problem) => problem.message)).toContain(`regular_price: ${message}`);
    expect(await bySku('PRICE-1')).toBeNull();
  });

  it.each([
    ['stock_quantity', '1,000', '1,000 could mean 1 or 1000. Enter one of these numbers.'],
    ['stock_quantity', '1.000', '1.000 could mean 1 or 1000. Enter one of these numbers.'],
    ['weight', '2,500', '2,500 could mean 2.5 or 2500. Enter one of these numbers.'],
    ['unit_content', '1,250', '1,250 could mean 1.25 or 1250. Enter one of these numbers.'],
    ['stock_quantity', 'many', 'many is not a number.'],
  ])('rejects %s of %s with both interpretations', async (column, text, message) => {
    const report = await read(`type;sku;name;regular_price;${column}\nproduct;COUNT-1;Counted;10;${text}`);
    expect(report.problems.map((problem) => problem.message)).toContain(`${column}: ${message}`);
    expect(await bySku('COUNT-1')).toBeNull();
  });

  it('rejects ambiguous quantities and weights of WooCommerce files, and accepts its decimal kilograms', async () => {
    const woo = (stock: string, unit: string, weight: string): string =>
      `ID,Type,SKU,Name,Published,Regular price,Stock,Weight (${unit})\n1,simple,COUNT-2,Tea,1,10,"${stock}","${weight}"`;
    expect((await read(woo('1,000', 'kg', '1'))).problems[0]?.message).toContain('1,000 could mean 1 or 1000.');
    expect((await read(woo('5', 'kg', '1,250'))).problems[0]?.message).toContain('1,250 could mean 1.25 or 1250.');
    expect((await read(woo('5', 'g', '1.250'))).problems[0]?.message).toContain('1.250 could mean 1.25 or 1250.');
    expect(await bySku('COUNT-2')).toBeNull();
    await read(woo('1 000 szt.', 'kg', '1.250'));
    expect(await bySku('COUNT-2')).toMatchObject({ stockQuantity: 1000, weight: 1250 });
    await shop.inContext(async () =>
      shop.parts.products.remove([(await shop.parts.products.findBySku('COUNT-2'))?.productId ?? 0]),
    );
  });

  it('rejects an unknown WooCommerce tax class instead of guessing the rate', async () => {
    const woo = (name: string, taxClass: string, status = 'taxable'): string =>
      `ID,Type,SKU,Name,Published,Regular price,Tax status,Tax class\n1,simple,TAX-1,${name},1,10,${status},${taxClass}`;
    const result = await read(woo('Tea', 'reduced-rate'));
    expect(result.problems[0]?.message).toContain('Unknown tax rate: “reduced-rate”.');
    expect(await bySku('TAX-1')).toBeNull();
    for (const [taxClass, status, rate] of [
      ['8', 'taxable', 8],
      ['vat-5', 'taxable', 5],
      ['zero-rate', 'taxable', 0],
      ['', 'none', 0],
    ] as const) {
      await read(woo('Tea', taxClass, status));
      expect((await bySku('TAX-1'))?.taxRate).toBe(rate);
    }
    await shop.inContext(async () =>
      shop.parts.products.remove([(await shop.parts.products.findBySku('TAX-1'))?.productId ?? 0]),
    );
  });

  it('accepts Excel’s sep= line', async () => {
    const report = await read('sep=;\ntype;sku;name;regular_price\nproduct;SEP-1;Parted;10');
    expect(report).toMatchObject({ created: 1, refused: 0 });
    await shop.inContext(async () =>
      shop.parts.products.remove([(await shop.parts.products.findBySku('SEP-1'))?.productId ?? 0]),
    );
  });

  it('accepts unambiguous thousands separators', async () => {
    await read('type;sku;name;regular_price\nproduct;PRICE-2;Priced;"1,599.00"');
    expect((await bySku('PRICE-2'))?.price?.regular).toBe(159_900);
    await shop.inContext(async () => {
      const found = await shop.parts.products.findBySku('PRICE-2');
      await shop.parts.products.remove([found?.productId ?? 0]);
    });
  });

  it('creates products with categories, attributes and variations', async () => {
    const report = await read(
      [
        'type;sku;name;status;regular_price;sale_price;sale_to;categories;tags;brand;images;image_alts;stock_quantity;attribute:pa_color (Kolor);gtin',
        'product;R-1;Dywan Łąka;publish;;;;"Home > Rugs | Gifts";"soft | wool \\| silk";Nordlys;"https://example.test/a.jpg | /b.png";"Front | -";;;5901234123457',
        'variation;R-1-R;;;120,50;99;2099-01-01 00:00:00;;;;;;3;Czerwony;',
        'variation;R-1-N;;;130;;;;;;;;;Niebieski;',
        'product;P-1;Plain;draft;10;;;;;;;;5;;',
      ].join('\n'),
    );
    expect(report).toMatchObject({ created: 2, updated: 0, refused: 0, problems: [] });
    const rug = await bySku('R-1');
    expect(rug).toMatchObject({
      name: 'Dywan Łąka',
      slug: 'dywan-laka',
      gtin: '5901234123457',
      price: null,
      images: [
        { source: 'https://example.test/a.jpg', alt: 'Front' },
        { source: '/b.png', alt: '' },
      ],
    });
    expect(rug?.variations).toMatchObject([
      { sku: 'R-1-R', price: { regular: 12_050, sale: 9900, saleTo: '2098-12-31 23:00:00' }, stockQuantity: 3 },
      { sku: 'R-1-N', price: { regular: 13_000 } },
    ]);
    const terms = await shop.inContext(() => shop.parts.terms.all());
    const home = terms.find((term) => term.name === 'Home');
    expect(terms.find((term) => term.name === 'Rugs')?.parentId).toBe(home?.id);
    expect(
      terms
        .filter((term) => rug?.termIds.includes(term.id))
        .map((term) => term.name)
        .sort(),
    ).toEqual(['Gifts', 'Nordlys', 'Rugs', 'soft', 'wool | silk']);
    expect(
      (await shop.inContext(() => shop.parts.taxonomies.taxonomies())).find((taxonomy) => taxonomy.name === 'pa_color')
        ?.label,
    ).toBe('Kolor');
    expect(shop.announced().every((change) => change.cause === 'import')).toBe(true);
  });

  it('imports its own export without changes', async () => {
    shop.scope.addFilter('store/product_fields', (fields) => [
      ...fields,
      { key: 'depth', label: 'Depth', type: 'number' },
      { key: 'outdoor', label: 'For outdoors', type: 'boolean' },
    ]);
    await shop.save({ name: 'With fields', sku: 'FIELDS', fields: { depth: 4.5, outdoor: true, foreign: 'kept' } });
    await shop.save({
      name: '=SUM(A1) | "quoted", with > marks\\',
      sku: '-START',
      shortDescription: 'Line one\nLine two; with, marks',
      description: '<p>a</p>\n<p>b</p>',
      taxRate: 5,
      weight: 250,
      unit: 'kg',
      unitContent: 0.25,
      featured: true,
      images: [{ source: '/a.png', alt: 'a | b', width: 30, height: 40 }],
    });
    const red = await shop.inContext(() => shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'A > B' }));
    await shop.save({
      name: 'No SKU at all',
      unit: 'l',
      unitContent: 1,
      variations: [{ ...VARIATION, termIds: [red], stockQuantity: 0, backorders: true, unitContent: 0.75 }],
    });
    expect((await read('sku,field:depth\nFIELDS,5\n')).updated).toBe(1);
    expect((await bySku('FIELDS'))?.fields).toEqual({ depth: 5, outdoor: true, foreign: 'kept' });
    shop.announced();
    const text = await written();
    expect(text).toContain("'=SUM(A1)");
    const before = await everything();
    expect(text).toContain('0.75');
    const report = await read(text);
    expect(report).toMatchObject({
      created: 0,
      updated: 0,
      refused: 0,
      unchanged: (await shop.inContext(() => shop.parts.products.list({ limit: 1, offset: 0 }))).total,
    });
    expect(await everything()).toBe(before);
    expect(shop.announced().filter((change) => change.cause === 'import')).toEqual([]);
  });

  it('changes only the given columns of products and variations', async () => {
    const before = await bySku('P-1');
    expect(await read('sku,regular_price\nP-1,12\nR-1-N,125\n')).toMatchObject({ updated: 2, created: 0, refused: 0 });
    const { updatedAt: _a, price: _p, ...rest } = before ?? { updatedAt: '', price: null };
    expect(await bySku('P-1')).toMatchObject({ ...rest, price: { regular: 1200 } });
    expect((await bySku('R-1'))?.variations.map((variation) => variation.price?.regular)).toEqual([12_050, 12_500]);
    expect((await bySku('R-1'))?.termIds).toHaveLength(5);
  });

  it('reports the line of each error and imports the other rows', async () => {
    const report = await read(
      [
        'sku,name,regular_price,gtin,status',
        'OK-1,Fine,10,,publish',
        'BAD-1,Wrong price,ten,,publish',
        'BAD-2,Wrong GTIN,10,123,publish',
        'OK-1,Twice,10,,publish',
        'BAD-3,,10,,publish',
        'BAD-4,Status,10,,sold',
        'OK-2,Fine too,10,,publish',
      ].join('\n'),
    );
    expect(report).toMatchObject({ created: 2, refused: 5 });
    expect(report.problems.map(({ line, sku }) => [line, sku])).toEqual([
      [3, 'BAD-1'],
      [4, 'BAD-2'],
      [5, 'OK-1'],
      [6, 'BAD-3'],
      [7, 'BAD-4'],
    ]);
    expect(report.problems[0]?.message).toContain('regular_price');
    expect(await bySku('OK-2')).not.toBeNull();
    expect(await bySku('BAD-1')).toBeNull();
  });

  it('warns of negative stock in dry run and import but accepts it', async () => {
    const text = 'sku,name,regular_price,stock_quantity,backorders\nOWED-1,Owed,10,-5,1\nOWED-2,There,10,0,1\n';
    const stockWarningsOf = (report: ImportReport): unknown => [
      report.refused,
      report.problems.map(({ line, sku, message }) => [line, sku, /^Stock is -5\. /.test(message)]),
    ];
    expect(stockWarningsOf(await read(text, true))).toEqual([0, [[2, 'OWED-1', true]]]);
    expect(stockWarningsOf(await read(text))).toEqual([0, [[2, 'OWED-1', true]]]);
    expect((await bySku('OWED-1'))?.stockQuantity).toBe(-5);
  });

  it('reports a dry run like an import without changing anything', async () => {
    const before = await everything();
    const text =
      'sku,name,regular_price,categories,attribute:pa_new\nDRY-1,Dry,10,New > Category,Value\nP-1,Renamed,13,,\nDRY-2,,1,,\n';
    expect(await read(text, true)).toMatchObject({ created: 1, updated: 1, refused: 1 });
    expect(await everything()).toBe(before);
  });

  it('rejects an unreadable or too large file completely', async () => {
    const before = await everything();
    for (const text of [
      '',
      'name,price\nx,1\n',
      'sku,colour of hair\nA,red\n',
      'sku,name\n"open,1\n',
      'sku,name\nA,b,c\n',
    ]) {
      await (text === ''
        ? read(text).then((report) => expect(report.created).toBe(0))
        : expect(read(text)).rejects.toMatchObject({ code: 'store_csv_not_readable' }));
    }
    await expect(
      shop.inContext(() =>
        createProductImport({ scope: shop.scope, parts: shop.parts, money: createMoney(shop.scope) }).run(
          (async function* () {
            yield Buffer.from('sku,name\nA,');
            yield Buffer.from([0xff, 0xfe, 0x0a]);
          })(),
          { dryRun: false },
        ),
      ),
    ).rejects.toMatchObject({ code: 'store_csv_not_readable' });
    await expect(read('sku,name\nA1,a\nA2,b\nA3,c\n', true, 2)).rejects.toMatchObject({ code: 'store_csv_too_large' });
    expect(await everything()).toBe(before);
  });

  it('keeps stock reduced by sales during an import', async () => {
    const ids = [
      await shop.save({ name: 'Sold meanwhile', sku: 'BUSY-1', stockQuantity: 100 }),
      await shop.save({ name: 'Sold as well', sku: 'BUSY-2', stockQuantity: 100 }),
    ];
    const sales: Promise<void>[] = [];
    const { products } = shop.parts;
    // A customer buys both after the import has read one of them and before it writes.
    const get = async (productId: number) => {
      const stored = await products.get(productId);
      const sale = shop.site.db.outsideTransaction(() =>
        shop.parts.sellables.reduceStock(ids.map((id) => ({ productId: id, variationId: 0, quantity: 1 }))),
      );
      sales.push(sale);
      await Promise.race([sale, new Promise((resolve) => setTimeout(resolve, 400))]);
      return stored;
    };
    const parts = { ...shop.parts, products: { ...products, get } };
    await shop.inContext(() =>
      createProductImport({ scope: shop.scope, parts, money: createMoney(shop.scope) }).run(
        chunks('sku,position\nBUSY-1,7\nBUSY-2,8\n'),
        { dryRun: false },
      ),
    );
    await Promise.all(sales);
    expect(sales.length).toBeGreaterThan(1);
    for (const [index, sku] of ['BUSY-1', 'BUSY-2'].entries())
      expect(await bySku(sku)).toMatchObject({ position: 7 + index, stockQuantity: 100 - sales.length });
  });

  it('previews and imports through the admin screen and exports there', async () => {
    const admin = await shop.admin();
    const screen = '/wp-admin/admin.php?page=store-product-files';
    await admin.get(screen);
    const body = new FormData();
    body.append('_wpnonce', admin.form().fields._wpnonce);
    body.append('file', new Blob(['sku,name,regular_price\nADM-1,By hand,10\nADM-2,Wrong,x\n']), 'products.csv');
    const preview = await admin.upload(screen, body);
    expect(preview.text).toContain('Preview of changes');
    expect(preview.text).toContain('Enter an amount');
    expect(await bySku('ADM-1')).toBeNull();
    const done = await admin.submit({ apply: '1' }, {}, 'csv');
    expect(done.text).toContain('Summary of changes');
    expect(await bySku('ADM-1')).toMatchObject({ price: { regular: 1000 }, status: 'draft' });
    const file = await admin.get(`${screen}&export=csv`);
    expect(file.headers.get('content-disposition')).toMatch(/products-\d{4}-\d\d-\d\d\.csv/);
    expect(file.text).toContain('ADM-1');
  });

  it('imports large files as a repeatable job with a report by line', async () => {
    const admin = await shop.admin();
    const screen = '/wp-admin/admin.php?page=store-product-files';
    const lines = Array.from({ length: 520 }, (_, i) => `BULK-${i},Bulk ${i},${i % 350 === 17 ? 'ten' : '10'}`);
    await admin.get(screen);
    const body = new FormData();
    body.append('_wpnonce', admin.form().fields._wpnonce);
    body.append('file', new Blob([`sku,name,regular_price\n${lines.join('\n')}\n`]), 'products.csv');
    const uploaded = await admin.upload(screen, body);
    expect(uploaded.path).toMatch(/run=\d+/);
    const waitUntilSettled = async () => {
      for (let attempt = 0; ; attempt++) {
        await shop.inContext(() => shop.scope.runJobs());
        const visit = await admin.get(uploaded.path);
        if (!visit.text.includes('<progress') || attempt > 600) return visit;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const preview = await waitUntilSettled();
    expect(preview.text).toContain('Preview of changes');
    expect(preview.text).toMatch(/New products<\/dt><dd>518</);
    expect(await bySku('BULK-0')).toBeNull();
    const errors = await admin.get(`${uploaded.path}&errors=csv`);
    expect(
      errors.text
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(',').slice(0, 2).join()),
    ).toEqual([expect.stringContaining('Row'), '19,BULK-17', '369,BULK-367']);
    await admin.get(uploaded.path);
    await admin.submit({}, {}, 'run');
    const done = await waitUntilSettled();
    expect(done.text).toContain('Summary of changes');
    expect(done.text).toMatch(/New products<\/dt><dd>518</);
    expect(await bySku('BULK-519')).toMatchObject({ price: { regular: 1000 } });
    expect(await bySku('BULK-17')).toBeNull();
    const before = await everything();
    const [last] = await shop.inContext(() => shop.scope.getJobs({ queue: 'store/import', limit: 1 }));
    await shop.inContext(() => shop.scope.enqueueJob('store/import', last?.payload));
    expect((await waitUntilSettled()).text).toMatch(/Unchanged<\/dt><dd>518</);
    expect(await everything()).toBe(before);
  });

  it('runs as commands', async () => {
    const commands: Command[] = [];
    const lines: string[] = [];
    const output = {
      line: (text: string) => void lines.push(text),
      warn: (text: string) => void lines.push(text),
      rows: () => undefined,
      progress: () => ({ update: () => undefined, stop: () => undefined }),
    };
    const money = createMoney(shop.scope);
    commands.push(
      ...fileCommands({
        scope: shop.scope,
        parts: shop.parts,
        money,
        productImport: createProductImport({ scope: shop.scope, parts: shop.parts, money }),
        columnMappings: createColumnMappingStore(shop.scope),
      }),
    );
    const run = (name: string, file: string, options = {}) =>
      shop.inContext(async () =>
        commands.find((command) => command.name.startsWith(name))?.run([file], options, output),
      );
    const folder = mkdtempSync(join(tmpdir(), 'plinth-csv-'));
    const file = join(folder, 'products.csv');
    await run('store export', file);
    expect(readFileSync(file, 'utf8')).toContain('ADM-1');
    await run('store import', file);
    expect(lines.at(-1)).toMatch(/^0 created, 0 updated, \d+ unchanged, 0 rejected\.$/);
    writeFileSync(file, 'sku,name,regular_price\nCLI-1,New,1\n');
    await run('store import', file, { dryRun: true });
    expect(await bySku('CLI-1')).toBeNull();
    await run('store import', file);
    expect(await bySku('CLI-1')).not.toBeNull();
    writeFileSync(file, 'sku,name\nCLI-2,\n');
    await expect(run('store import', file)).rejects.toMatchObject({ code: 'store_import_incomplete' });
    await expect(run('store import', join(folder, 'missing.csv'))).rejects.toMatchObject({
      code: 'store_file_invalid',
    });
  });

  const WOO = [
    'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","In stock?",Stock,"Backorders allowed?","Weight (kg)","Sale price","Regular price",Categories,Tags,Images,Parent,Position,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Meta: _x"',
    '10,variable,WOO-V,"Koszulka, lniana",1,0,visible,"Z <b>lnu</b>","<p>Opis</p>",,,1,,0,,,,"Ubrania > Koszulki, Nowości","len, lato",,,3,Rozmiar,"M, L",1,z',
    '11,simple,WOO-S,Świeca,1,1,visible,,,2030-01-01,2030-01-31,1,7,0,0.35,19.90,24.90,Dom,,https://pictures.example.test/candle.png,,0,,,,',
    '12,variation,WOO-V-M,"Koszulka, lniana - M",1,0,visible,,,,,1,4,0,,,59,,,,id:10,0,Rozmiar,M,,',
    '13,variation,WOO-V-L,"Koszulka, lniana - L",1,0,visible,,,,,0,0,0,,,61,,,,id:10,1,Rozmiar,L,,',
    '14,grouped,WOO-G,Zestaw,1,0,visible,,,,,1,,0,,,,,,,,0,,,,',
    '15,"simple, downloadable, virtual",,E-book,0,0,visible,,,,,1,,0,,,9.99,,,,,0,,,,',
  ].join('\r\n');

  it('imports WooCommerce products with variations and images and reports unsupported types', async () => {
    const undo = shop.site.hooks.addFilter(
      'pre_http_request',
      (response, _args, url) =>
        url.startsWith('https://pictures.example.test/')
          ? { headers: {}, body: '', bytes: PNG, response: { code: 200, message: 'OK' }, cookies: [] }
          : response,
      10,
      3,
    );
    const preview = await read(WOO, true);
    expect(preview).toMatchObject({ created: 3, refused: 1 });
    expect(await bySku('WOO-S')).toBeNull();
    const report = await read(WOO);
    expect(report).toMatchObject({ created: 3, updated: 0, refused: 1 });
    expect(report.problems.map(({ line, message }) => [line, message])).toEqual([
      [6, 'Zestaw: grouped and external products are not supported.'],
    ]);
    const shirt = await bySku('WOO-V');
    expect(shirt).toMatchObject({
      name: 'Koszulka, lniana',
      status: 'publish',
      shortDescription: 'Z lnu',
      position: 3,
    });
    expect(shirt?.variations.map(({ sku, price, stockQuantity }) => [sku, price?.regular, stockQuantity])).toEqual([
      ['WOO-V-M', 5900, 4],
      ['WOO-V-L', 6100, 0],
    ]);
    const candle = await bySku('WOO-S');
    expect(candle).toMatchObject({
      featured: true,
      weight: 350,
      stockQuantity: 7,
      price: { regular: 2490, sale: 1990, saleFrom: '2029-12-31 23:00:00', saleTo: '2030-01-31 22:59:59' },
    });
    expect(candle?.images[0]).toMatchObject({
      source: expect.stringMatching(/^\/wp-content\/uploads\/.*candle.*\.png$/),
      width: 1,
      height: 2,
    });
    // Importing again fetches and changes nothing.
    expect(await read(WOO)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    undo();
    const names = (await shop.inContext(() => shop.parts.terms.all())).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Ubrania', 'Koszulki', 'Nowości', 'len', 'lato', 'M', 'L']));
  });

  it('reads semicolons and Windows-1250 from Polish Excel', async () => {
    const bytes = Buffer.from(
      'sku;name;status;regular_price\nXL-1;Za\xbf\xf3\xb3\xe6 g\xea\x9cl\xb9 ja\x9f\xf1;publish;12,50\n',
      'latin1',
    );
    async function* chunks(): AsyncGenerator<Buffer> {
      for (let offset = 0; offset < bytes.length; offset += 5) yield bytes.subarray(offset, offset + 5);
    }
    await shop.inContext(() =>
      createProductImport({ scope: shop.scope, parts: shop.parts, money: createMoney(shop.scope) }).run(chunks(), {
        dryRun: false,
      }),
    );
    expect(await bySku('XL-1')).toMatchObject({ name: 'Zażółć gęślą jaźń', price: { regular: 1250 } });
  });
});
