import { defaultEngines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import { SELLER, compliantProduct } from './lawful-shop.js';
import { bootRealShop, type RealShop } from './real-shop.js';

const HONEY = {
  sector_food: true,
  food_ingredients: 'Linden honey',
  food_allergens: 'None',
  food_origin: 'Poland',
  food_operator: 'Pasieka Lipiec\nul. Miodowa 1, 16-300 Augustów',
};

interface Result {
  readonly id: string;
  readonly state: string;
  readonly description: string;
}

describe.each(defaultEngines)('information required by sector on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;
  let productId = 0;

  beforeAll(async () => {
    shop = await bootRealShop(engine, { uncached: true });
    owner = await shop.admin();
    productId = await shop.save(compliantProduct('HONEY', null));
    await shop.rest('POST', '/shop/v1/settings/general', SELLER);
  });
  afterAll(() => shop.close());

  const setFields = (fields: Record<string, string | boolean>): Promise<unknown> =>
    shop.inContext(() => shop.scope.services.get('store.products').setFields([productId], fields));
  const check = async (): Promise<Result> =>
    (
      JSON.parse((await owner.get('/wp-admin/admin.php?page=compliance&export=json')).text) as { checks: Result[] }
    ).checks.find(({ id }) => id === 'sectors') as Result;
  const productPage = async (): Promise<string> => {
    const row = await shop.site.db()('store_products').where({ id: productId }).first<{ slug: string }>('slug');
    return (await shop.shopper().get(`/product/${row.slug}/`)).text;
  };

  it('is neither good nor missing while no product is marked', async () => {
    expect((await check()).state).toBe('off');
    expect(await productPage()).not.toContain('id="product-information"');
  });

  it('lists what a food lacks, and shows all of it once complete', async () => {
    await setFields({ sector_food: true, food_origin: 'Poland' });
    const missing = await check();
    expect(missing.state).toBe('missing');
    for (const label of ['Ingredients', 'Allergens', 'Food business operator'])
      expect(missing.description).toContain(label);
    await setFields(HONEY);
    expect((await check()).state).toBe('good');
    const page = await productPage();
    for (const text of ['Linden honey', 'None', 'Poland', 'Pasieka Lipiec', 'Augustów']) expect(page).toContain(text);
  });

  it.each([
    ['80% cotton, 20% polyester', 'accepted'],
    ['100% linen', 'accepted'],
    ['Outside: 100% wool\nLining: 55% viscose, 45% acetate', 'accepted'],
    ['80% cotton', 'rejected'],
    ['cotton', 'rejected'],
    ['Outside: 100% wool\nLining: viscose', 'rejected'],
  ])('fiber composition “%s” is %s', async (fibers, expected) => {
    const outcome = setFields({ sector_food: false, sector_textile: true, textile_fibers: fibers });
    if (expected === 'rejected') return expect(outcome).rejects.toMatchObject({ code: 'store_product_invalid' });
    await outcome;
    expect((await check()).state).toBe('good');
    expect(await productPage()).toContain(fibers.split('\n')[0]);
  });

  it('requires the energy class and the information sheet, and adds the notices of equipment and batteries', async () => {
    await setFields({ sector_textile: false, sector_energy: true, sector_electrical: true, sector_battery: true });
    expect((await check()).description).toContain('Energy efficiency class');
    await setFields({ energy_class: 'D', energy_sheet: 'https://eprel.ec.europa.eu/qr/123456' });
    expect((await check()).state).toBe('good');
    const page = await productPage();
    expect(page).toContain('href="https://eprel.ec.europa.eu/qr/123456"');
    expect(page).toContain('take back old equipment of the same type free of charge');
    expect(page).toContain('used batteries');
  });
});
