/** A setting that a payment method asks the owner for, drawn on the screen *Delivery and payment*. @since 0.2.0 */
export interface MethodSetting {
  /** In {@link MethodValues}: small letters, digits and underscores. */
  readonly name: string;
  readonly label: string | (() => string);
  /** Explains the field below its label. */
  readonly hint?: string | (() => string);
  /** An `amount` is typed in major units and kept in minor ones; a `secret` is never shown again, and stays when its field is sent empty. */
  readonly type: 'text' | 'secret' | 'switch' | 'select' | 'amount';
  /** Of a `select`. */
  readonly options?: readonly { readonly value: string; readonly label: string | (() => string) }[];
  /** While the owner has said nothing. */
  readonly default: string | boolean | number;
  /** A method that is switched on is refused without it. */
  readonly required?: boolean;
  /** Why a typed text is refused; empty when it is right. */
  readonly check?: (value: string) => string;
}

/** What the owner set, by name: texts, `true` or `false` for switches, minor units for amounts. @since 0.2.0 */
export type MethodValues = Readonly<Record<string, string | boolean | number>>;
