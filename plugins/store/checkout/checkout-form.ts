import { randomBytes } from 'node:crypto';
import { isCalendarDay, type PageRequest } from 'plinth';
import type { AddressForm, AddressValues } from '../accounts/address-fields.js';
import { readCodes } from '../cart/codes.js';
import type { CheckoutSelection } from './quote.js';

/** The checkout form as entered. */
export interface CheckoutForm {
  /** One per rendered form; an order with the same token was placed by this form. */
  readonly token: string;
  readonly billing: AddressValues;
  readonly shipToDifferentAddress: boolean;
  readonly shipping: AddressValues;
  readonly shippingMethod: string;
  readonly paymentMethod: string;
  readonly note: string;
  readonly createAccount: boolean;
  /** Not filled in when the form is shown again. */
  readonly password: string;
  /** Digits of the emailed verification code; empty when none was entered. */
  readonly code: string;
  /** Total shown next to the button when it was pressed, in minor units; null when the form contained none. */
  readonly shownTotal: number | null;
  /** Last delivery day shown for the selected shipping method, `YYYY-MM-DD`; empty when the form contained none. */
  readonly shownEstimate: string;
}

const MAX_NOTE_LENGTH = 2000;
/** Longer passwords would only cost hashing time. */
const MAX_PASSWORD_LENGTH = 200;

export function newToken(): string {
  return randomBytes(20).toString('hex');
}

export async function readCheckoutForm(request: PageRequest, addresses: AddressForm): Promise<CheckoutForm> {
  const { field } = request;
  const token = field('order_token');
  const shownTotal = field('shown_total');
  const shippingMethod = field('shipping_method').slice(0, 40);
  return {
    token: /^[0-9a-f]{40}$/.test(token) ? token : '',
    billing: await addresses.read('billing', field),
    shipToDifferentAddress: field('ship_elsewhere') === '1',
    shipping: await addresses.read('shipping', field),
    shippingMethod,
    paymentMethod: field('payment_method').slice(0, 40),
    note: field('order_note').trim().slice(0, MAX_NOTE_LENGTH),
    createAccount: field('create_account') === '1' && request.userId === 0,
    password: field('account_password').slice(0, MAX_PASSWORD_LENGTH),
    code: field('order_code').replace(/\s+/g, '').slice(0, 12),
    shownTotal: /^\d{1,16}$/.test(shownTotal) && Number.isSafeInteger(Number(shownTotal)) ? Number(shownTotal) : null,
    shownEstimate: readShownDay(request.form.arrives, shippingMethod),
  };
}

function readShownDay(days: unknown, method: string): string {
  const day =
    typeof days === 'object' && days !== null && Object.hasOwn(days, method)
      ? (days as Readonly<Record<string, unknown>>)[method]
      : '';
  return isCalendarDay(day) ? day : '';
}

/** Returns an empty form with the known addresses. */
export function createForm(known: { billing: AddressValues; shipping: AddressValues }): CheckoutForm {
  return {
    token: newToken(),
    billing: known.billing,
    shipToDifferentAddress: false,
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

/** Returns the selected methods and the destination; the shipping address takes precedence over the billing address. */
export function toCheckoutSelection(
  form: CheckoutForm,
  request: Pick<PageRequest, 'session' | 'userId'>,
): CheckoutSelection {
  const { country = '', postcode = '', city = '' } = form.shipToDifferentAddress ? form.shipping : form.billing;
  return {
    shippingMethod: form.shippingMethod,
    paymentMethod: form.paymentMethod,
    codes: readCodes(request.session),
    destination: { country, postcode, city },
    userId: request.userId,
    email: form.billing.email ?? '',
  };
}
