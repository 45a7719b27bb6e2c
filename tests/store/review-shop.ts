import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderRecord } from '../../plugins/store/orders/order-record.js';
import type { NewOrder } from '../../plugins/store/orders/order-store.js';
import { createOrderStore } from '../../plugins/store/orders/create-order-store.js';
import type { ReviewRow } from '../../plugins/store/reviews/tables.js';
import type { Engine } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';
import type { Browser } from './shopper.js';

/** The real store, with orders created without a checkout. */
export interface ReviewShop extends ShopSite {
  /** Creates an order, paid by default. */
  order(
    productIds: readonly number[],
    more?: Partial<NewOrder> & { readonly email?: string; readonly ago?: number },
  ): Promise<OrderRecord>;
  /** Creates and logs in a customer. */
  customer(login: string): Promise<{ readonly id: number; readonly browser: Browser }>;
  /** Stores approved reviews, one per customer and rating. @returns their ids */
  reviewed(productId: number, stars: readonly number[]): Promise<readonly number[]>;
  rows(): Promise<readonly ReviewRow[]>;
  /** Emails sent, with decoded subjects. */
  emails(): readonly string[];
}

const PASSWORD = 'a long customer password';

export async function bootReviewShop(engine: Engine): Promise<ReviewShop> {
  const shop = await bootShop(engine);
  const orders = createOrderStore({ db: shop.site.db });
  let count = 0;

  return {
    ...shop,
    async order(productIds, { email = 'anna@example.test', ago = 0, ...more } = {}) {
      count += 1;
      const person = {
        firstName: 'Anna',
        lastName: 'Próbna',
        company: '',
        address1: 'Prosta 1',
        address2: '',
        postcode: '00-001',
        city: 'Warszawa',
        country: 'PL',
        phone: '',
        email,
      };
      const order = await shop.inContext(() =>
        shop.site.db.transaction(() =>
          orders.insert({
            formToken: `form-${count}-${'0'.repeat(20)}`,
            status: 'completed',
            userId: 0,
            currency: 'PLN',
            billing: person,
            shipping: person,
            shippingMethod: 'courier',
            paymentMethod: 'transfer',
            itemsTotal: 10_000,
            deliveryTotal: 0,
            paymentFee: 0,
            taxTotal: 1870,
            total: 10_000,
            lines: productIds.map((productId) => ({
              productId,
              variationId: 0,
              name: `Product ${productId}`,
              sku: '',
              kind: 'physical' as const,
              quantity: 1,
              unitPrice: 10_000,
              total: 10_000,
              taxRate: 23,
              tax: 1870,
              details: [],
              data: {},
            })),
            note: '',
            locale: 'en_US',
            paymentDueAt: null,
            adjustments: [],
            taxes: { delivery: null, paymentFee: null, adjustments: [] },
            meta: [],
            ...more,
          }),
        ),
      );
      if (ago > 0)
        await shop.site
          .db()('store_orders')
          .where({ id: order.id })
          .update({ created_at: new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 19).replace('T', ' ') });
      return order;
    },
    async customer(login) {
      const id = (await shop.inContext(() =>
        shop.site.users.wpInsertUser({
          user_login: login,
          user_email: `${login}@example.test`,
          user_pass: PASSWORD,
          role: 'customer',
        }),
      )) as number;
      const browser = shop.shopper();
      await browser.logIn(login, PASSWORD);
      return { id, browser };
    },
    async reviewed(productId, stars) {
      const ids: number[] = [];
      for (const [index, rating] of stars.entries()) {
        count += 1;
        const time = new Date(Date.now() - (stars.length - index) * 60_000)
          .toISOString()
          .slice(0, 19)
          .replace('T', ' ');
        const [id] = (await shop.site
          .db()('store_reviews')
          .insert({
            product_id: productId,
            buyer: `mail:${count}@example.test`,
            user_id: 0,
            order_id: 0,
            email: `${count}@example.test`,
            name: `Buyer ${index + 1}`,
            stars: rating,
            title: '',
            content: `Text ${index + 1}`,
            search: `buyer ${index + 1} text`,
            status: 'pending',
            verified: 1,
            reply: '',
            created_at: time,
            updated_at: time,
          })) as [number];
        ids.push(id);
      }
      const admin = await shop.admin();
      await admin.get('/wp-admin/admin.php?page=store-reviews&status=pending');
      const { action, fields } = admin.form('_wpnonce');
      await admin.postAll(action, [
        ...Object.entries(fields).filter(([name]) => name !== 'reviews[]'),
        ...ids.map((id) => ['reviews[]', String(id)] as const),
        ['action', 'approved'],
      ]);
      return ids;
    },
    rows: async () => await shop.site.db()('store_reviews').orderBy('id').select<ReviewRow[]>('*'),
    emails() {
      const folder = join(shop.site.config.dataDir, 'mail');
      try {
        return readdirSync(folder)
          .sort()
          .map((file) => readFileSync(join(folder, file), 'utf8').replace(/=\r?\n/g, ''));
      } catch {
        return [];
      }
    },
  };
}
