import { PlinthError, type PluginScope } from 'plinth';
import { readerLocale } from '../emails/reader-locale.js';
import { type Clock, shiftDays } from '../time/clock.js';
import { formatDay } from '../time/format-time.js';

/** User meta, UTC: when somebody signed in last. */
export const SIGNED_IN = 'compliance_signed_in';
/** User meta, UTC: when a letter was asked for that the account goes because nobody uses it. */
export const ASKED = 'compliance_unused_asked';
/** User meta, UTC: when that letter went out, or was refused for good. */
export const WARNED = 'compliance_unused_warned';
/** All that is kept of whether accounts are used. */
export const ACCOUNT_USE = [SIGNED_IN, ASKED, WARNED] as const;

/** Days between the letter and the day on which its account may go. */
const NOTICE_DAYS = 30;
/** Days after which a letter no longer counts: whoever switches the rule off and on again writes anew. */
const LAPSE_DAYS = 90;
/** Days after which a letter that never went out is asked for again. */
const GRACE_DAYS = 7;
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
}

/** Letters that tell people that an account of theirs goes because nobody uses it. */
export interface UnusedAccountEmails {
  /** Whether the letter went out long enough ago for the account to go. */
  isDue(userId: number): Promise<boolean>;
  /** Has the letter sent, unless it is under way or went out not long ago. @returns whether it was put into the queue */
  send(userId: number): Promise<boolean>;
}

export function createUnusedAccountEmails({ scope, clock }: UnusedAccountEmailDeps): UnusedAccountEmails {
  const { __, db } = scope;
  const ago = (days: number): string => shiftDays(clock.now(), -days);

  async function meta(userId: number, key: string): Promise<string> {
    const kept = await scope.getUserMeta(userId, key, true);
    return typeof kept === 'string' ? kept : '';
  }

  scope.registerJob(JOB, async (payload) => {
    const { id } = payload as { id: number };
    const user = await scope.getUserdata(id);
    // Who came back meanwhile is not told that they did not.
    if (!user || (await meta(id, SIGNED_IN)) >= (await meta(id, ASKED))) return;
    const site = await scope.siteName();
    const lastDay = await clock.local(shiftDays(clock.now(), NOTICE_DAYS));
    const subject = (): string => __('Your account at %s will be removed', site);
    const warned = (): Promise<unknown> => scope.updateUserMeta(id, WARNED, clock.now());
    try {
      await scope.mail({
        to: user.user_email,
        required: true,
        subject,
        view: 'unused-account',
        locale: await readerLocale(scope, user.user_email),
        data: () => ({
          heading: subject(),
          site,
          login: user.user_login,
          day: formatDay(lastDay.replace('T', ' '), scope.locale()),
          accountUrl: scope.homeUrl('/account/'),
        }),
      });
    } catch (error) {
      // Nobody can be told at an address that takes no letters.
      if (error instanceof PlinthError && error.code === 'mail_refused') await warned();
      throw error;
    }
    await warned();
  });

  return {
    async isDue(userId) {
      const user = await scope.getUserdata(userId);
      const warned = await meta(userId, WARNED);
      return user !== false && (user.user_email === '' || (warned > ago(LAPSE_DAYS) && warned <= ago(NOTICE_DAYS)));
    },

    async send(userId) {
      if ((await meta(userId, WARNED)) > ago(LAPSE_DAYS) || (await meta(userId, ASKED)) > ago(GRACE_DAYS)) return false;
      await db.transaction(async () => {
        await scope.updateUserMeta(userId, ASKED, clock.now());
        await scope.enqueueJob(JOB, { id: userId });
      });
      return true;
    },
  };
}
