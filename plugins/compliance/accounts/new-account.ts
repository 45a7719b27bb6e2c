import type { Filters } from 'plinth';

/** An account that is being made, as the store's hook describes it. */
export type NewAccount = Parameters<Filters['store/account_confirmation']>[1];

/** A wish for an account at an address that has one. */
export type TakenAccount = Parameters<Filters['store/account_taken']>[1];
