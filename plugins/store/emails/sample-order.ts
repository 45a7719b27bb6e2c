import type { OrderAddress } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import { taxShare } from '../money/tax.js';
import type { EmailExtraData } from './email-writer.js';

/** Amounts in minor units (hundredths). */
const [GOODS, DELIVERY] = [9998, 1500];

/**
 * Returns a sample order for email previews.
 * @param time UTC, `YYYY-MM-DD HH:MM:SS`
 */
export function sampleOrder(locale: string, currency: string, time: string): OrderRecord {
  const isPolish = locale.startsWith('pl');
  const address = sampleAddress(isPolish);
  const [goods, delivery] = [taxShare(GOODS, 23), taxShare(DELIVERY, 23)];
  return {
    id: 0,
    number: `${time.slice(0, 4)}-00001-1`,
    key: '0'.repeat(48),
    status: 'on-hold',
    userId: 0,
    billing: address,
    shipping: address,
    locale,
    lines: [sampleLine(isPolish, goods.tax)],
    shippingMethod: 'courier',
    deliveryLabel: '',
    paymentMethod: 'transfer',
    itemsTotal: GOODS,
    deliveryTotal: DELIVERY,
    paymentFee: 0,
    shippingTotal: DELIVERY,
    deliveryTax: delivery,
    paymentFeeTax: null,
    taxTotal: goods.tax + delivery.tax,
    total: GOODS + DELIVERY,
    currency,
    note: '',
    tracking: '',
    paymentDueAt: null,
    deliveryEstimate: null,
    createdAt: time,
    meta: {},
    details: [],
    adjustments: [],
  };
}

function sampleAddress(isPolish: boolean): OrderAddress {
  return {
    firstName: 'Anna',
    lastName: isPolish ? 'Przykładowa' : 'Example',
    company: '',
    address1: isPolish ? 'ul. Prosta 1' : '1 Straight Street',
    address2: '',
    postcode: '00-001',
    city: 'Warszawa',
    country: 'PL',
    phone: '',
    email: 'anna@example.com',
  };
}

function sampleLine(isPolish: boolean, tax: number): OrderRecord['lines'][number] {
  return {
    id: 0,
    productId: 0,
    variationId: 0,
    name: isPolish ? 'Kubek ceramiczny' : 'Stoneware mug',
    sku: 'SAMPLE-1',
    quantity: 2,
    unitPrice: GOODS / 2,
    total: GOODS,
    taxRate: 23,
    tax,
    kind: 'physical',
    details: [],
    data: {},
  };
}

/** Returns sample data of an email in addition to its order. */
export function sampleExtraData(kind: string, { total, currency, createdAt, locale }: OrderRecord): EmailExtraData {
  const isPolish = locale.startsWith('pl');
  if (kind === 'contact')
    return {
      name: 'Anna',
      email: 'anna@example.com',
      message: isPolish ? 'Czy kubek można myć w zmywarce?' : 'Is the mug dishwasher-safe?',
    };
  if (kind === 'payment_failed')
    return { problem: 'amount', method: 'transfer', paid: total - 100, due: total, currency };
  if (kind === 'refund')
    return {
      refund: {
        amount: total,
        currency,
        method: 'transfer',
        account: 'PL61 1090 1014 0000 0712 1981 2874',
        reason: '',
        part: '',
        totalRefunded: total,
        at: createdAt,
      },
    };
  if (kind === 'new_review')
    return { review: { id: 0, product: isPolish ? 'Kubek ceramiczny' : 'Stoneware mug', stars: 5 } };
  if (kind === 'confirm_back_in_stock')
    return {
      backInStockConfirmation: {
        product: isPolish ? 'Kubek ceramiczny' : 'Stoneware mug',
        confirmKey: 'sample',
        unsubscribeKey: 'sample',
      },
    };
  if (kind === 'back_in_stock')
    return {
      backInStock: { product: isPolish ? 'Kubek ceramiczny' : 'Stoneware mug', url: '', unsubscribeKey: 'sample' },
    };
  if (kind === 'review_request')
    return { products: [{ name: isPolish ? 'Kubek ceramiczny' : 'Stoneware mug', slug: 'sample' }] };
  return {};
}
