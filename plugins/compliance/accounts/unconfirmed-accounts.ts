import type { PluginScope } from 'plinth';
import type { PersonalData } from '../privacy/personal-data.js';
import { type Clock, shiftDays } from '../time/clock.js';
import type { Confirmations } from './confirmations.js';

interface UnconfirmedAccountDeps {
  readonly scope: Pick<PluginScope, 'db' | 'services' | 'getUserdata' | 'wpDeleteUser'>;
  readonly clock: Clock;
  readonly confirmations: Confirmations;
  readonly personalData: PersonalData;
}

const CUSTOMER_ROLE = 'customer';
/** Number of accounts that are read at once. */
const BATCH_SIZE = 100;

/**
 * Creates the job that deletes unconfirmed accounts. Accounts with orders or content, accounts with other roles than
 * customer, and accounts with a valid link are retained.
 * @returns number of accounts deleted
 */
export function createAccountCleanup({
  scope,
  clock,
  confirmations,
  personalData,
}: UnconfirmedAccountDeps): (days: number) => Promise<number> {
  const { db, services } = scope;

  async function isDeletable(userId: number): Promise<boolean> {
    const user = await scope.getUserdata(userId);
    if (!user || user.roles.some((role) => role !== CUSTOMER_ROLE) || !services.has('store.orders')) return false;
    if ((await services.get('store.orders').list({ userId, limit: 1, offset: 0 })).length > 0) return false;
    return (await db()('posts').where({ post_author: userId }).first('id')) === undefined;
  }

  const remove = (userId: number): Promise<boolean> =>
    db.transaction(async () => {
      if (!(await confirmations.confirm(userId))) return false;
      await personalData.eraseAccount(userId);
      return scope.wpDeleteUser(userId);
    });

  return async (days) => {
    const before = shiftDays(clock.now(), -days);
    let removed = 0;
    let after = 0;
    for (;;) {
      const batch = await confirmations.listExpired(before, after, BATCH_SIZE);
      for (const { userId } of batch) {
        after = userId;
        if ((await isDeletable(userId)) && (await remove(userId))) removed++;
      }
      if (batch.length < BATCH_SIZE) return removed;
    }
  };
}
