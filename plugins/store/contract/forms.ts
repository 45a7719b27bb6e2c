import type { PageRequest } from 'plinth';

/** A form of the shop that other plugins add fields to. */
export type FormPlace = 'checkout' | 'registration' | 'contact' | 'pay_for_order';

/** What a form is about, for conditions. */
export interface FormContext {
  readonly place: FormPlace;
  readonly request: PageRequest;
  /** Categories of what is bought, ancestors included; empty in forms that buy nothing. */
  readonly categoryIds: readonly number[];
  /** `physical`, `digital`: the kinds of product that are bought. */
  readonly productTypes: readonly string[];
  /** ISO 3166-1 alpha-2 of the billing address as far as known; empty before it is. */
  readonly country: string;
  /** The chosen payment method's id; empty before one is chosen. */
  readonly paymentMethod: string;
  /** What the visitor typed before the form was refused: fields are shown again as they were. */
  readonly submitted: boolean;
}

/** Why a form is refused: shown above the form as a link to the field, and next to it. */
export interface FormError {
  /** The `id` of the field. */
  readonly field: string;
  readonly message: string;
}

/** Whom an accepted form belongs to. */
export interface FormSubject {
  readonly orderId: number;
  readonly userId: number;
  readonly email: string;
}

/** Which of an order's addresses. */
export type AddressGroup = 'billing' | 'shipping';

/** A field of an address form. Extensions add to them with the filter `store/address_fields`. */
export interface AddressField {
  /** Without the group: `first_name`. */
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'tel' | 'country';
  readonly required: boolean;
  /** As in HTML's `autocomplete`. */
  readonly autocomplete: string;
  /** Characters. */
  readonly maxLength: number;
  /** Shares its row with the next one where there is room. */
  readonly half: boolean;
  /** Words that open it: what few people fill in stands behind them until it holds something. @since 0.3.0 */
  readonly folded?: string;
  /** As in HTML's `inputmode`: the keys that a phone shows. @since 0.3.0 */
  readonly inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  /** Explains the field below its label. */
  readonly hint?: string;
}

/** A form of the shop that asks for an account at an address which has one. */
export interface TakenAccount {
  readonly email: string;
  /** The visitor's language, `pl_PL`. */
  readonly locale: string;
  readonly context: FormContext;
}

/** An account that is being made by a form of the shop. */
export interface NewAccount {
  readonly userId: number;
  readonly email: string;
  /** The visitor's language, `pl_PL`. */
  readonly locale: string;
  /** The form that asked for it. */
  readonly context: FormContext;
}
