import { PlinthError, type PluginScope } from 'plinth';
import type { GetShopEmail } from '../emails/shop-email.js';
import { getRecipientLocale } from '../emails/reader-locale.js';
import { type Clock, shiftDays } from '../time/clock.js';
import { formatDay } from '../time/format-time.js';

/** User meta, UTC: last login. */
export const LAST_LOGIN_META = 'compliance_last_login';
/** User meta, UTC: when the email about the deletion of the unused account was queued. */
export const WARNING_QUEUED_META = 'compliance_unused_queued';
/** User meta, UTC: when that email was sent, or rejected permanently. */
export const WARNED_META = 'compliance_unused_warned';
/** All stored data about whether accounts are used. */
export const ACCOUNT_USE_META = [LAST_LOGIN_META, WARNING_QUEUED_META, WARNED_META] as const;

/** Days between the email and the earliest deletion of the account. */
const NOTICE_DAYS = 30;
/** Days after which an email no longer counts: disabling and re-enabling the rule leads to a new one. */
const MAX_WARNING_AGE_DAYS = 90;
/** Days after which an email that was never sent is queued again. */
const RETRY_DAYS = 7;
const JOB = 'compliance/unused-account';

interface UnusedAccountEmailDeps {
  readonly scope: Pick<
    PluginScope,
    | 'db'
    | 'registerJob'
    | 'enqueueJob'
    | 'mail'
    | 'getUserdata'
    | 'getUserMeta'
    | 'updateUserMeta'
    | 'getUserBy'
    | 'getUserOption'
    | 'getOption'
    | 'siteName'
    | 'getAvailableLanguages'
    | 'homeUrl'
    | 'locale'
    | '__'
  >;
  readonly clock: Pick<Clock, 'now' | 'local'>;
  readonly getShopEmail: GetShopEmail;
}

/** Emails announcing the deletion of an unused account. */
export interface UnusedAccountEmails {
  /** Whether the account may be deleted: the email was sent long enough ago, or the account has no email address. */
  canDeleteAccount(userId: number): Promise<boolean>;
  /**
   * Queues the email, unless it is already queued or was sent recently.
   * @returns whether it was queued
   */
  send(userId: number): Promise<boolean>;
}

export function createUnusedAccountEmails({ scope, clock, getShopEmail }: UnusedAccountEmailDeps): UnusedAccountEmails {
  const { __, db } = scope;
  const daysAgo = (days: number): string => shiftDays(clock.now(), -days);

  async function readMeta(userId: number, key: string): Promise<string> {
    const stored = await scope.getUserMeta(userId, key, true);
    return typeof stored === 'string' ? stored : '';
  }

  scope.registerJob(JOB, async (payload) => {
    const { id } = payload as { id: number };
    const user = await scope.getUserdata(id);
    // A user who has logged in meanwhile is not notified.
    if (!user || (await readMeta(id, LAST_LOGIN_META)) >= (await readMeta(id, WARNING_QUEUED_META))) return;
    const site = await scope.siteName();
    const lastDay = await clock.local(shiftDays(clock.now(), NOTICE_DAYS));
    const subject = (): string => __('Your account at %s will be removed', site);
    const markWarned = (): Promise<unknown> => scope.updateUserMeta(id, WARNED_META, clock.now());
    try {
      await scope.mail({
        to: user.user_email,
        required: true,
        replyTo: await getShopEmail(),
        subject,
        view: 'unused-account',
        locale: await getRecipientLocale(scope, user.user_email),
        data: () => ({
          heading: subject(),
          site,
          login: user.user_login,
          day: formatDay(lastDay, scope.locale()),
          accountUrl: scope.homeUrl('/account/'),
        }),
      });
    } catch (error) {
      // An address that rejects emails cannot be notified; it counts as notified.
      if (error instanceof PlinthError && error.code === 'mail_refused') await markWarned();
      throw error;
    }
    await markWarned();
  });

  return {
    async canDeleteAccount(userId) {
      const user = await scope.getUserdata(userId);
      const warnedAt = await readMeta(userId, WARNED_META);
      return (
        user !== false &&
        (user.user_email === '' || (warnedAt > daysAgo(MAX_WARNING_AGE_DAYS) && warnedAt <= daysAgo(NOTICE_DAYS)))
      );
    },

    async send(userId) {
      if (
        (await readMeta(userId, WARNED_META)) > daysAgo(MAX_WARNING_AGE_DAYS) ||
        (await readMeta(userId, WARNING_QUEUED_META)) > daysAgo(RETRY_DAYS)
      )
        return false;
      await db.transaction(async () => {
        await scope.updateUserMeta(userId, WARNING_QUEUED_META, clock.now());
        await scope.enqueueJob(JOB, { id: userId });
      });
      return true;
    },
  };
}
