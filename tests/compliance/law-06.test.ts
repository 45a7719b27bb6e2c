import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, CommandOutput } from '../../core/api/index.js';
import type { ProductEditor } from '../../plugins/store/contract/index.js';
import { createMoney } from '../../plugins/store/money/money.js';
import { createProductImport } from '../../plugins/store/products-admin/files/product-import.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite } from '../kit/site.js';
import type { Browser } from '../store/shopper.js';
import { bootRealShop, type RealShop } from './real-shop.js';

const QUIET: CommandOutput = {
  line: () => undefined,
  warn: () => undefined,
  rows: () => undefined,
  progress: () => ({ update: () => undefined, stop: () => undefined }),
};
const EDITOR = '/wp-admin/admin.php?page=store-product';
const LIST = '/wp-admin/admin.php?page=store-products';

/** All files that set prices, with the tests below that cover them. */
const WRITE_PATHS: Readonly<Record<string, readonly string[]>> = {
  'store/products-admin/form/product-screen.ts': ['the product form'],
  'store/products-admin/bulk/bulk-work.ts': ['bulk editing'],
  'store/products-admin/files/import-transaction.ts': ['a CSV import'],
  'store/catalog/product-editor.ts': ['the product service'],
  'store/catalog/product-writer.ts': ['the product form', 'bulk editing', 'a CSV import', 'the product service'],
  'store/prices/due-prices.ts': ['the start and end of a scheduled sale'],
  'store/generator/batch-writer.ts': ['the product generator'],
  'store/demo/load-demo.ts': ['the demo shop'],
};

/** Files that mention price columns beside SQL statements without setting prices. */
const OTHERS = [
  // The shared writer used by all of the above.
  'store/prices/price-writer.ts',
  // Creates the columns.
  'store/migrations/catalog.ts',
];

