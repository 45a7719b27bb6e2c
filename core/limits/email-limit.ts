import { createHash } from 'node:crypto';
import type { EmailLimitApi, OptionsApi, RateLimitsApi } from '../api/index.js';

const DAY = 86_400;
/** The option, and its default. */
export const EMAIL_LIMIT = { name: 'letters_per_address', fallback: 20 } as const;

/**
 * Returns the mailbox of an email address, independent of its spelling: case and anything after a plus sign do not
 * change the mailbox.
 */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^([^@+]*)[^@]*@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  return `${name}@${domain}`;
}

/** Limits emails that anonymous visitors can cause. Addresses are personal data, so a hash is counted. */
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
      const mailbox = createHash('sha256').update(mailboxOf(email), 'utf8').digest('hex');
      return limits.consumeRateLimit(
        `letters:${mailbox}`,
        Number.isInteger(max) && max > 0 ? max : EMAIL_LIMIT.fallback,
        DAY,
      );
    },
  };
}
