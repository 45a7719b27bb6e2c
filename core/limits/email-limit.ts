import { createHash } from 'node:crypto';
import type { EmailLimitApi, OptionsApi, RateLimitsApi } from '../api/index.js';

const DAY = 86_400;
/** The setting, and what holds before somebody decides. */
export const EMAIL_LIMIT = { name: 'letters_per_address', fallback: 20 } as const;

/** One mailbox, however its address is spelt: case and what follows a plus do not lead elsewhere. */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^([^@+]*)[^@]*@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  return `${name}@${domain}`;
}

/** Counts letters that strangers can cause. Addresses are personal data: a digest counts as well. */
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
