import type { TranslationApi } from 'plinth';
import { countryName } from './countries.js';
import { methodLabel } from '../commerce/method.js';
import type { OrderAddress } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { OrderNames, OrderRecord } from './order-record.js';
import { WAITS_FOR_TRANSFER } from './pending-payment.js';
import { PICKUP_METHOD } from '../commerce/delivery-estimates.js';
import { estimateText } from '../commerce/estimate-text.js';
import { taxByRate } from './order-taxes.js';

type Translator = Pick<TranslationApi, '__' | 'locale'>;

/** Returns the lines of an address in postal order. */
function addressLines(address: OrderAddress, locale: string): string[] {
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.company,
    address.address1,
    address.address2,
    `${address.postcode} ${address.city}`,
    countryName(address.country, locale),
    address.phone,
  ];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/**
 * Returns the view data of an order for pages and emails. Amounts and names are functions, because an email is rendered
 * in the customer's language, which may differ from that of the request that sends it.
 */
export function orderView(
  order: OrderRecord,
  { money, labels, names }: { money: Money; labels: Translator; names: OrderNames },
): object {
  const amount = (minor: number) => (): string => money.format(minor);
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    createdAt: order.createdAt,
    note: order.note,
    noteLines: splitLines(order.note),
    email: order.billing.email,
    tracking: order.tracking,
    keptUntil: order.paymentDueAt,
    customer: `${order.billing.firstName} ${order.billing.lastName}`,
    statusText: () => names.status(order.status),
    lines: order.lines.map((line) => ({
      name: line.name,
      sku: line.sku,
      quantity: line.quantity,
      taxRate: line.taxRate,
      unitPrice: amount(line.unitPrice),
      total: amount(line.total),
      tax: amount(line.tax),
      details: line.details,
    })),
    adjustments: order.adjustments.map((part) => ({
      label: part.label,
      amount: amount(part.amount),
      tax: part.tax === 0 ? null : amount(part.tax),
      code: part.code,
    })),
    details: order.details.map(({ label, value }) => ({ label, value })),
    items: amount(order.itemsTotal),
    delivery: order.deliveryTotal > 0 ? amount(order.deliveryTotal) : null,
    total: amount(order.total),
    tax: amount(order.taxTotal),
    taxed: order.taxTotal > 0,
    // For an old order whose rates could not be derived, the view shows only the total tax.
    taxes: (taxByRate(order) ?? [])
      .filter(({ tax }) => tax !== 0)
      .map(({ rate, gross, tax }) => ({ rate, net: amount(gross - tax), tax: amount(tax) })),
    deliveryRate: order.deliveryTax?.rate ?? null,
    paymentRate: order.paymentFeeTax?.rate ?? null,
    shipped: order.shippingMethod !== '',
    collected: order.shippingMethod === PICKUP_METHOD,
    arrives: deliveryEstimateText(order, labels),
    paymentFee: order.paymentFee > 0 ? amount(order.paymentFee) : null,
    shippingMethod: () => order.deliveryLabel || methodLabel(order.shippingMethod, labels),
    paymentMethod: () => names.payment(order.paymentMethod),
    billing: () => addressLines(order.billing, labels.locale()),
    shipping: () => addressLines(order.shipping, labels.locale()),
    sameAddress: addressLines(order.billing, 'en_US').join() === addressLines(order.shipping, 'en_US').join(),
  };
}

/**
 * Returns a function that formats the delivery estimate. Returns null if there is none, if nothing will be delivered,
 * or if the order is awaiting a bank transfer.
 */
function deliveryEstimateText(
  { deliveryEstimate, status, shippingMethod }: OrderRecord,
  { locale }: Translator,
): (() => string) | null {
  const isExpected = shippingMethod !== '' && !['cancelled', 'refunded', WAITS_FOR_TRANSFER].includes(status);
  return deliveryEstimate && isExpected ? () => estimateText(deliveryEstimate, locale()) : null;
}

/** Splits a text into its non-empty lines. */
function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
