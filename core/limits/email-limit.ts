import { createHash } from 'node:crypto';
import type { EmailLimitApi, OptionsApi, RateLimitsApi } from '../api/index.js';

const DAY_SECONDS = 86_400;
/** Name of the option for the maximum number of emails per address and day, and its default value. */
export const EMAIL_LIMIT = { name: 'emails_per_address', fallback: 20 } as const;

/**
 * Returns the mailbox of an email address in a normalized form. Upper case, and the part between a plus sign and the
 * `@`, do not change the mailbox.
 */
export function normalizeMailbox(email: string): string {
  const [, name = '', domain = ''] = /^([^@+]*)[^@]*@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  return `${name}@${domain}`;
}

/** Limits the emails that anonymous visitors can cause. Addresses are personal data, so only a hash is stored. */
export function createEmailLimit({
  limits,
  options,
}: {
  limits: Pick<RateLimitsApi, 'consumeRateLimit'>;
  options: Pick<OptionsApi, 'getOption'>;
}): EmailLimitApi {
  return {
    async consumeEmailLimit(email) {
      const max = Number(await options.getOption<unknown>(EMAIL_LIMIT.name, EMAIL_LIMIT.fallback));
      const mailbox = createHash('sha256').update(normalizeMailbox(email), 'utf8').digest('hex');
      return limits.consumeRateLimit(
        `emails:${mailbox}`,
        Number.isInteger(max) && max > 0 ? max : EMAIL_LIMIT.fallback,
        DAY_SECONDS,
      );
    },
  };
}
