import { checkedBoxes } from '../compliance/real-shop.js';
import { assertDefined } from '../kit/assert-defined.js';
import { type Page, type Visitor, visitor } from '../kit/visitor.js';
import type { Seeded } from '../kit/seeded.js';
import { type Form, formsOf } from '../security/forms.js';
import { BUYER } from '../store/shopper.js';
import type { OrderLog } from './order-log.js';

/** A product with unlimited stock. */
export interface ShopProduct {
  readonly productId: number;
  readonly slug: string;
}

export interface Shop {
  readonly url: string;
  readonly products: readonly ShopProduct[];
  /** Resolves to true once the site responds, or to false at the end of the run. */
  open(): Promise<boolean>;
}

type Customer = (person: Visitor, name: string, random: Seeded) => Promise<void>;

/** Runs customers one after another until the shop closes; a connection broken by a kill is not an error. */
export async function customers(
  kind: 'buyer' | 'declarer',
  shop: Shop,
  journal: OrderLog,
  random: Seeded,
): Promise<void> {
  const act = kind === 'buyer' ? buyer(shop, journal) : declarer(journal);
  for (let n = 1; await shop.open(); n++) {
    const own = random.branch(n);
    const address = `10.${own.whole(0, 255)}.${own.whole(0, 255)}.${own.whole(1, 254)}`;
    const name = `${kind}-${random.whole(0, 999_999_999)}-${n}@example.test`;
    try {
      await act(visitor(shop.url, { 'x-forwarded-for': address }), name, own);
    } catch (error) {
      if (!isCutOff(error)) throw error;
    }
  }
}

function buyer(shop: Shop, journal: OrderLog): Customer {
  return async (person, email, random) => {
    const { productId, slug } = random.pick(shop.products);
    const path = `/product/${slug}/`;
    const product = await person.get(path);
    const add = formWith(product, path, 'add_to_cart');
    if (!add) return void journal.refusals.push(`${product.status} for the product`);
    const quantity = random.whole(1, 3);
    const added = await person.post(add.action, {
      ...add.typed,
      ...Object.fromEntries(add.buttons),
      quantity: String(quantity),
    });
    if (added.status >= 400) return void journal.refusals.push(`${added.status} for the cart`);
    const checkout = await person.get('/checkout/');
    const form = formWith(checkout, '/checkout/', 'order_token');
    if (!form) return void journal.refusals.push(`${checkout.status} for the checkout`);
    const fields = {
      ...form.typed,
      ...BUYER,
      billing_email: email,
      payment_method: 'transfer',
      ...checkedBoxes(checkout.html),
      place_order: '1',
    };
    const order = { token: assertDefined(form.typed.order_token), email, productId, quantity, key: '', sent: 0 };
    journal.orders.push(order);
    const send = async (): Promise<void> => {
      order.sent++;
      const { status, location, html } = await waitedFor(journal, () => person.post(form.action, fields));
      order.key = /^\/order\/([0-9a-f]{48})\//.exec(location)?.[1] ?? '';
      if (order.key === '')
        journal.refusals.push(
          `${status} for an order: ${/class="[^"]*error[^"]*"[^>]*>([^<]*)/.exec(html)?.[1] ?? html.slice(0, 200)}`,
        );
    };
    try {
      await send();
    } catch (error) {
      // Half of the customers submit the form again.
      if (!isCutOff(error) || !random.chance(50) || !(await shop.open())) throw error;
      await send();
    }
  };
}

function declarer(journal: OrderLog): Customer {
  return async (person, email, random) => {
    const page = await person.get('/withdrawal/');
    const form = formWith(page, '/withdrawal/', 'declaration_name');
    if (!form) return void journal.refusals.push(`${page.status} for the form of a withdrawal`);
    const review = await person.post(form.action, {
      ...form.typed,
      declaration_name: `Ewa ${random.whole(1, 99)}`,
      declaration_order: 'unknown',
      declaration_email: email,
    });
    const last = formWith(review, '/withdrawal/', 'declaration_name');
    if (!last) return void journal.refusals.push(`${review.status} for a look at a withdrawal`);
    const declaration = { email, hash: '' };
    journal.declarations.push(declaration);
    const { status, html } = await waitedFor(journal, () => person.post(last.action, { ...last.typed, confirm: '1' }));
    declaration.hash = /\b[0-9a-f]{64}\b/.exec(status === 200 ? html : '')?.[0] ?? '';
    if (declaration.hash === '') journal.refusals.push(`${status} for a withdrawal`);
  };
}

async function waitedFor(journal: OrderLog, request: () => Promise<Page>): Promise<Page> {
  journal.waiting++;
  try {
    return await request();
  } finally {
    journal.waiting--;
  }
}

function formWith({ html }: Page, url: string, field: string): Form | undefined {
  return formsOf(html, url).find(({ fields }) => field in fields);
}

/** Whether an error is that of a broken connection. */
function isCutOff(error: unknown): boolean {
  return /^TypeError: (?:fetch failed|terminated)/.test(String(error));
}
