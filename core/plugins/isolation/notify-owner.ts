import type { RateLimitsApi, TranslationApi } from '../../api/index.js';
import type { Email } from '../../mail/index.js';

/** Seconds during which the owner gets at most one email about a plugin. */
const HOUR = 3600;

interface TellOwnerDeps {
  readonly limits: Pick<RateLimitsApi, 'consumeRateLimit'>;
  readonly text: Pick<TranslationApi, '__'>;
  readonly log: { error(fields: object, message: string): void };
  address(): Promise<string>;
  siteName(): Promise<string>;
  sendMail(email: Email): Promise<boolean>;
  adminUrl(path: string): string;
}

/** Notifies the owner by email, at most once an hour per plugin, that part of it does not work; never throws. */
type TellOwner = (plugin: string, what: string) => void;

export function createTellOwner({
  limits,
  text: { __ },
  log,
  address,
  siteName,
  sendMail,
  adminUrl,
}: TellOwnerDeps): TellOwner {
  async function sendNotice(plugin: string, what: string): Promise<void> {
    const to = await address();
    if (to === '' || !(await limits.consumeRateLimit(`plugin_trouble:${plugin}`, 1, HOUR)).allowed) return;
    await sendMail({
      to,
      subject: __('[%1$s] Plugin “%2$s” needs your attention', await siteName(), plugin),
      text: [
        what,
        __('Your site keeps running without it. See what failed and where under Tools → Plugin errors:'),
        adminUrl('faults.php'),
      ].join('\n\n'),
    });
  }
  return (plugin, what) =>
    void sendNotice(plugin, what).catch((error: unknown) =>
      log.error({ plugin, error: String(error) }, 'the site owner could not be notified of a plugin error'),
    );
}
