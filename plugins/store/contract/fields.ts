import type { FieldValue } from 'plinth';

/** A field that an extension has people fill in. @since 0.2.0 */
export interface StoreField {
  /** Small letters, digits and underscores. */
  readonly name: string;
  readonly label: string;
  /** What it looks like; `text` when absent. */
  readonly type?: 'text' | 'textarea' | 'number' | 'select' | 'checkbox';
  readonly required?: boolean;
  /** Of a `select`. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Characters; 200 when absent. */
  readonly maxLength?: number;
  /** Explains the field below its label. */
  readonly hint?: string;
}

/** What was typed, by field name; a box that is ticked is `1`, one that is not is empty. @since 0.2.0 */
export type FieldValues = Readonly<Record<string, string>>;

/** Why a value is refused. @since 0.2.0 */
export interface FieldProblem {
  /** The field's name. */
  readonly field: string;
  readonly message: string;
}

/** What the owner set for a method, by the keys of its `settings`; minor units for `money`. @since 0.2.0 */
export type MethodValues = Readonly<Record<string, FieldValue>>;
