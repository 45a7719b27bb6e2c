import { createHash } from 'node:crypto';
import type { LetterLimitApi, OptionsApi, RateLimitsApi } from '../api/index.js';

const DAY = 86_400;
/** The setting, and what holds before somebody decides. */
export const LETTER_LIMIT = { name: 'letters_per_address', fallback: 20 } as const;

/** One mailbox, however its address is spelt: case and what follows a plus do not lead elsewhere. */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^([^@+]*)[^@]*@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  return `${name}@${domain}`;
}

/** Counts letters that strangers can cause. Addresses are personal data: a digest counts as well. */
export function createLetterLimit({
  limits,
  options,
}: {
  limits: Pick<RateLimitsApi, 'consumeRateLimit'>;
  options: Pick<OptionsApi, 'getOption'>;
}): LetterLimitApi {
  return {
    async consumeLetterLimit(email) {
      const most = Number(await options.getOption<unknown>(LETTER_LIMIT.name, LETTER_LIMIT.fallback));
      const mailbox = createHash('sha256').update(mailboxOf(email), 'utf8').digest('hex');
      return limits.consumeRateLimit(
        `letters:${mailbox}`,
        Number.isInteger(most) && most > 0 ? most : LETTER_LIMIT.fallback,
        DAY,
      );
    },
  };
}
