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
const BATCH = 100;

/**
 * Creates the job that deletes unconfirmed accounts. Accounts with orders or content, accounts that are no longer mere
 * customers, and accounts with a valid link are retained.
 * @returns number of accounts deleted
 */
export function createCleanup({
  scope,
  clock,
  confirmations,
  personalData,
}: UnconfirmedAccountDeps): (days: number) => Promise<number> {
  const { db, services } = scope;

  async function isIdle(userId: number): Promise<boolean> {
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
      const batch = await confirmations.listExpired(before, after, BATCH);
      for (const { userId } of batch) {
        after = userId;
        if ((await isIdle(userId)) && (await remove(userId))) removed++;
      }
      if (batch.length < BATCH) return removed;
    }
  };
}
