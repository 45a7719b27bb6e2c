import type { PluginScope } from 'plinth';
import type { RetentionMoment } from '../contract/index.js';
import type { PersonalData } from '../privacy/personal-data.js';
import { SIGNED_IN, type UnusedAccountEmails } from './unused-account-email.js';

const CUSTOMER_ROLE = 'customer';
const BATCH = 200;
/** Letters in a day, so that no mail server takes a shop with many old accounts for a sender of junk. */
const MAX_LETTERS = 200;

interface UnusedAccountDeps {
  readonly scope: Pick<PluginScope, 'db' | 'services' | 'getUserdata' | 'getUserMeta' | 'wpDeleteUser'>;
  readonly personalData: Pick<PersonalData, 'eraseAccount'>;
  readonly emails: UnusedAccountEmails;
}

/** Makes the work that removes accounts of customers who neither signed in nor ordered, a while after a letter said so; what they bought stays as the law wants it. */
export function createUnusedAccounts({
  scope,
  personalData,
  emails,
}: UnusedAccountDeps): (moment: RetentionMoment) => Promise<number> {
  const { db, services } = scope;

  async function isUnused(userId: number, { before, since }: RetentionMoment): Promise<boolean> {
    const user = await scope.getUserdata(userId);
    if (
      !user ||
      !services.has('store.orders') ||
      user.roles.length === 0 ||
      user.roles.some((role) => role !== CUSTOMER_ROLE)
    )
      return false;
    const kept = await scope.getUserMeta(userId, SIGNED_IN, true);
    const signedIn = typeof kept === 'string' ? kept : '';
    // Before the rule first ran nobody wrote down who signed in.
    if ((signedIn === '' ? since : signedIn) >= before) return false;
    const [last] = await services.get('store.orders').list({ userId, limit: 1, offset: 0 });
    return (
      (last?.createdAt ?? '') < before && (await db()('posts').where({ post_author: userId }).first('id')) === undefined
    );
  }

  return async (moment) => {
    let [removed, written] = [0, 0];
    for (let after = 0; ;) {
      const ids = await db()('users')
        .where('user_registered', '<', moment.before)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .pluck<number[]>('id');
      for (const id of ids) {
        if (!(await isUnused(id, moment))) continue;
        if (!(await emails.isDue(id))) {
          if (written < MAX_LETTERS && (await emails.send(id))) written += 1;
          continue;
        }
        const gone = await db.transaction(async () => {
          await personalData.eraseAccount(id);
          return scope.wpDeleteUser(id);
        });
        if (gone) removed += 1;
      }
      const last = ids.at(-1);
      if (last === undefined || ids.length < BATCH) return removed;
      after = last;
    }
  };
}
