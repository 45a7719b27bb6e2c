import { defaultEngines } from '../kit/databases';
import { activatePlugin } from '../kit/site';
import { bootShop, type ShopSite } from '../store/shop-site.js';
import { type Body } from './facet-site';

/** Fields of a plugin: an amount in the default currency, one in another, and a number with a unit of its own. */
const FIELDS = `module.exports = { boot(scope) {
  scope.addFields({ objectType: 'product', title: 'Rental', fields: [
    { key: 'fee', type: 'money', label: 'Fee' },
    { key: 'deposit', type: 'money', label: 'Deposit', currency: 'JPY' },
  ] });
  scope.addFilter('store/product_fields', (fields) => [...fields, { key: 'length', label: 'Length', type: 'number', unit: 'm', digits: 2 }]);
} };`;

describe.each(defaultEngines)('amounts of money in fields of plugins on %s', (engine) => {
  let shop: ShopSite;

  beforeAll(async () => {
    shop = await bootShop(engine);
    await activatePlugin(shop, 'rental', { 'index.js': FIELDS });
    await shop.save({ name: 'Ladder', fields: { fee: 250, deposit: 3000, length: 150 } });
    await shop.save({ name: 'Drill', fields: { fee: 1990, deposit: 5000, length: 30 } });
    await shop.save({ name: 'Digger', fields: { fee: 3250, deposit: 90_000, length: 600 } });
    await activatePlugin(shop, 'facet');
    const range = (slug: string) => ({ slug, label: slug, type: 'range_slider', source: `field:${slug}` });
    await shop.inContext(() =>
      shop.scope.updateOption('facet_settings', { facets: [range('fee'), range('deposit'), range('length')] }),
    );
  });
  afterAll(() => shop?.close());

  async function filter(query: object): Promise<Body> {
    const response = await fetch(`${shop.url}/wp-json/facet/v1/filter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as Body;
  }
  const fields = (html: string, facet: string): (string | undefined)[] => [
    new RegExp(`for="[^"]*-${facet}-min">([^<]*)`).exec(html)?.[1],
    ...['min', 'max'].map(
      (end) => new RegExp(`name="sf_${facet}\\[${end}\\]"[^>]*placeholder="([^"]*)"`).exec(html)?.[1],
    ),
  ];

  it('shows them in major units with their currency', async () => {
    // The ends of a slider are round numbers that include all products.
    for (const html of [await (await fetch(`${shop.url}/shop/`)).text(), (await filter({})).facets_html]) {
      expect(fields(html, 'fee')).toEqual(['From (PLN)', '2.5', '32.6']);
      expect(fields(html, 'deposit')).toEqual(['From (JPY)', '3000', '90000']);
      expect(fields(html, 'length')).toEqual(['From (m)', '0.3', '6']);
    }
  });

  it('filters by major units, on the page and in REST', async () => {
    expect((await filter({ sf_fee: '2-20' })).found).toBe(2);
    expect((await filter({ sf_fee: '2.5-2.5' })).found).toBe(1);
    expect((await filter({ sf_deposit: '3000-5000' })).found).toBe(2);
    expect((await filter({ sf_length: '1-' })).found).toBe(2);
    const page = await (await fetch(`${shop.url}/shop/?sf_fee=20-`)).text();
    expect(page).toContain('Digger');
    expect(page).not.toContain('Ladder');
  });

  it('formats the selection as money', async () => {
    const chips = async (query: object): Promise<string> =>
      (await filter(query)).toolbar_html.replace(/[\s\u00a0]+/g, ' ');
    expect(await chips({ sf_fee: '2-20' })).toContain('PLN 2.00 – PLN 20.00');
    expect(await chips({ sf_deposit: '3000-' })).toContain('from ¥3,000');
    expect(await chips({ sf_length: '1-2' })).toContain('1 m – 2 m');
  });
});
