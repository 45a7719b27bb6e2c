import { bootRealShop, type RealShop } from '../compliance/real-shop.js';
import { allEngines } from '../kit/databases.js';
import { activatePlugin } from '../kit/site.js';
import { VARIATION } from '../store/shop-site.js';
import type { Body } from './facet-site';

const tag = (regular: number) => ({ regular, sale: null, saleFrom: null, saleTo: null });

/** A plugin that shows prices without tax, to all or only to users, as the option `trade_shop` says. */
const TRADE = `export default { boot(scope) {
  scope.addFilter('store/price_display', async (display) => {
    const option = await scope.getOption('trade_shop', '');
    return option === 'yes' || (option === 'users' && scope.getCurrentUserId() > 0) ? { ...display, tax: 'without' } : display;
  }, 20);
} };`;

describe.each(allEngines)('price of a product in filtered lists on %s', (engine) => {
  let shop: RealShop;

  beforeAll(async () => {
    shop = await bootRealShop(engine, {}, { trade: TRADE });
    await activatePlugin(shop, 'facet');
    const [blue, red, small, medium] = await shop.inContext(async () => {
      const { taxonomies } = shop.parts;
      await taxonomies.ensureTaxonomy({ name: 'pa_color', label: 'Color', kind: 'attribute', hierarchical: false });
      await taxonomies.ensureTaxonomy({ name: 'pa_size', label: 'Size', kind: 'attribute', hierarchical: false });
      return [
        await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue' }),
        await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red' }),
        await taxonomies.ensureTerm({ taxonomy: 'pa_size', name: 'S' }),
        await taxonomies.ensureTerm({ taxonomy: 'pa_size', name: 'M' }),
      ] as const;
    });
    const version = (sku: string, color: number, price: number, isSoldOut = false) => ({
      ...VARIATION,
      sku,
      termIds: [color, sku.endsWith('S') ? small : medium],
      price: tag(price),
      stock: isSoldOut ? ('outofstock' as const) : ('instock' as const),
    });
    await shop.save({
      name: 'Alfa',
      price: null,
      taxRate: 23,
      variations: [
        version('A-BS', blue, 4000, true),
        version('A-BM', blue, 6000),
        version('A-RM', red, 5000),
        version('A-RS', red, 3000, true),
      ],
    });
    await shop.save({ name: 'Tania', price: null, taxRate: 8, variations: [version('T-B', blue, 4500)] });
    await shop.save({ name: 'Droga', price: null, taxRate: 0, variations: [version('D-B', blue, 8500)] });
    await shop.save({ name: 'Gone', price: null, taxRate: 23, variations: [version('G-R', red, 5500, true)] });
  }, 240_000);
  afterAll(() => shop?.close());

  async function filter(query: object): Promise<Body> {
    const { body } = await shop.rest('POST', '/facet/v1/filter', { query }, { auth: null });
    return body as Body;
  }
  /** Name, `data-price` and displayed price of the cards. */
  const cards = async (query: object): Promise<readonly (readonly [string, string, string])[]> =>
    (await filter(query)).results_html
      .split(/<li class="card/)
      .slice(1)
      .map((card) => [
        /card__name"><a[^>]*>([^<]*)/.exec(card)?.[1] ?? '',
        /data-price="([^"]*)"/.exec(card)?.[1] ?? '',
        (/price__now">([^<]*)/.exec(card)?.[1] ?? '').replace(/\s/g, ' '),
      ]);
  const pricesOf = async (query: object): Promise<string[]> =>
    (await cards(query)).map(([name, price]) => `${name} ${price}`);
  /** Both ends of the price slider. */
  async function ends(query: object): Promise<(string | undefined)[]> {
    const { facets_html: html } = await filter(query);
    return ['min', 'max'].map(
      (end) => new RegExp(`name="sf_price\\[${end}\\]"[^>]*placeholder="([^"]*)"`).exec(html)?.[1],
    );
  }

  it('sorts by the price that the card shows if the cheapest version is sold out', async () => {
    expect(await cards({ sf_color: 'blue', sf_orderby: 'price' })).toEqual([
      ['Tania', '45.00', 'PLN 45.00'],
      ['Alfa', '60.00', 'PLN 60.00'],
      ['Droga', '85.00', 'PLN 85.00'],
    ]);
    expect(await pricesOf({ sf_color: 'blue', sf_orderby: 'price-desc' })).toEqual([
      'Droga 85.00',
      'Alfa 60.00',
      'Tania 45.00',
    ]);
    expect(await pricesOf({ sf_orderby: 'price' })).toEqual(['Tania 45.00', 'Alfa 50.00', 'Gone 55.00', 'Droga 85.00']);
  });

  it('begins the slider at what can be bought', async () => {
    expect(await ends({})).toEqual(['45', '85']);
    expect(await ends({ sf_color: 'red' })).toEqual(['50', '55']);
  });

  it('still finds sold-out versions', async () => {
    expect(await pricesOf({ sf_color: 'red', sf_stock: 'outofstock', sf_orderby: 'price' })).toEqual([
      'Alfa 30.00',
      'Gone 55.00',
    ]);
  });

  it('keeps the prices of visitors for users to whom a plugin shows others', async () => {
    const { db } = shop.site;
    const generation = async (): Promise<unknown> => (await db()('facet_state').first('generation'))?.generation;
    await shop.inContext(() => shop.scope.updateOption('trade_shop', 'users'));
    const before = await generation();
    const user = await shop.rest('POST', '/facet/v1/filter', { query: { sf_price: '45-46' } });
    expect((user.body as Body).results_html).toMatch(/41\.67 net/);
    expect(await pricesOf({ sf_price: '45-46' })).toEqual(['Tania 45.00']);
    expect(await generation()).toBe(before);
    await shop.inContext(() => shop.scope.updateOption('trade_shop', 'no'));
  });

  it('notices another display in the job of each minute where only users visit', async () => {
    const netPrices = async (): Promise<unknown> =>
      (await shop.site.db()('facet_state').first('net_prices'))?.net_prices;
    await shop.inContext(() => shop.scope.updateOption('trade_shop', 'yes'));
    await shop.inContext(() => shop.scope.doAction('store/price_tick'));
    expect(await netPrices()).toBe(1);
    await shop.inContext(() => shop.scope.updateOption('trade_shop', 'no'));
    await shop.inContext(() => shop.scope.doAction('store/price_tick'));
    expect(await netPrices()).toBe(0);
  });

  describe.each([
    [
      'the setting for the tax display',
      async (isNet: boolean): Promise<void> => {
        const mode = isNet ? 'netto' : 'brutto';
        const { status } = await shop.rest('POST', '/shop/v1/settings/storefront', { tax_display_mode: mode });
        expect(status).toBe(200);
      },
    ],
    [
      'a plugin that changes the price display',
      async (isNet: boolean): Promise<void> =>
        void (await shop.inContext(() => shop.scope.updateOption('trade_shop', isNet ? 'yes' : 'no'))),
    ],
  ])('without tax, by %s', (_name, showNet) => {
    beforeAll(() => showNet(true));
    afterAll(() => showNet(false));

    it('sorts, filters and draws the slider by the prices shown, at each rate', async () => {
      expect(await cards({ sf_color: 'blue', sf_orderby: 'price' })).toEqual([
        ['Tania', '41.67', 'PLN 41.67 net'],
        ['Alfa', '48.78', 'PLN 48.78 net'],
        ['Droga', '85.00', 'PLN 85.00 net'],
      ]);
      expect(await pricesOf({ sf_price: '41-42' })).toEqual(['Tania 41.67']);
      expect(await pricesOf({ sf_price: '45-46' })).toEqual([]);
      // Alfa costs more than Tania with tax, and less without it.
      expect(await pricesOf({ sf_orderby: 'price' })).toEqual([
        'Alfa 40.65',
        'Tania 41.67',
        'Gone 44.72',
        'Droga 85.00',
      ]);
      // The ends of the slider are round numbers that include all products.
      expect(await ends({})).toEqual(['40.64', '85']);
    });

    it('goes by prices with tax again once they are shown', async () => {
      await showNet(false);
      expect(await pricesOf({ sf_price: '45-46' })).toEqual(['Tania 45.00']);
      expect(await ends({})).toEqual(['45', '85']);
      await showNet(true);
      expect(await pricesOf({ sf_price: '41-42' })).toEqual(['Tania 41.67']);
    });
  });
});
