import type { PageSession } from 'plinth';
import type { AddressValues } from '../accounts/address-fields.js';
import type { CheckoutForm } from './checkout-form.js';

/** Session key of what was entered at the checkout. */
export const DRAFT_KEY = 'store_checkout_draft';

/** Part of the form stored for customers who leave and return; excludes passwords and consents. */
type Draft = Pick<
  CheckoutForm,
  'billing' | 'shipToDifferentAddress' | 'shipping' | 'shippingMethod' | 'paymentMethod' | 'note' | 'createAccount'
>;

/** Stores the entered values until the session ends or the order is placed. */
export function saveDraft(
  session: PageSession,
  { billing, shipToDifferentAddress, shipping, shippingMethod, paymentMethod, note, createAccount }: CheckoutForm,
): void {
  session.set(DRAFT_KEY, {
    billing,
    shipToDifferentAddress,
    shipping,
    shippingMethod,
    paymentMethod,
    note,
    createAccount,
  } satisfies Draft);
}

export function forgetDraft(session: PageSession): void {
  session.set(DRAFT_KEY, undefined);
}

/** Returns the form with the stored values. */
export function withDraft(session: PageSession, form: CheckoutForm): CheckoutForm {
  const stored = session.get<Partial<Record<keyof Draft, unknown>>>(DRAFT_KEY);
  if (typeof stored !== 'object' || stored === null) return form;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    ...form,
    billing: { ...form.billing, ...readTexts(stored.billing) },
    shipping: { ...form.shipping, ...readTexts(stored.shipping) },
    shipToDifferentAddress: stored.shipToDifferentAddress === true,
    shippingMethod: text(stored.shippingMethod),
    paymentMethod: text(stored.paymentMethod),
    note: text(stored.note),
    createAccount: stored.createAccount === true,
  };
}

function readTexts(value: unknown): AddressValues {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
}
