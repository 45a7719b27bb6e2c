import { createPluginServices } from '../../plugins/compliance/services.js';
import { allEngines } from '../kit/databases.js';
import { bootRealShop, type RealShop } from './real-shop.js';

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe.each(allEngines)('earlier prices from a CSV file (%s)', (engine) => {
  let shop: RealShop;

  beforeAll(async () => {
    shop = await bootRealShop(engine);
    await shop.save({ name: 'Mug', sku: 'MUG', price: { regular: 10_000, sale: 8000, saleFrom: null, saleTo: null } });
  }, 60_000);
  afterAll(() => shop?.close());

  const run = (text: string) => shop.inContext(() => createPluginServices(shop.scope).priceImport.run(text));
  const imported = () => shop.site.db()('compliance_prices').where({ cause: 'import' });
  const page = async (): Promise<string> => (await shop.shopper().get('/product/mug/')).text;

  it('changes nothing while a line is wrong, and says what is wrong with each', async () => {
    const { added, errors } = await run(
      [
        'sku;price;currency;from;to',
        `MUG;95,00;PLN;${day(-40)};${day(-10)}`,
        `CUP;95,00;PLN;${day(-40)};${day(-10)}`,
        `MUG;free;PLN;${day(-60)};${day(-50)}`,
        `MUG;95,00;EUR;${day(-60)};${day(-50)}`,
        `MUG;95,00;PLN;2026-02-30;${day(-50)}`,
        `MUG;95,00;PLN;${day(-50)};${day(-60)}`,
        `MUG;95,00;PLN;${day(3)};`,
        `MUG;90,00;PLN;${day(-20)};${day(-15)}`,
      ].join('\n'),
    );
    expect([added, errors]).toEqual([
      0,
      [
        'Line 3: There is no product “CUP”.',
        'Line 4: “free” is not a valid price. Example: 129.00.',
        'Line 5: The currency must be PLN, the currency of the shop.',
        'Line 6: “2026-02-30” is not a valid date. Example: 2026-10-31.',
        'Line 7: The price ends before it starts.',
        'Line 8: The price starts in the future.',
        'Line 9: Another imported price applies to the same days.',
      ],
    ]);
    expect(await imported()).toEqual([]);
    await expect(run('name,price\nMug,5')).rejects.toMatchObject({ code: 'compliance_price_import_invalid' });
  });

  it('makes the reduction lawful to announce, with the imported price, once and for all', async () => {
    expect(await page()).not.toMatch(/price--sale|price__before/);
    const file = `sku,price,currency,from\nMUG,95.00,PLN,${day(-40)}\n`;
    expect(await run(file)).toEqual({ added: 1, unchanged: 0, errors: [] });
    expect(await run(file)).toEqual({ added: 0, unchanged: 1, errors: [] });
    const text = await page();
    expect(text).toMatch(/price--sale/);
    expect(text).toMatch(/Lowest price of the 30 days before the reduction: PLN\s95\.00/);
    expect(await shop.site.db()('audit_log').where({ action: 'compliance.prices_imported' })).toHaveLength(1);
  });
});
