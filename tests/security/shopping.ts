import { checkedBoxes } from '../compliance/real-shop.js';
import type { TestSite } from '../kit/site.js';
import { Browser, BUYER, type Fields, type Visit } from '../store/shopper.js';

export interface Purchase {
  readonly id: number;
  readonly number: string;
  readonly key: string;
}

/** Adds a product in stock to the cart. */
export async function fillCart(site: Pick<TestSite, 'site'>, buyer: Browser): Promise<void> {
  const row = await site.site
    .db()('store_products')
    .where({ status: 'publish', stock: 'instock', type: 'simple', kind: 'physical' })
    .orderBy('id')
    .first<{ slug: string }>('slug');
  await buyer.get(`/product/${row.slug}/`);
  await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
}

/** Submits the checkout form with all checkboxes ticked. */
export async function checkOut(buyer: Browser, fields: Fields = {}): Promise<Visit> {
  const { text } = await buyer.get('/checkout/');
  return buyer.submit(
    { place_order: '1' },
    { ...BUYER, payment_method: 'transfer', ...checkedBoxes(text), ...fields },
    'order_token',
  );
}

/** Buys one product. @returns the order */
export async function buy(site: Pick<TestSite, 'site'>, buyer: Browser, fields: Fields = {}): Promise<Purchase> {
  await fillCart(site, buyer);
  const { path, text } = await checkOut(buyer, fields);
  const key = /^\/order\/([0-9a-f]{48})\/$/.exec(path)?.[1];
  if (key === undefined) throw new Error(`Nothing was ordered: ${text}`);
  const { id, number } = await site.site.db()('store_orders').where({ order_key: key }).first<{
    id: number;
    number: string;
  }>('id', 'number');
  return { id, number, key };
}
