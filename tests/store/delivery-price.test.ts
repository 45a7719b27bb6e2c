import { deliveryMethods } from '../../plugins/store/commerce/built-in-shipping.js';
import { methodLabel } from '../../plugins/store/commerce/method.js';
import { calculateTotals } from '../../plugins/store/commerce/totals.js';
import { createCommerceSettings, type CommerceValues } from '../../plugins/store/commerce/commerce-settings.js';
import { ACCOUNT_NUMBER } from './selling-site.js';
import { waysToPay } from './payment-fixtures.js';

const i18n = { __: (text: string) => text };
const settings = (more: Partial<CommerceValues> = {}): Promise<CommerceValues> =>
  createCommerceSettings({
    getOption: async <T>() =>
      ({
        courierPrice: 1500,
        pickupPrice: 300,
        codFee: 200,
        freeFrom: 20_000,
        accountNumber: ACCOUNT_NUMBER,
        ...more,
      }) as T,
    updateOption: async () => true,
  }).read();
const prices = async (items: number, more: Partial<CommerceValues> = {}): Promise<unknown> =>
  deliveryMethods(await settings(more), { items, physical: true }, i18n).map(({ id, price }) => [id, price]);

describe('shipping method list', () => {
  it('makes shipping free from exactly the threshold', async () => {
    expect(await prices(19_999)).toEqual([
      ['courier', 1500],
      ['pickup', 300],
    ]);
    expect(await prices(20_000)).toEqual([
      ['courier', 0],
      ['pickup', 0],
    ]);
    expect(await prices(20_001)).toEqual([
      ['courier', 0],
      ['pickup', 0],
    ]);
  });

  it('keeps shipping paid without a threshold and makes it free with 0', async () => {
    expect(await prices(99_999_999, { freeFrom: null })).toEqual([
      ['courier', 1500],
      ['pickup', 300],
    ]);
    expect(await prices(0, { freeFrom: 0 })).toEqual([
      ['courier', 0],
      ['pickup', 0],
    ]);
  });

  it('returns the label and the pickup point as a note', async () => {
    expect(
      deliveryMethods(await settings({ pickupPlace: 'Prosta 1' }), { items: 1, physical: true }, i18n).map(
        ({ label, note }) => [label, note],
      ),
    ).toEqual([
      ['Courier', ''],
      ['Local pickup', 'Prosta 1'],
    ]);
    expect(
      (
        await waysToPay(settings).listAvailable({ amount: 1000, currency: 'PLN', country: 'PL', needsShipping: true })
      ).map(({ label, note }) => [label, note]),
    ).toEqual([
      ['Cash on delivery', expect.stringContaining('when you receive')],
      ['Bank transfer', expect.stringContaining('account number')],
    ]);
  });

  it('includes only enabled methods and none for digital orders', async () => {
    expect(await prices(1, { courier: false })).toEqual([['pickup', 300]]);
    expect(await prices(1, { pickup: false })).toEqual([['courier', 1500]]);
    expect(deliveryMethods(await settings(), { items: 1, physical: false }, i18n)).toEqual([]);
  });
});

describe('payment method list', () => {
  const listPaymentMethods = async (physical: boolean, more: Partial<CommerceValues> = {}): Promise<unknown> =>
    (
      await waysToPay(() => settings(more)).listAvailable({
        amount: 1000,
        currency: 'PLN',
        country: 'PL',
        needsShipping: physical,
      })
    ).map(({ id, price, initialStatus }) => [id, price, initialStatus]);

  it('charges the cash-on-delivery fee and sets the first status by method', async () => {
    expect(await listPaymentMethods(true)).toEqual([
      ['cod', 200, 'processing'],
      ['transfer', 0, 'on-hold'],
    ]);
  });

  it('offers cash on delivery only for shipped goods and transfers with an account', async () => {
    expect(await listPaymentMethods(false)).toEqual([['transfer', 0, 'on-hold']]);
    expect(await listPaymentMethods(true, { accountNumber: '' })).toEqual([['cod', 200, 'processing']]);
    expect(await listPaymentMethods(true, { cod: false })).toEqual([['transfer', 0, 'on-hold']]);
  });
});

it('adds up items, shipping, payment fee and the tax of all three', () => {
  expect(
    calculateTotals(
      [
        { total: 12_300, tax: 2300 },
        { total: 1050, tax: 50 },
      ],
      { price: 1230, taxRate: 23 },
      { price: 123, taxRate: 23 },
    ),
  ).toEqual({ items: 13_350, delivery: 1230, paymentFee: 123, tax: 2300 + 50 + 230 + 23, total: 14_703 });
  expect(calculateTotals([], { price: 0, taxRate: 23 }, { price: 0, taxRate: 23 })).toEqual({
    items: 0,
    delivery: 0,
    paymentFee: 0,
    tax: 0,
    total: 0,
  });
});

it('labels an unknown method with its stored id', () => {
  expect(['courier', 'pickup', 'cod', 'transfer', '', 'drone'].map((id) => methodLabel(id, i18n))).toEqual([
    'Courier',
    'Local pickup',
    'Cash on delivery',
    'Bank transfer',
    'No delivery needed',
    'drone',
  ]);
});
