import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Engine } from '../kit/databases.js';
import { type BootOptions, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import type { Order, Orders } from '../../plugins/store/contract/index.js';
import { Browser, type Visit } from './shopper.js';

const STORE = join(__dirname, '../../plugins/store');

/** A product of the simplified test catalog. */
export interface TestProduct {
  readonly productId: number;
  readonly name: string;
  /** In minor units. */
  readonly price: number;
  readonly taxRate?: number;
  /** null: stock is not managed. */
  readonly stock: number | null;
  readonly kind?: 'physical' | 'digital';
  readonly categories?: string;
}

/** Cart, checkout and orders of the store on a catalog of one table. */
export interface CommerceSite extends TestSite {
  put(product: TestProduct): Promise<void>;
  stockOf(productId: number): Promise<number | null>;
  salesOf(productId: number): Promise<number>;
  orders(): Promise<Record<string, unknown>[]>;
  /** Decoded texts of the sent emails, oldest first. */
  emails(): string[];
  shopper(): Browser;
  /** Adds a product to a visitor's cart through the button of its page. */
  add(buyer: Browser, productId: string, quantity: string): Promise<Visit>;
  /** Loads an order through the service; needs a request context. */
  orderOf(id: number): Promise<Order | null>;
  /** Returns `store.orders`; needs a request context. */
  service(): Orders;
  /** Installs and activates a single-file plugin. */
  extend(id: string, code: string): Promise<void>;
}

/** A bank account number with a valid checksum. */
export const ACCOUNT_NUMBER = 'PL61109010140000071219812874';

/** Tests place more orders at once than the default limits allow. */
export const UNLIMITED = { ordersPerEmail: 1000, ordersPerNetwork: 10_000, ordersPerSession: 1000 } as const;

/** Folders of the store that the plugin needs; copied, since the name of a bundle depends on the files of its folder. */
const PARTS = [
  'registries',
  'time',
  'boot',
  'cart',
  'checkout',
  'orders',
  'payments',
  'accounts',
  'contact',
  'orders-admin',
  'products',
  'emails',
  'commerce',
  'prices',
  'forms',
  'privacy',
  'money',
  'search-tokens',
  'contract',
  'migrations',
  'views',
  'assets',
  'languages',
];

const CATALOG = `
import { definePlugin, PlinthError } from 'plinth';
import { bootCommerce } from './boot/commerce.js';
import { orderMigrations } from './migrations/orders.js';
import { paymentMigrations } from './migrations/payments.js';

const products = { id: '001_products', up: (db) => db.createTable('test_products', (t) => {
  t.integer('productId').primary(); t.string('name', 200); t.integer('price'); t.integer('taxRate'); t.integer('stock').nullable(); t.string('kind', 10); t.string('categories', 100); t.integer('sales').defaultTo(0);
}) };

export default definePlugin({
  migrations: [products, ...orderMigrations, ...paymentMigrations],
  boot(scope) {
    const rows = () => scope.db()('test_products');
    const currency = () => 'PLN';
    scope.services.provide('store.catalog', () => ({
      formatPrice: (minor) => new Intl.NumberFormat(scope.locale().replace('_', '-'), { style: 'currency', currency: 'PLN' }).format(minor / 100), currency, currencyDigits: () => 2,
    }));
    scope.registerFrontRoute({ path: '/product/:id/', handler: (request) => ({ kind: 'page', title: 'Product', html: '<form method="post" action="/cart/">' + scope.wpNonceField('store_cart') + '<input name="add_to_cart" value="' + Number(request.params.id) + '"><input type="number" name="quantity" value="1"><button>Add to cart</button></form>' }) });
    globalThis.sellingOrders = () => scope.services.get('store.orders');
    return bootCommerce(scope, {
      async find(keys) {
        const found = await rows().whereIn('productId', keys.map((key) => key.productId)).select('*');
        return found.map((p) => ({ productId: p.productId, variationId: 0, name: p.name, variationName: '', url: scope.homeUrl('/product/' + p.productId + '/'), image: null, sku: 'SKU-' + p.productId, price: p.price, regularPrice: p.price, taxRate: p.taxRate, stockQuantity: p.stock, stock: p.stock === 0 ? 'outofstock' : 'instock', kind: p.kind, weight: 100, categoryIds: p.categories === '' ? [] : p.categories.split(',').map(Number), supply: { handlingDays: 0, expectedOn: '' } }));
      },
      async reduceStock(lines) {
        for (const { productId, quantity } of lines) {
          const row = await rows().where({ productId }).first('stock');
          if (row?.stock === null) continue;
          const taken = await rows().where({ productId }).where('stock', '>=', quantity).decrement('stock', quantity);
          if (taken === 0) throw new PlinthError('store_out_of_stock', 'Sold out.', { status: 409, hint: 'Buy less.' });
        }
      },
      async restoreStock(lines) { for (const { productId, quantity } of lines) await rows().where({ productId }).whereNotNull('stock').increment('stock', quantity); },
      async countSale(lines) { for (const { productId, quantity } of lines) await rows().where({ productId }).increment('sales', quantity); },
    }, async (lines) => new Map(lines.map((line) => [line.key, '<span class="price">' + scope.services.get('store.catalog').formatPrice(line.unitPrice) + '</span>'])));
  },
});
`;

const MANIFEST = {
  name: 'Selling',
  version: '1.0.0',
  description: 'Sells.',
  author: 'Plinth',
  requiresCore: '*',
  main: 'index.ts',
  textDomain: 'store',
  contributes: {
    capabilities: { manage_shop: ['administrator'] },
    roles: { customer: { label: 'Customer', capabilities: ['read'] } },
  },
};

/** The order service of the site booted last. */
function orders(): Orders {
  return (globalThis as unknown as { sellingOrders: () => Orders }).sellingOrders();
}

/** @param more additional options of the site */
export async function bootCommerce(engine: Engine, more: Pick<BootOptions, 'smtpUrl'> = {}): Promise<CommerceSite> {
  const site = await bootSite({
    engine,
    ...more,
    setup: {
      name: 'commerce',
      async run(test) {
        await activatePlugin(test, 'selling', sources());
        await test.inContext(() =>
          test.site.options.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER, ...UNLIMITED }),
        );
      },
    },
  });
  const rows = () => site.site.db()('test_products');

  return {
    ...site,
    async put({ taxRate = 23, kind = 'physical', categories = '', ...product }) {
      await rows()
        .insert({ taxRate, kind, categories, ...product })
        .onConflict('productId')
        .merge();
    },
    stockOf: async (productId) => (await rows().where({ productId }).first<{ stock: number | null }>('stock')).stock,
    salesOf: async (productId) => (await rows().where({ productId }).first<{ sales: number }>('sales')).sales,
    orders: async () => site.site.db()('store_orders').orderBy('id').select<Record<string, unknown>[]>('*'),
    emails() {
      const folder = join(site.site.config.dataDir, 'mail');
      try {
        return readdirSync(folder)
          .sort()
          .map((file) => decodeEmail(readFileSync(join(folder, file), 'utf8')));
      } catch {
        return [];
      }
    },
    shopper: () => new Browser(site.url),
    async add(buyer, productId, quantity) {
      await buyer.get(`/product/${productId}/`);
      return buyer.submit({}, { quantity }, 'add_to_cart');
    },
    orderOf: (id) => orders().get(id),
    service: orders,
    extend: (id, code) => activatePlugin(site, id, { 'index.js': code }),
  };
}

