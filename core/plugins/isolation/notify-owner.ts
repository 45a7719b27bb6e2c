import type { RateLimitsApi, TranslationApi } from '../../api/index.js';
import type { Email } from '../../mail/index.js';

/** Seconds during which the owner gets at most one email about a plugin. */
const RATE_LIMIT_SECONDS = 3600;

interface NotifyOwnerDeps {
  readonly limits: Pick<RateLimitsApi, 'consumeRateLimit'>;
  readonly text: Pick<TranslationApi, '__'>;
  readonly log: { error(fields: object, message: string): void };
  ownerEmail(): Promise<string>;
  siteName(): Promise<string>;
  sendMail(email: Email): Promise<boolean>;
  adminUrl(path: string): string;
}

/** Emails the owner, at most once an hour per plugin, that a part of the plugin does not work; never throws. */
type NotifyOwner = (plugin: string, description: string) => void;

export function createNotifyOwner({
  limits,
  text: { __ },
  log,
  ownerEmail,
  siteName,
  sendMail,
  adminUrl,
}: NotifyOwnerDeps): NotifyOwner {
  async function sendNotice(plugin: string, problem: string): Promise<void> {
    const to = await ownerEmail();
    if (to === '' || !(await limits.consumeRateLimit(`plugin_trouble:${plugin}`, 1, RATE_LIMIT_SECONDS)).allowed)
      return;
    await sendMail({
      to,
      subject: __('[%1$s] Plugin “%2$s” needs your attention', await siteName(), plugin),
      text: [
        problem,
        __('Your site keeps running without it. See what failed and where under Tools → Plugin errors:'),
        adminUrl('plugin-errors.php'),
      ].join('\n\n'),
    });
  }
  return (plugin, problem) =>
    void sendNotice(plugin, problem).catch((error: unknown) =>
      log.error({ plugin, error: String(error) }, 'the site owner could not be notified of a plugin error'),
    );
}