/** Whether a file saves products, writes price entries, or mentions price columns beside a statement that writes. */
function writesPrices(text: string): boolean {
  if (/\bproducts\.save\(|\bprices\.(?:write|announceNew)\(|\bwrite\([^)]*'schedule'\)/.test(text)) return true;
  return /\b(?:regular_price|sale_price)\b/.test(text) && /\.(?:update|insert)\(/.test(text);
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('the list of write paths of prices', () => {
  const plugins = join(__dirname, '../../plugins');

  it('law 06 lists every file that writes prices', () => {
    const found = sources(plugins)
      .filter((file) => writesPrices(readFileSync(file, 'utf8')))
      .map((file) => file.slice(plugins.length + 1));
    expect(found.sort()).toEqual([...Object.keys(WRITE_PATHS), ...OTHERS].sort());
  });

  it('law 06 tests every listed path', () => {
    const own = readFileSync(__filename, 'utf8');
    for (const path of new Set(Object.values(WRITE_PATHS).flat()))
      expect(own).toMatch(new RegExp(`it\\('law 06 [^']*${path}`));
  });
});

describe.each(defaultEngines)('the price history on %s', (engine) => {
  let shop: RealShop;
  let admin: Browser;
  beforeEach(async () => {
    shop = await bootRealShop(engine);
    admin = await shop.admin();
  });
  afterEach(() => shop.close());

  /** The price history of a product, current price last; checks that intervals have no gaps. */
  async function history(productId: number): Promise<number[]> {
    const rows = await shop.site
      .db()('compliance_prices')
      .where({ product_id: productId })
      .orderBy('id')
      .select<{ price: number; valid_from: string; valid_to: string | null }[]>('price', 'valid_from', 'valid_to');
    for (const [index, { valid_to }] of rows.entries()) expect(valid_to).toBe(rows[index + 1]?.valid_from ?? null);
    return rows.map(({ price }) => price);
  }
  const idOf = async (sku: string): Promise<number> =>
    (await shop.inContext(() => shop.parts.products.findBySku(sku)))?.productId ?? 0;
  async function sendForm(changes: Readonly<Record<string, string>>): Promise<void> {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...admin.form('modified').fields, ...changes }))
      body.append(name, value);
    await admin.upload(admin.last?.path ?? EDITOR, body);
  }

  it('law 06 adds an interval for the product form', async () => {
    await admin.get(EDITOR);
    await sendForm({ name: 'Mug', sku: 'MUG', status: 'publish', regular: '100' });
    const id = await idOf('MUG');
    await admin.get(`${EDITOR}&id=${id}`);
    await sendForm({ regular: '90' });
    await admin.get(`${EDITOR}&id=${id}`);
    await sendForm({ sale: '80' });
    expect(await history(id)).toEqual([10_000, 9000, 8000]);
  });

  it('law 06 adds an interval for bulk editing', async () => {
    const ids = [await shop.save({ name: 'Mug', sku: 'MUG' }), await shop.save({ name: 'Vase', sku: 'VASE' })];
    await admin.get(LIST);
    await admin.post(LIST, {
      ...admin.form().fields,
      'products[0]': String(ids[0]),
      'products[1]': String(ids[1]),
      action: 'edit',
    });
    await admin.submit({ action: 'preview' }, { price_how: 'less', price_by: '10,00' }, 'ids');
    await admin.submit({ action: 'apply' }, {}, 'ids');
    for (const id of ids) expect(await history(id)).toEqual([10_000, 9000]);
  });

  it('law 06 adds an interval for a CSV import', async () => {
    const read = (price: string) =>
      shop.inContext(() =>
        createProductImport({ scope: shop.scope, parts: shop.parts, money: createMoney(shop.scope) }).run(
          (async function* () {
            yield Buffer.from(`type;sku;name;status;regular_price\nproduct;MUG;Mug;publish;${price}`);
          })(),
          { dryRun: false },
        ),
      );
    for (const price of ['100.00', '85.00']) expect((await read(price)).problems).toEqual([]);
    expect(await history(await idOf('MUG'))).toEqual([10_000, 8500]);
  });

  it('law 06 adds an interval for the product service of plugins', async () => {
    const products = shop.site.plugins.services.get('store.products') as ProductEditor;
    const id = await shop.inContext(() => products.create({ name: 'Mug', sku: 'MUG', price: 7700 }));
    expect(await history(id)).toEqual([7700]);
  });

  it('law 06 adds an interval for the start and end of a scheduled sale', async () => {
    const timeAfter = (seconds: number): string =>
      new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const price = { regular: 10_000, sale: 8000, saleFrom: timeAfter(86_400), saleTo: timeAfter(172_800) };
    const id = await shop.save({ name: 'Mug', sku: 'MUG', price });
    expect(await history(id)).toEqual([10_000]);
    const products = () => shop.site.db()('store_products').where({ id });
    await products().update({ sale_from: timeAfter(-60), price_due: timeAfter(-60) });
    await shop.inContext(() => shop.parts.prices.tick());
    await products().update({ sale_to: timeAfter(-30), price_due: timeAfter(-30) });
    await shop.inContext(() => shop.parts.prices.tick());
    expect(await history(id)).toEqual([10_000, 8000, 10_000]);
  });

  it('law 06 adds an interval for the product generator', async () => {
    const generate = shop.site.plugins.registries.commands
      .all()
      .map(({ value }): Command => value)
      .find(({ name }) => name.startsWith('store generate'));
    await shop.inContext(() => generate?.run(['12'], { seed: '3' }, QUIET));
    await everyPriceIsKept(shop.site.db);
  });

  it('law 06 leaves no route of the REST API that writes prices', async () => {
    const { body } = await shop.rest('GET', '/');
    const routes = Object.entries(
      body.routes as Record<string, { endpoints: { methods: string[]; args: Record<string, unknown> }[] }>,
    );
    expect(routes.length).toBeGreaterThan(50);
    const writing = routes.filter(([, { endpoints }]) =>
      endpoints.some(
        ({ methods, args }) =>
          methods.some((method) => method !== 'GET') &&
          Object.keys(args).some((name) => /price$|^regular|^sale/.test(name)),
      ),
    );
    expect(writing.map(([route]) => route)).toEqual([]);
  });
});

it('law 06 adds an interval for the demo shop', async () => {
  const site = await bootSite({ demo: true });
  await everyPriceIsKept(site.site.db);
  await site.close();
});

/** Checks that the current price of each published product and variation is in the history. */
async function everyPriceIsKept(db: RealShop['site']['db']): Promise<void> {
  const products = await db()('store_products')
    .where({ status: 'publish', type: 'simple' })
    .whereNotNull('price')
    .select<{ id: number; price: number }[]>('id', 'price');
  const variations = await db()('store_variations')
    .whereNotNull('price')
    .select<{ id: number; product_id: number; price: number }[]>('id', 'product_id', 'price');
  const currentPrices = await db()('compliance_prices')
    .whereNull('valid_to')
    .select<{ product_id: number; variation_id: number; price: number }[]>('product_id', 'variation_id', 'price');
  const known = new Map(
    currentPrices.map(({ product_id, variation_id, price }) => [`${product_id}.${variation_id}`, price]),
  );
  expect(products.length + variations.length).toBeGreaterThan(5);
  for (const { id, price } of products) expect([id, known.get(`${id}.0`)]).toEqual([id, price]);
  for (const { id, product_id, price } of variations)
    expect([id, known.get(`${product_id}.${id}`)]).toEqual([id, price]);
}
