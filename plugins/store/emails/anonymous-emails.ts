import { type PluginScope, toUtcString } from 'plinth';
import { registerEraser } from '../privacy/personal-data.js';
import type { Outbox } from './outbox.js';

/** The host's own clean-up, every night. */
const HOUSEKEEPING = 'plinth_housekeeping';
/** The option that says how many days the host keeps its log of mail, and what it is before the owner decides. */
const MAIL_DAYS = { option: 'mail_days', usual: 365 } as const;
const DAY_MS = 86_400_000;

/**
 * Letters about no order (of accounts, and to the shop) have nothing that they go with: they are let go of when the log of mail is, and when somebody asks to be forgotten.
 * @param now milliseconds since 1970
 */
export function pruneEmails(
  scope: Pick<PluginScope, 'addAction' | 'addFilter' | 'getOption' | '__'>,
  box: Pick<Outbox, 'prune' | 'forget'>,
  now: () => number = Date.now,
): void {
  scope.addAction(HOUSEKEEPING, async () => {
    const stored = Number(await scope.getOption<unknown>(MAIL_DAYS.option, MAIL_DAYS.usual));
    const days = Number.isInteger(stored) && stored > 0 ? stored : MAIL_DAYS.usual;
    await box.prune(toUtcString(now() - days * DAY_MS));
  });
  const owner = { id: 'store-letters', label: () => scope.__('Emails not related to an order') };
  registerEraser(scope, owner, async (email) => ({ removed: await box.forget(email) }));
}
