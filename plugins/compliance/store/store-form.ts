import type { Actions, Filters, Services } from 'plinth';

/** A form of the shop that other plugins add fields to. */
export type FormPlace = FormContext['place'];
/** A form of the store, as its hooks describe it. */
export type FormContext = Parameters<Filters['store/form_errors']>[1];
/** Why a form is refused. */
export type FormError = Parameters<Filters['store/form_errors']>[0][number];
/** Whom an accepted form belongs to; 0 for no order and no account. */
export type FormSubject = Parameters<Actions['store/form_accepted']>[1];
export type Order = NonNullable<Awaited<ReturnType<Services['store.orders']['get']>>>;
