import type { PageRequest } from 'plinth';

/** A form of the shop to which other plugins can add fields. */
export type FormLocation = 'checkout' | 'registration' | 'contact' | 'pay_for_order';

/** Circumstances of a form, for conditional fields. */
export interface FormContext {
  readonly location: FormLocation;
  readonly request: PageRequest;
  /** Category ids of the purchase, ancestors included; empty in forms without a purchase. */
  readonly categoryIds: readonly number[];
  /**
   * Ids of the products of the purchase; empty in forms without a purchase.
   * @since 0.1.0
   */
  readonly productIds: readonly number[];
  /** `physical`, `digital`: kinds of product in the purchase. */
  readonly productTypes: readonly string[];
  /** Country of the billing address, ISO 3166-1 alpha-2; empty until it is known. */
  readonly country: string;
  /** Id of the selected payment method; empty until one is selected. */
  readonly paymentMethod: string;
  /** Whether the form was submitted and rejected, so that fields show the submitted values again. */
  readonly submitted: boolean;
}

/** An error that rejects a form: shown above the form as a link to the field, and next to the field. */
export interface FormError {
  /** `id` of the field. */
  readonly field: string;
  readonly message: string;
  /** Replaces the message above the form, where the message alone doesn't say which field it is about. */
  readonly summary?: string;
}

/** The records that an accepted form belongs to. */
export interface FormSubject {
  readonly orderId: number;
  readonly userId: number;
  readonly email: string;
}

/** One of an order's two addresses. */
export type AddressGroup = 'billing' | 'shipping';

/** A field of an address form. Extensions add fields with the filter `store/address_fields`. */
export interface AddressField {
  /** Name without the group: `first_name`. */
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'tel' | 'country';
  readonly required: boolean;
  /** Value of the HTML attribute `autocomplete`. */
  readonly autocomplete: string;
  /** Maximum length, in characters. */
  readonly maxLength: number;
  /** Whether it shares its row with the next field, space permitting. */
  readonly halfWidth: boolean;
  /**
   * Label of a toggle that reveals a rarely used field; the field stays hidden behind it until it has a value.
   * @since 0.1.0
   */
  readonly toggleLabel?: string;
  /**
   * Value of the HTML attribute `inputmode`, which selects the keyboard of a phone.
   * @since 0.1.0
   */
  readonly inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  /** Explanation shown below the label. */
  readonly hint?: string;
}

/** A request, by a form of the shop, for an account with an email address that already has one. */
export interface ExistingAccount {
  readonly email: string;
  /** The visitor's locale, such as `pl_PL`. */
  readonly locale: string;
  readonly context: FormContext;
}

/** An account that a form of the shop is creating. */
export interface NewAccount {
  readonly userId: number;
  readonly email: string;
  /** The visitor's locale, such as `pl_PL`. */
  readonly locale: string;
  /** The form that creates it. */
  readonly context: FormContext;
}
