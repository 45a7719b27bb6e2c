import type { PaymentMethod } from '../../plugins/store/contract/index.js';
import { builtInPayments } from '../../plugins/store/commerce/built-in-payments.js';
import { createMethodOptions } from '../../plugins/store/commerce/method-settings.js';
import {
  createPaymentMethods,
  type PaymentMethods,
  type PaymentRegistry,
} from '../../plugins/store/commerce/payment-methods.js';
import type { CommerceValues } from '../../plugins/store/commerce/commerce-settings.js';

/** A registry with the given methods, all owned by the store. */
export function heldMethods(methods: readonly PaymentMethod[]): PaymentRegistry {
  const entries = methods.map((value) => ({ id: value.id, owner: 'store', value }));
  return {
    entries: () => entries,
    find: (id) => entries.find((entry) => entry.id === id),
    call: async (entry, work) => work(entry.value),
    callSync: (entry, work) => work(entry.value),
  };
}

/** The store's own payment methods with the given settings, without a site. */
export function waysToPay(read: () => Promise<CommerceValues>): PaymentMethods {
  const i18n = { __: (text: string) => text };
  return createPaymentMethods({
    registry: heldMethods(builtInPayments({ read }, i18n)),
    options: createMethodOptions(
      'payment',
      { getOption: async <T>() => null as T, updateOption: async () => true, fieldValues: () => ({}) },
      false,
    ),
    scope: { ...i18n, applyFilters: (async (_name: string, value: unknown) => value) as never },
    owner: 'store',
  });
}
