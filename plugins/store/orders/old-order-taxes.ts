import type { TaxShare } from '../contract/index.js';
import { taxInside } from '../money/tax.js';
import type { OrderTaxes } from './order-taxes.js';

/** An order as stored before its taxes were stored in separate rows. */
export interface OldOrder {
  /** Order lines, in order. */
  readonly lines: readonly {
    readonly productId: number;
    readonly taxRate: number;
    readonly total: number;
    readonly tax: number;
  }[];
  /** Fees and discounts, in order. */
  readonly adjustments: readonly { readonly kind: 'fee' | 'discount'; readonly amount: number; readonly tax: number }[];
  readonly deliveryTotal: number;
  readonly paymentFee: number;
  readonly taxTotal: number;
}

/** An order line with the amount still payable after discounts. */
interface Left {
  readonly productId: number;
  readonly taxRate: number;
  readonly remaining: number;
}

/** Lines after some discounts were applied, with the share that each discount took. */
interface DiscountedLines {
  readonly lines: readonly Left[];
  readonly freeDelivery: boolean;
  readonly shares: readonly (readonly TaxShare[])[];
}

/**
 * Tax rates tried before those of the goods: delivery has either the standard rate or the rate of the delivered goods.
 */
const COMMON_RATES = [23, 8, 5, 0];
/** Maximum number of products whose subsets are tried; at most 2^8 subsets. */
const MAX_PRODUCTS = 8;
const MAX_TRIES = 20_000;

/**
 * Derives the tax rates of delivery, fees and discounts of an old order from the tax amounts it has stored. Used by the
 * migration that stores taxes by row.
 * @returns undefined when no combination of rates explains the order's tax to the minor unit
 */
export function oldOrderTaxes(order: OldOrder): OrderTaxes | undefined {
  const rates = [
    ...new Set([...(order.taxTotal === 0 ? [0] : []), ...COMMON_RATES, ...order.lines.map(({ taxRate }) => taxRate)]),
  ];
  const explain = (gross: number, tax: number): number | undefined =>
    rates.find((rate) => taxInside(gross, rate) === tax);

  const known = [...order.lines, ...order.adjustments].reduce((sum, { tax }) => sum + tax, 0);
  const shipping = shippingOf(order, order.taxTotal - known, rates);
  if (!shipping) return undefined;
  const deliveryRate = (amount: number, tax: number): number | undefined => {
    if (amount !== order.deliveryTotal) return undefined;
    return shipping.delivery?.tax === tax ? shipping.delivery.rate : explain(amount, tax);
  };

  const discounts = order.adjustments.filter(({ kind }) => kind === 'discount');
  const discountShares = takeOff(
    order.lines,
    discounts.map(({ amount, tax }) => ({ amount: 0 - amount, tax: 0 - tax })),
    deliveryRate,
  );
  if (!discountShares) return undefined;
  const adjustments: (readonly TaxShare[])[] = [];
  for (const adjustment of order.adjustments) {
    const { kind, amount, tax } = adjustment;
    const rate = explain(amount, tax);
    if (kind === 'discount') adjustments.push(discountShares[discounts.indexOf(adjustment)] ?? []);
    else if (rate === undefined) return undefined;
    else adjustments.push([{ rate, amount, tax, line: null }]);
  }
  return { ...shipping, adjustments };
}

/** Returns the rates of delivery and payment fee; prefers the same rate for both when it explains their tax. */
function shippingOf(
  { deliveryTotal, paymentFee }: OldOrder,
  tax: number,
  rates: readonly number[],
): Pick<OrderTaxes, 'delivery' | 'paymentFee'> | undefined {
  const pairs = [
    ...rates.map((rate) => [rate, rate] as const),
    ...rates.flatMap((delivery) => rates.map((fee) => [delivery, fee] as const)),
  ];
  const found = pairs.find(
    ([delivery, fee]) => taxInside(deliveryTotal, delivery) + taxInside(paymentFee, fee) === tax,
  );
  const share = (amount: number, rate: number): TaxShare | null =>
    amount > 0 ? { rate, amount, tax: taxInside(amount, rate), line: null } : null;
  return found && { delivery: share(deliveryTotal, found[0]), paymentFee: share(paymentFee, found[1]) };
}

