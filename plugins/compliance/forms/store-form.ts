import type { PageRequest, Services } from 'plinth';

/** A form of the store, as its hooks describe it. */
export interface FormContext {
  readonly place: string;
  readonly request: PageRequest;
  readonly categoryIds: readonly number[];
  readonly productTypes: readonly string[];
  /** ISO 3166-1 alpha-2; empty when not known. */
  readonly country: string;
  readonly paymentMethod: string;
  /** What the visitor typed is shown again. */
  readonly submitted: boolean;
}

/** Whom an accepted form belongs to; 0 for no order and no account. */
export interface FormSubject {
  readonly orderId: number;
  readonly userId: number;
  readonly email: string;
}

/** Why a form is refused. */
export interface FormError {
  /** The `id` of the field. */
  readonly field: string;
  readonly message: string;
}

export type Order = NonNullable<Awaited<ReturnType<Services['store.orders']['get']>>>;
