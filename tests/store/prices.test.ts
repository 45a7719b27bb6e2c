import { createContext, runInContext } from '../../core/context/index.js';
import type { PriceChange, ProductSummary } from '../../plugins/store/contract/index.js';
import { allEngines } from '../kit/databases.js';
import { bootShop, moment, type ShopSite, VARIATION } from './shop-site.js';
import { assertDefined } from '../kit/assert-defined.js';

const tag = (
  regular: number,
  sale: number | null = null,
  saleFrom: string | null = null,
  saleTo: string | null = null,
) => ({ regular, sale, saleFrom, saleTo });

describe.each(allEngines)('product price on %s', (engine) => {
  let shop: ShopSite;
  let red: number;
  let blue: number;
  beforeAll(async () => {
    shop = await bootShop(engine);
    await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_color',
        label: 'Color',
        kind: 'attribute',
        hierarchical: false,
      });
      red = await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red' });
      blue = await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue' });
    });
  });
  afterAll(() => shop.close());
  const row = async (id: number) => shop.site.db()('store_products').where({ id }).first<Record<string, unknown>>();
  const recordOf = async (id: number) =>
    (await shop.inContext(() => shop.scope.services.get('store.catalog').recordsOf([id])))[0];

  it('announces each change once with the previous price', async () => {
    const id = await shop.save({ name: 'Announced', price: tag(10_000) });
    expect(shop.announced()).toMatchObject([
      { productId: id, variationId: 0, before: null, after: 10_000, cause: 'edit' },
    ]);
    await shop.save({ id, name: 'Announced', price: tag(10_000, 8000) });
    expect(shop.announced()).toMatchObject([{ productId: id, before: 10_000, after: 8000, tag: tag(10_000, 8000) }]);
    await shop.save({ id, name: 'Renamed', price: tag(10_000, 8000) });
    expect(shop.announced()).toEqual([]);
  });

  it('rolls back when the price change action throws', async () => {
    const id = await shop.save({ name: 'Guarded', price: tag(10_000) });
    shop.announced();
    const undo = shop.scope.addAction('store/price_changed', () => {
      throw new Error('The history is full.');
    });
    await expect(shop.save({ id, name: 'Guarded', price: tag(5000) })).rejects.toBeDefined();
    undo();
    shop.announced();
    expect(await row(id)).toMatchObject({ regular_price: 10_000, price: 10_000 });
  });

  it('starts and ends a sale on schedule with an announcement', async () => {
    const id = await shop.save({ name: 'Planned', price: tag(10_000, 7000, moment(3600), moment(7200)) });
    expect(shop.announced()).toMatchObject([{ after: 10_000 }]);
    expect(await row(id)).toMatchObject({ price: 10_000, on_sale: 0 });
    expect(await shop.inContext(() => shop.parts.prices.tick())).toBe(0);

    const startedAt = moment(-60);
    await shop.site.db()('store_products').where({ id }).update({ sale_from: startedAt, price_due: startedAt });
    expect((await recordOf(id))?.price).toBe(7000);
    const before = await shop.inContext(() => shop.parts.changes.last());
    await shop.inContext(() => shop.parts.prices.tick());
    expect(shop.announced()).toMatchObject([{ productId: id, before: 10_000, after: 7000, cause: 'schedule' }]);
    expect(await row(id)).toMatchObject({ price: 7000, on_sale: 1 });
    expect(
      (await shop.inContext(() => shop.parts.changes.after(before, 10))).map(({ productId }) => productId),
    ).toEqual([id]);

    const ended = moment(-1);
    await shop.site.db()('store_products').where({ id }).update({ sale_to: ended, price_due: ended });
    await shop.inContext(() => shop.parts.prices.tick());
    expect(shop.announced()).toMatchObject([{ before: 7000, after: 10_000, cause: 'schedule' }]);
    expect(await row(id)).toMatchObject({ price: 10_000, on_sale: 0, price_due: null });
    expect(await shop.inContext(() => shop.parts.prices.tick())).toBe(0);
  });

  it('continues with other products’ sales when one product fails', async () => {
    const due = moment(-60);
    const ids: number[] = [];
    for (const name of ['First', 'Refused', 'Last'])
      ids.push(await shop.save({ name, price: tag(10_000, 7000, moment(3600)) }));
    await shop.site.db()('store_products').whereIn('id', ids).update({ sale_from: due, price_due: due });
    shop.announced();
    const undo = shop.scope.addAction('store/price_changed', (change: PriceChange) => {
      if (change.productId === ids[1]) throw new Error('not this one');
    });
    await shop.inContext(() => shop.parts.prices.tick());
    undo();
    expect(await Promise.all(ids.map(async (id) => (await row(id))?.price))).toEqual([7000, 10_000, 7000]);
    expect(await shop.inContext(() => shop.parts.prices.tick())).toBe(1);
    expect((await row(assertDefined(ids[1])))?.price).toBe(7000);
    shop.announced();
  });

  it('lets plugins filter the price HTML of cart and checkout lines', async () => {
    const id = await shop.save({ name: 'Carted', price: tag(10_000, 7000) });
    const shownPrices: unknown[] = [];
    const undo = shop.scope.addFilter(
      'store/price_html',
      (html: string, product: ProductSummary, context: string) => {
        if (context === 'cart') shownPrices.push([product.id, product.price, product.onSale]);
        return context === 'cart' ? `${html}<em>lowest before: 6</em>` : html;
      },
      10,
      3,
    );
    const buyer = shop.shopper();
    await buyer.get('/product/carted/');
    const cart = await buyer.submit({}, {}, 'add_to_cart');
    expect(cart.path).toBe('/cart/');
    expect(cart.text).toContain('<em>lowest before: 6</em>');
    expect(cart.text).toMatch(/<del[^>]*>.*100\.00.*<\/del>/);
    expect((await buyer.get('/checkout/')).text).toContain('<em>lowest before: 6</em>');
    undo();
    expect(shownPrices).toEqual([
      [id, 7000, true],
      [id, 7000, true],
    ]);
    shop.announced();
  });

  it('filters the price HTML only where it is shown', async () => {
    const id = await shop.save({ name: 'Shown once', price: tag(10_000, 7000) });
    const contexts: string[] = [];
    const cards: string[] = [];
    const undo = [
      shop.scope.addFilter(
        'store/price_html',
        (html: string, product: ProductSummary, context: string) => {
          if (product.id === id) contexts.push(context);
          return html;
        },
        10,
        3,
      ),
      shop.scope.addFilter(
        'store/product_html',
        (html: string, _record: unknown, card: ProductSummary) => {
          cards.push(card.priceHtml);
          return html;
        },
        10,
        3,
      ),
    ];
    const buyer = shop.shopper();
    const page = await buyer.get('/product/shown-once/');
    await buyer.submit({}, {}, 'add_to_cart');
    for (const undoFilter of undo) undoFilter();
    expect(contexts).toEqual(['single', 'cart']);
    // Content next to the price depends on the displayed price.
    expect(page.text).toContain(cards[0]);
    expect(cards[0]).toContain('<del');
    shop.announced();
  });

  it('schedules the price tick every minute', async () => {
    const event = await shop.inContext(() => shop.scope.wpGetScheduledEvent('store/price_tick'));
    expect(event).toMatchObject({ interval: 60 });
  });

  it('aggregates the price range of a product from its variations', async () => {
    const id = await shop.save({
      name: 'Range',
      variations: [
        { ...VARIATION, price: tag(6000), termIds: [red] },
        { ...VARIATION, price: tag(9000, 8000, null, moment(3600)), termIds: [blue] },
      ],
    });
    expect(shop.announced().map(({ productId, after }) => [productId, after])).toEqual([
      [id, 6000],
      [id, 8000],
    ]);
    expect(await row(id)).toMatchObject({
      type: 'variable',
      price: 6000,
      max_price: 8000,
      on_sale: 1,
      regular_price: null,
    });
    const ended = moment(-1);
    await shop.site
      .db()('store_variations')
      .where({ product_id: id, regular_price: 9000 })
      .update({ sale_to: ended, price_due: ended });
    await shop.inContext(() => shop.parts.prices.tick());
    expect(shop.announced()).toMatchObject([{ productId: id, before: 8000, after: 9000, cause: 'schedule' }]);
    expect(await row(id)).toMatchObject({ price: 6000, max_price: 9000, on_sale: 0 });
  });

  it('writes prices of many products in one batch', async () => {
    const ids = [await shop.save({ name: 'Many 1' }), await shop.save({ name: 'Many 2' })];
    shop.announced();
    await shop.inContext(() =>
      shop.parts.prices.write(
        ids.map((productId) => ({ productId, variationId: 0, tag: tag(4200) })),
        'import',
      ),
    );
    expect(shop.announced().map(({ productId, after, cause }) => [productId, after, cause])).toEqual(
      ids.map((id) => [id, 4200, 'import']),
    );
  });

  it('formats amounts in the shop’s currency', async () => {
    const service = shop.scope.services.get('store.catalog');
    expect(await shop.inContext(async () => service.formatPrice(123_456))).toMatch(/PLN.1,234\.56/);
    const polish = { ...createContext('test'), locale: 'pl_PL' };
    expect(await runInContext(polish, async () => service.formatPrice(123_456))).toMatch(/^1\s234,56\szł$/);
    expect([service.currency(), service.currencyDigits()]).toEqual(['PLN', 2]);
    await shop.inContext(() => shop.scope.updateOption('store_currency', 'JPY'));
    expect([service.currency(), service.currencyDigits()]).toEqual(['JPY', 0]);
    await shop.inContext(() => shop.scope.updateOption('store_currency', 'PLN'));
  });
});
