import type { TranslationApi } from 'plinth';
import type { CartLine } from '../cart/cart-lines.js';
import { priceCart, type PriceCartDeps, type PricedCart, purchaseOf } from '../cart/priced-cart.js';
import type { Adjustment, DeliveryDays, Destination, Purchase } from '../contract/index.js';
import type { PriceRules } from '../prices/price-rules.js';
import type { AdjustmentCalculator } from '../commerce/adjust.js';
import type { DeliveryEstimates } from '../commerce/delivery-estimates.js';
import type { Deliveries, OfferedDelivery } from '../commerce/shipping-methods.js';
import type { DiscountResult } from '../commerce/discounts.js';
import type { Method } from '../commerce/method.js';
import { noPaymentMethod } from '../commerce/built-in-payments.js';
import type { PaymentBasis, PaymentChoice, PaymentMethods } from '../commerce/payment-methods.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import { calculateTotals, type Totals } from '../commerce/totals.js';

/** Shipping and payment methods available for a cart, and the total. */
export interface Quote {
  readonly cart: PricedCart;
  readonly purchase: Purchase;
  readonly deliveries: readonly OfferedDelivery[];
  /** Delivery days by id of the shipping methods that can be estimated. */
  readonly estimates: ReadonlyMap<string, DeliveryDays>;
  readonly payments: readonly PaymentChoice[];
  /** The selected method, or the first one; absent when there is none or the selected one is unknown. */
  readonly delivery: OfferedDelivery | undefined;
  readonly payment: PaymentChoice | undefined;
  /** Whether the total is zero, so that no payment method is needed. */
  readonly isFree: boolean;
  /** The basis passed to the payment methods. */
  readonly paymentBasis: PaymentBasis;
  /** Fees and discounts. */
  readonly adjustments: readonly Adjustment[];
  readonly refusedCodes: DiscountResult['refusedCodes'];
  readonly totals: Totals;
  /** Tax rate in percent of payment fees and of shipping methods without a rate of their own. */
  readonly shippingTaxRate: number;
}

export interface QuoteDeps extends PriceCartDeps {
  readonly commerceSettings: CommerceSettings;
  readonly methods: Pick<PaymentMethods, 'listAvailable' | 'fields' | 'problems'>;
  currency(): string;
  readonly rules: Pick<PriceRules, 'isTaxEnabled'>;
  readonly i18n: Pick<TranslationApi, '__' | '_n'>;
  readonly deliveries: Pick<Deliveries, 'listRates'>;
  readonly adjust: AdjustmentCalculator;
  readonly estimates: Pick<DeliveryEstimates, 'estimate'>;
}

/** The customer's selection, and their identity as far as known. */
export interface CheckoutSelection {
  readonly shippingMethod: string;
  readonly paymentMethod: string;
  readonly codes: readonly string[];
  readonly destination: Destination;
  readonly userId: number;
  readonly email: string;
}

/**
 * Calculates the offer for the current cart. An empty selection means the first method.
 * @param onlySelected whether to query only the selected shipping method, for the moment of storing the order
 */
export async function createQuote(
  deps: QuoteDeps,
  lines: readonly CartLine[],
  choice: CheckoutSelection,
  { onlySelected = false } = {},
): Promise<Quote> {
  const settings = await deps.commerceSettings.read();
  const shippingTaxRate = (await deps.rules.isTaxEnabled()) ? settings.shippingTaxRate : 0;
  const cart = await priceCart(deps, lines, choice.destination);
  const purchase = purchaseOf(cart, choice);
  const only = onlySelected && choice.shippingMethod !== '' ? { rateId: choice.shippingMethod } : {};
  const deliveries = cart.needsShipping ? await deps.deliveries.listRates(purchase, shippingTaxRate, only) : [];
  const estimates = await deps.estimates.estimate(purchase, deliveries);
  const delivery = selectMethod(deliveries, choice.shippingMethod);
  const availableLines = cart.lines.filter((line) => !line.unavailable);
  const shipping = delivery ?? { id: '', price: 0, taxRate: shippingTaxRate };
  const itemsTotal = availableLines.reduce((sum, line) => sum + line.total, 0);
  const toPay: PaymentBasis = {
    amount: itemsTotal + shipping.price,
    currency: deps.currency(),
    country: choice.destination.country,
    needsShipping: cart.needsShipping,
  };
  const adjustFor = (payment: string): Promise<DiscountResult> =>
    deps.adjust(
      purchase,
      {
        delivery: shipping.id,
        deliveryPrice: shipping.price,
        deliveryTaxRate: shipping.taxRate,
        payment,
        codes: choice.codes,
      },
      shippingTaxRate,
    );
  const offeredMethods = await deps.methods.listAvailable(
    toPay,
    onlySelected && choice.paymentMethod !== '' ? choice.paymentMethod : undefined,
  );
  const selectedMethod = selectMethod(offeredMethods, choice.paymentMethod);
  const firstResult = await adjustFor(selectedMethod?.id ?? '');
  const isComplete = availableLines.length > 0 && (delivery !== undefined || !cart.needsShipping);
  const isFree =
    isComplete &&
    calculateTotals(availableLines, shipping, { price: 0, taxRate: 0 }, firstResult.adjustments).total === 0;
  const [payments, payment] = isFree ? [[], noPaymentMethod(deps.i18n)] : [offeredMethods, selectedMethod];
  const { adjustments, refusedCodes } = isFree ? await adjustFor('') : firstResult;
  return {
    cart,
    purchase,
    paymentBasis: toPay,
    deliveries,
    estimates,
    payments,
    delivery,
    payment,
    isFree,
    adjustments,
    refusedCodes,
    totals: calculateTotals(
      availableLines,
      shipping,
      { price: payment?.price ?? 0, taxRate: shippingTaxRate },
      adjustments,
    ),
    shippingTaxRate,
  };
}

function selectMethod<T extends Method>(methods: readonly T[], id: string): T | undefined {
  return id === '' ? methods[0] : methods.find((method) => method.id === id);
}

/** Returns the ids of the products in an offer. */
export const purchasedIds = ({ purchase }: Pick<Quote, 'purchase'>): readonly number[] => [
  ...new Set(purchase.items.map(({ productId }) => productId)),
];