/** Decodes an email sufficiently to search its text. */
export function decodeEmail(raw: string): string {
  const quoted = raw
    .replace(/=\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replace(/=/g, ''), 'hex').toString('utf8'));
  const text = quoted.replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_all, text: string) => text.replace(/_/g, ' '));
  const headers = text.replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_all, text: string) =>
    Buffer.from(text, 'base64').toString('utf8'),
  );
  return headers.replace(
    /Content-Transfer-Encoding: base64\n(?:[\w-]+:.*\n)*\n([A-Za-z0-9+/=\n]+)/g,
    (_all, text: string) => Buffer.from(text.replace(/\n/g, ''), 'base64').toString('utf8'),
  );
}

function sources(): Record<string, string> {
  return {
    'plugin.json': JSON.stringify(MANIFEST),
    'index.ts': CATALOG,
    ...(Object.assign({}, ...PARTS.map(textsOf)) as Record<string, string>),
  };
}

/** Contents of the text files in a folder of the store, by path. */
function textsOf(folder: string): Record<string, string> {
  try {
    const entries = readdirSync(join(STORE, folder), { withFileTypes: true, recursive: true }).filter((entry) =>
      entry.isFile(),
    );
    return Object.fromEntries(
      entries.map((entry) => [
        relative(STORE, join(entry.parentPath, entry.name)).split(sep).join('/'),
        readFileSync(join(entry.parentPath, entry.name), 'utf8'),
      ]),
    );
  } catch {
    return {};
  }
}
