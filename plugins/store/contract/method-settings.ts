import type { FieldValue } from 'plinth';

/** What the owner set for a method, by the keys of its `settings`; minor units for `money`. @since 0.2.0 */
export type MethodValues = Readonly<Record<string, FieldValue>>;
