import type { TaxShare } from '../contract/index.js';
import { includedTax } from '../money/tax.js';
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

/** An order line with its amount after discounts, in minor units. */
interface RemainingLine {
  readonly productId: number;
  readonly taxRate: number;
  readonly remaining: number;
}

/** Order lines after some discounts were applied, with the tax shares of each discount. */
interface DiscountedLines {
  readonly lines: readonly RemainingLine[];
  readonly freeDelivery: boolean;
  readonly shares: readonly (readonly TaxShare[])[];
}

/**
 * Tax rates in percent that are tried before those of the order lines. Shipping has either the standard rate or the
 * rate of the shipped products.
 */
const COMMON_RATES = [23, 8, 5, 0];
/** Maximum number of products whose subsets are tried: 8 products have 2^8 subsets. */
const MAX_PRODUCTS = 8;
const MAX_ATTEMPTS = 20_000;

/**
 * Derives the tax rates of shipping, fees and discounts of an old order from its stored tax amounts. Used by the
 * migration that stores taxes in separate rows.
 * @returns undefined when no combination of rates results in exactly the order's tax
 */
export function oldOrderTaxes(order: OldOrder): OrderTaxes | undefined {
  const rates = [
    ...new Set([...(order.taxTotal === 0 ? [0] : []), ...COMMON_RATES, ...order.lines.map(({ taxRate }) => taxRate)]),
  ];
  const findRate = (gross: number, tax: number): number | undefined =>
    rates.find((rate) => includedTax(gross, rate) === tax);

  const knownTax = [...order.lines, ...order.adjustments].reduce((sum, { tax }) => sum + tax, 0);
  const shipping = deriveShippingTaxes(order, order.taxTotal - knownTax, rates);
  if (!shipping) return undefined;
  const deliveryRate = (amount: number, tax: number): number | undefined => {
    if (amount !== order.deliveryTotal) return undefined;
    return shipping.delivery?.tax === tax ? shipping.delivery.rate : findRate(amount, tax);
  };

  const discounts = order.adjustments.filter(({ kind }) => kind === 'discount');
  const discountShares = distributeDiscounts(
    order.lines,
    discounts.map(({ amount, tax }) => ({ amount: 0 - amount, tax: 0 - tax })),
    deliveryRate,
  );
  if (!discountShares) return undefined;
  const adjustments: (readonly TaxShare[])[] = [];
  for (const adjustment of order.adjustments) {
    const { kind, amount, tax } = adjustment;
    const rate = findRate(amount, tax);
    if (kind === 'discount') adjustments.push(discountShares[discounts.indexOf(adjustment)] ?? []);
    else if (rate === undefined) return undefined;
    else adjustments.push([{ rate, amount, tax, line: null }]);
  }
  return { ...shipping, adjustments };
}

/** Returns the tax shares of shipping and payment fee; prefers the same rate for both if it results in their tax. */
function deriveShippingTaxes(
  { deliveryTotal, paymentFee }: OldOrder,
  tax: number,
  rates: readonly number[],
): Pick<OrderTaxes, 'delivery' | 'paymentFee'> | undefined {
  const pairs = [
    ...rates.map((rate) => [rate, rate] as const),
    ...rates.flatMap((delivery) => rates.map((fee) => [delivery, fee] as const)),
  ];
  const found = pairs.find(
    ([delivery, fee]) => includedTax(deliveryTotal, delivery) + includedTax(paymentFee, fee) === tax,
  );
  const share = (amount: number, rate: number): TaxShare | null =>
    amount > 0 ? { rate, amount, tax: includedTax(amount, rate), line: null } : null;
  return found && { delivery: share(deliveryTotal, found[0]), paymentFee: share(paymentFee, found[1]) };
}

/**
 * Distributes discounts over the order lines. If a discount equals the shipping price, it is assigned to shipping
 * first. Then all lines, the lines of one rate, and the lines of some products are tried, until every tax amount
 * matches.
 */
function distributeDiscounts(
  lines: OldOrder['lines'],
  reductions: readonly { readonly amount: number; readonly tax: number }[],
  deliveryRate: (amount: number, tax: number) => number | undefined,
): DiscountedLines['shares'] | undefined {
  let attempts = 0;
  function solve(state: DiscountedLines, lineIndex: number): DiscountedLines | undefined {
    const reduction = reductions[lineIndex];
    if (!reduction) return state;
    const { amount, tax } = reduction;
    if (amount === 0) return solve({ ...state, shares: [...state.shares, []] }, lineIndex + 1);
    const rate = state.freeDelivery ? undefined : deliveryRate(amount, tax);
    if (rate !== undefined) {
      const solved = solve(
        {
          ...state,
          freeDelivery: true,
          shares: [...state.shares, [{ rate, amount: 0 - amount, tax: 0 - tax, line: null }]],
        },
        lineIndex + 1,
      );
      if (solved) return solved;
    }
    for (const choice of lineFilters(state.lines)) {
      attempts += 1;
      if (attempts > MAX_ATTEMPTS) return undefined;
      const shares = distributeDiscount(state.lines, choice, reduction);
      const after =
        shares &&
        state.lines.map((line, index) => ({
          ...line,
          remaining: line.remaining + (shares.find((share) => share.line === index)?.amount ?? 0),
        }));
      const solved = after && solve({ ...state, lines: after, shares: [...state.shares, shares] }, lineIndex + 1);
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

type LineFilter = (line: RemainingLine) => boolean;

function* lineFilters(lines: readonly RemainingLine[]): Generator<LineFilter> {
  yield () => true;
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))];
  if (rates.length > 1) for (const rate of rates) yield ({ taxRate }) => taxRate === rate;
  const products = [...new Set(lines.map(({ productId }) => productId))];
  if (products.length < 2 || products.length > MAX_PRODUCTS) return;
  for (let subset = 1; subset < 2 ** products.length - 1; subset++) {
    const ids = new Set(products.filter((_, index) => (subset >> index) % 2 === 1));
    yield ({ productId }) => ids.has(productId);
  }
}

/**
 * Distributes a discount over the selected lines in proportion to their remaining amounts, as when the order was
 * placed. Returns undefined if the resulting tax differs from the tax of the discount.
 */
function distributeDiscount(
  lines: readonly RemainingLine[],
  choice: LineFilter,
  { amount, tax }: { readonly amount: number; readonly tax: number },
): readonly TaxShare[] | undefined {
  let remainingTotal = lines.filter(choice).reduce((sum, { remaining }) => sum + remaining, 0);
  if (remainingTotal < amount) return undefined;
  let undistributed = amount;
  const shares = lines.flatMap((line, index): TaxShare[] => {
    if (!choice(line)) return [];
    const part = remainingTotal > 0 ? Math.round((undistributed * line.remaining) / remainingTotal) : 0;
    remainingTotal -= line.remaining;
    undistributed -= part;
    return part === 0
      ? []
      : [
          {
            rate: line.taxRate,
            amount: 0 - part,
            tax: includedTax(line.remaining - part, line.taxRate) - includedTax(line.remaining, line.taxRate),
            line: index,
          },
        ];
  });
  return shares.reduce((sum, share) => sum - share.tax, 0) === tax ? shares : undefined;
}
