import { randomBytes } from 'node:crypto';
import { isCalendarDay, type PageRequest } from 'plinth';
import type { AddressForm, AddressValues } from '../accounts/address-fields.js';
import { readCodes } from '../cart/codes.js';
import type { Choice } from './quote.js';

/** The checkout form as it was typed. */
export interface CheckoutForm {
  /** One per rendered form; an order that carries it was made by this very form. */
  readonly token: string;
  readonly billing: AddressValues;
  readonly elsewhere: boolean;
  readonly shipping: AddressValues;
  readonly shippingMethod: string;
  readonly paymentMethod: string;
  readonly note: string;
  readonly createAccount: boolean;
  /** Never shown again. */
  readonly password: string;
  /** The digits of a code that came by letter; empty when none was typed. */
  readonly code: string;
  /** The total next to the button when it was pressed, in minor units; null when the form said none. */
  readonly shownTotal: number | null;
  /** The last day of arrival beside the chosen delivery, `YYYY-MM-DD`; empty when the form named none. */
  readonly shownEstimate: string;
}

const NOTE_LENGTH = 2000;
/** Longer ones only keep the hash busy. */
const PASSWORD_LENGTH = 200;

export function newToken(): string {
  return randomBytes(20).toString('hex');
}

export async function readCheckoutForm(request: PageRequest, addresses: AddressForm): Promise<CheckoutForm> {
  const { field } = request;
  const token = field('order_token');
  const shown = field('shown_total');
  const shippingMethod = field('shipping_method').slice(0, 40);
  return {
    token: /^[0-9a-f]{40}$/.test(token) ? token : '',
    billing: await addresses.read('billing', field),
    elsewhere: field('ship_elsewhere') === '1',
    shipping: await addresses.read('shipping', field),
    shippingMethod,
    paymentMethod: field('payment_method').slice(0, 40),
    note: field('order_note').trim().slice(0, NOTE_LENGTH),
    createAccount: field('create_account') === '1' && request.userId === 0,
    password: field('account_password').slice(0, PASSWORD_LENGTH),
    code: field('order_code').replace(/\s+/g, '').slice(0, 12),
    shownTotal: /^\d{1,16}$/.test(shown) && Number.isSafeInteger(Number(shown)) ? Number(shown) : null,
    shownEstimate: shownDay(request.form.arrives, shippingMethod),
  };
}

function shownDay(days: unknown, method: string): string {
  const day =
    typeof days === 'object' && days !== null && Object.hasOwn(days, method)
      ? (days as Readonly<Record<string, unknown>>)[method]
      : '';
  return isCalendarDay(day) ? day : '';
}

/** The form before anybody typed, with the addresses that are known already. */
export function freshForm(known: { billing: AddressValues; shipping: AddressValues }): CheckoutForm {
  return {
    token: newToken(),
    billing: known.billing,
    elsewhere: false,
    shipping: known.shipping,
    shippingMethod: '',
    paymentMethod: '',
    note: '',
    createAccount: false,
    password: '',
    code: '',
    shownTotal: null,
    shownEstimate: '',
  };
}

/** What somebody chose who filled the form in; goods go to the other address when there is one. */
export function choiceOf(form: CheckoutForm, request: Pick<PageRequest, 'session' | 'userId'>): Choice {
  const { country = '', postcode = '', city = '' } = form.elsewhere ? form.shipping : form.billing;
  return {
    shippingMethod: form.shippingMethod,
    paymentMethod: form.paymentMethod,
    codes: readCodes(request.session),
    destination: { country, postcode, city },
    userId: request.userId,
    email: form.billing.email ?? '',
  };
}
