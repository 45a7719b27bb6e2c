import type { PluginScope } from 'plinth';
import type { Catalog, FormContext, FormError } from '../store/shop.js';
import type { Settings } from '../settings/settings.js';

interface OrderLimitDeps {
  readonly scope: Pick<PluginScope, 'addFilter' | '__' | '_n'>;
  readonly settings: Settings;
  catalog(): Catalog | undefined;
}

interface CartLine {
  readonly quantity: number;
  /** Minor units, as shown at the checkout; the store refuses an order whose prices have changed since. */
  readonly seenPrice: number;
}

const isCartLine = (value: unknown): value is CartLine => {
  const { quantity, seenPrice } = (value ?? {}) as Partial<CartLine>;
  return typeof quantity === 'number' && typeof seenPrice === 'number';
};

/** Refuses orders below the minimum value or the minimum number of items. */
export function registerOrderLimits({ scope, settings, catalog }: OrderLimitDeps): void {
  const { __, _n } = scope;
  scope.addFilter(
    'store/form_errors',
    async (errors: readonly FormError[], context: FormContext) => {
      if (context.location !== 'checkout') return errors;
      const values = await settings.values();
      const [value, quantity] = [values.number('min_order_value'), values.number('min_order_quantity')];
      const shop = catalog();
      if (!shop || (value <= 0 && quantity <= 0)) return errors;
      const stored = context.request.session.get('store_cart');
      const lines = Array.isArray(stored) ? (stored as unknown[]).filter(isCartLine) : [];
      const sum = lines.reduce((all, line) => all + line.seenPrice * line.quantity, 0);
      const items = lines.reduce((all, line) => all + line.quantity, 0);
      const min = Math.round(value * 10 ** shop.currencyDigits());
      const limitErrors: FormError[] = [];
      if (sum < min)
        limitErrors.push({
          field: 'checkout-sum',
          message: __(
            'The minimum order value is %1$s; your products total %2$s.',
            shop.formatPrice(min),
            shop.formatPrice(sum),
          ),
        });
      if (items < quantity)
        limitErrors.push({
          field: 'checkout-sum',
          message: _n(
            'Your order must contain at least %d item.',
            'Your order must contain at least %d items.',
            quantity,
          ),
        });
      return [...errors, ...limitErrors];
    },
    5,
    2,
  );
}
