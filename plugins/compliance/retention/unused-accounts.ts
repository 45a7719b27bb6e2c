import type { PluginScope } from 'plinth';
import type { RetentionMoment } from '../contract/index.js';
import type { PersonalData } from '../privacy/personal-data.js';
import { LAST_LOGIN_META, type UnusedAccountEmails } from './unused-account-email.js';

const CUSTOMER_ROLE = 'customer';
const BATCH_SIZE = 200;
/** Maximum number of emails per day, so that mail servers do not treat a shop with many old accounts as a spammer. */
const MAX_EMAILS_PER_RUN = 200;

interface UnusedAccountDeps {
  readonly scope: Pick<PluginScope, 'db' | 'services' | 'getUserdata' | 'getUserMeta' | 'wpDeleteUser'>;
  readonly personalData: Pick<PersonalData, 'eraseAccount'>;
  readonly emails: UnusedAccountEmails;
}

/**
 * Creates the job that deletes customer accounts without logins or orders, some time after an email announced it;
 * purchases are retained as required by law.
 */
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
    const stored = await scope.getUserMeta(userId, LAST_LOGIN_META, true);
    const loggedIn = typeof stored === 'string' ? stored : '';
    // Logins were not tracked before the rule first ran.
    if ((loggedIn === '' ? since : loggedIn) >= before) return false;
    const [last] = await services.get('store.orders').list({ userId, limit: 1, offset: 0 });
    return (
      (last?.createdAt ?? '') < before && (await db()('posts').where({ post_author: userId }).first('id')) === undefined
    );
  }

  return async (moment) => {
    let [removed, emailCount] = [0, 0];
    for (let after = 0; ;) {
      const ids = await db()('users')
        .where('user_registered', '<', moment.before)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .pluck<number[]>('id');
      for (const id of ids) {
        if (!(await isUnused(id, moment))) continue;
        if (!(await emails.canDeleteAccount(id))) {
          if (emailCount < MAX_EMAILS_PER_RUN && (await emails.send(id))) emailCount += 1;
          continue;
        }
        const isDeleted = await db.transaction(async () => {
          await personalData.eraseAccount(id);
          return scope.wpDeleteUser(id);
        });
        if (isDeleted) removed += 1;
      }
      const last = ids.at(-1);
      if (last === undefined || ids.length < BATCH_SIZE) return removed;
      after = last;
    }
  };
}
