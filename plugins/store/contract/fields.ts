import type { FieldValue } from 'plinth';

/**
 * A form field that an extension adds.
 * @since 0.1.0
 */
export interface StoreField {
  /** Lowercase letters, digits and underscores. */
  readonly name: string;
  readonly label: string;
  /** Type of control; `text` when absent. */
  readonly type?: 'text' | 'textarea' | 'number' | 'select' | 'checkbox';
  readonly required?: boolean;
  /** Options of a `select`. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Maximum length, in characters; 200 when absent. */
  readonly maxLength?: number;
  /** Explanation shown below the label. */
  readonly hint?: string;
}

/**
 * Entered values, by field name; a checked checkbox is `1`, an unchecked one is empty.
 * @since 0.1.0
 */
export type FieldValues = Readonly<Record<string, string>>;

/**
 * An error in a field's value.
 * @since 0.1.0
 */
export interface FieldProblem {
  /** Name of the field. */
  readonly field: string;
  readonly message: string;
}

/**
 * The owner's settings of a method, by the keys of its `settings`; minor units for `money`.
 * @since 0.1.0
 */
export type MethodValues = Readonly<Record<string, FieldValue>>;
