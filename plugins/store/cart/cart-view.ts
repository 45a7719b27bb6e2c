import type { HookApi, PageRequest, PluginScope } from 'plinth';
import type { Adjustment, Purchase } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { includedTax } from '../money/tax.js';
import type { PriceLabels } from '../prices/price-labels.js';
import { adjustmentsView } from './adjusted-view.js';
import { readCodes } from './codes.js';
import type { LinePrices } from './line-prices.js';
import { type PriceCartDeps, type PricedCart, purchaseOf } from './priced-cart.js';
import { takeRemovedNotice } from './removed-line.js';

export const CART_NONCE = 'store_cart';

/** Calculates fees and discounts of a cart that has no shipping or payment method yet. */
export interface CartAdjust {
  (
    purchase: Purchase,
    codes: readonly string[],
  ): Promise<{
    readonly adjustments: readonly Adjustment[];
    readonly refusedCodes: readonly { readonly code: string; readonly reason: string }[];
  }>;
  acceptsCodes(): boolean;
}

/** Shipping costs of a cart before the destination is known. */
export interface CartDelivery {
  /** Prices in minor units, tax included. `deliveryEstimate` is the delivery estimate; '' when unknown. */
  readonly methods: readonly {
    readonly label: string;
    readonly price: number;
    readonly taxRate: number;
    readonly deliveryEstimate: string;
  }[];
  /** Amount missing for free shipping, in minor units; 0 when it is reached or not offered. */
  readonly freeShippingRemaining: number;
}

export interface CartViewDeps {
  readonly scope: Pick<PluginScope, '__' | 'wpNonceField' | 'homeUrl' | 'escHtml'> & Pick<HookApi, 'applyFilters'>;
  readonly pricing: Pick<PriceCartDeps, 'rules'>;
  readonly money: Money;
  readonly adjust: CartAdjust;
  delivery(purchase: Purchase): Promise<CartDelivery>;
  amounts(): Promise<PriceLabels>;
  readonly linePrices: LinePrices;
}

/** Creates the function that returns the data of the view `cart/cart` for a priced cart. */
export function createCartView({
  scope,
  pricing,
  money,
  adjust,
  delivery,
  amounts,
  linePrices,
}: CartViewDeps): (request: PageRequest, cart: PricedCart) => Promise<object> {
  const { __ } = scope;

  async function linesView(cart: PricedCart, labels: PriceLabels): Promise<readonly object[]> {
    const prices = await linePrices(cart.lines, ` ${scope.escHtml(__('each'))}`);
    return cart.lines.map((line) => ({
      key: line.key,
      name: line.name,
      url: line.sellable.url,
      image: line.sellable.image,
      quantity: line.quantity,
      max: line.max,
      unavailable: line.unavailable,
      details: line.details,
      priceHtml: prices.get(line.key) ?? '',
      total: labels.main(line.total, line.tax),
      secondaryTotal: labels.aside(line.total, line.tax),
    }));
  }

  async function deliveryView(cart: PricedCart, purchase: Purchase, labels: PriceLabels): Promise<object> {
    const { methods: shippingMethods, freeShippingRemaining } = labels.hidden
      ? { methods: [], freeShippingRemaining: 0 }
      : await delivery(purchase);
    return {
      methods: shippingMethods.map(({ label, price, taxRate, deliveryEstimate }) => ({
        label,
        arrives: deliveryEstimate,
        price: price > 0 ? labels.main(price, includedTax(price, taxRate)) : '',
      })),
      missing: freeShippingRemaining > 0 ? money.format(freeShippingRemaining) : '',
      progress: freeShippingRemaining > 0 ? Math.floor((cart.items * 100) / (cart.items + freeShippingRemaining)) : 0,
    };
  }

  async function extensionHtml(cart: PricedCart): Promise<object> {
    return {
      emptyHtml: cart.lines.length > 0 ? '' : await scope.applyFilters<string>('store/empty_cart_html', ''),
      moreHtml:
        cart.lines.length > 0
          ? await scope.applyFilters<string>('store/cart_html', '', [
              ...new Set(cart.lines.map(({ sellable }) => sellable.productId)),
            ])
          : '',
    };
  }

  return async (request, cart) => {
    const labels = await amounts();
    const codes = readCodes(request.session);
    const purchase = purchaseOf(cart, { userId: request.userId });
    const { adjustments, refusedCodes: rejectedCodes } = await adjust(purchase, codes);
    const total = adjustments.reduce((sum, { amount }) => sum + amount, cart.items);
    const tax = adjustments.reduce((sum, part) => sum + part.tax, cart.tax);
    return {
      problem: labels.hidden
        ? __(
            'Prices are currently unavailable, so you can’t place an order. Your cart is saved. Please try again in a few minutes.',
          )
        : '',
      changes: cart.changes,
      lines: await linesView(cart, labels),
      ...adjustmentsView({
        adjustments,
        refusedCodes: rejectedCodes,
        codes,
        acceptsCodes: adjust.acceptsCodes(),
        priceLabels: labels,
      }),
      items: labels.main(cart.items, cart.tax),
      total: labels.hidden ? labels.main(total, tax) : money.format(total),
      split: labels.showsNet && tax > 0 ? { net: money.format(total - tax), tax: money.format(tax) } : null,
      taxed: await pricing.rules.isTaxEnabled(),
      ready: !labels.hidden && cart.lines.length > 0 && cart.lines.every((line) => !line.unavailable),
      ...(await deliveryView(cart, purchase, labels)),
      deliveryUrl: await scope.applyFilters<string>('store/delivery_url', ''),
      removed: takeRemovedNotice(request.session),
      ...(await extensionHtml(cart)),
      nonceField: scope.wpNonceField(CART_NONCE),
      shopUrl: scope.homeUrl('/shop/'),
      cartUrl: scope.homeUrl('/cart/'),
    };
  };
}
