import type { Filters } from 'plinth';

/** An account that is being made, as the store's hook describes it. */
export type NewAccount = Parameters<Filters['store/account_confirmation']>[1];
