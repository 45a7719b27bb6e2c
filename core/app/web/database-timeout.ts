import { type MaybePromise, PlinthError } from '../../api/index.js';
import { within } from '../../hooks/index.js';

/** Milliseconds `/readyz` waits for the database. */
export const READY_MS = 2_000;
/** Milliseconds within which what is known of the database is taken for what another process may just have changed, for strangers and the pages kept for them. */
export const FRESH_MS = 10;
/** Milliseconds after which a page is made, and fails, like any other request when the database does not answer. */
export const LOOK_MS = 1_000;
/** Milliseconds a visitor waits for a database that does not answer. */
export const TIMEOUT_MS = 4_000;

export function databaseSilent(): PlinthError {
  return new PlinthError('db_unreachable', 'The database does not answer in time.', {
    hint: 'Look at the database server, and the network between it and the site.',
    status: 503,
  });
}

/** Fails work that the database keeps waiting; what is there already needs no clock. */
export function inTime(work: MaybePromise<void>, ms: number): MaybePromise<void> {
  return work instanceof Promise ? within(work, ms, databaseSilent) : work;
}