/**
 * Distributes discounts over the lines they applied to. Tries the delivery first when the amount equals its price, then
 * all lines, the lines of one rate, and the lines of some products, until every tax amount matches.
 */
function takeOff(
  lines: OldOrder['lines'],
  reductions: readonly { readonly amount: number; readonly tax: number }[],
  deliveryRate: (amount: number, tax: number) => number | undefined,
): DiscountedLines['shares'] | undefined {
  let tries = 0;
  function solve(now: DiscountedLines, at: number): DiscountedLines | undefined {
    const reduction = reductions[at];
    if (!reduction) return now;
    const { amount, tax } = reduction;
    if (amount === 0) return solve({ ...now, shares: [...now.shares, []] }, at + 1);
    const rate = now.freeDelivery ? undefined : deliveryRate(amount, tax);
    if (rate !== undefined) {
      const solved = solve(
        {
          ...now,
          freeDelivery: true,
          shares: [...now.shares, [{ rate, amount: 0 - amount, tax: 0 - tax, line: null }]],
        },
        at + 1,
      );
      if (solved) return solved;
    }
    for (const choice of choices(now.lines)) {
      tries += 1;
      if (tries > MAX_TRIES) return undefined;
      const shares = reduce(now.lines, choice, reduction);
      const after =
        shares &&
        now.lines.map((line, index) => ({
          ...line,
          remaining: line.remaining + (shares.find((share) => share.line === index)?.amount ?? 0),
        }));
      const solved = after && solve({ ...now, lines: after, shares: [...now.shares, shares] }, at + 1);
      if (solved) return solved;
    }
    return undefined;
  }
  return solve(
    {
      lines: lines.map(({ productId, taxRate, total }) => ({ productId, taxRate, remaining: total })),
      freeDelivery: false,
      shares: [],
    },
    0,
  )?.shares;
}

type Choice = (line: Left) => boolean;

function* choices(lines: readonly Left[]): Generator<Choice> {
  yield () => true;
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))];
  if (rates.length > 1) for (const rate of rates) yield ({ taxRate }) => taxRate === rate;
  const products = [...new Set(lines.map(({ productId }) => productId))];
  if (products.length < 2 || products.length > MAX_PRODUCTS) return;
  for (let choice = 1; choice < 2 ** products.length - 1; choice++) {
    const ids = new Set(products.filter((_, index) => (choice >> index) % 2 === 1));
    yield ({ productId }) => ids.has(productId);
  }
}

/**
 * Distributes a reduction over the selected lines in proportion to what is left of each, as when the order was placed;
 * undefined when the resulting tax differs.
 */
function reduce(
  lines: readonly Left[],
  choice: Choice,
  { amount, tax }: { readonly amount: number; readonly tax: number },
): readonly TaxShare[] | undefined {
  let rest = lines.filter(choice).reduce((sum, { remaining }) => sum + remaining, 0);
  if (rest < amount) return undefined;
  let open = amount;
  const shares = lines.flatMap((line, index): TaxShare[] => {
    if (!choice(line)) return [];
    const part = rest > 0 ? Math.round((open * line.remaining) / rest) : 0;
    rest -= line.remaining;
    open -= part;
    return part === 0
      ? []
      : [
          {
            rate: line.taxRate,
            amount: 0 - part,
            tax: taxInside(line.remaining - part, line.taxRate) - taxInside(line.remaining, line.taxRate),
            line: index,
          },
        ];
  });
  return shares.reduce((sum, share) => sum - share.tax, 0) === tax ? shares : undefined;
}
