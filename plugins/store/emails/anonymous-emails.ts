import { type PluginScope, toUtcString } from 'plinth';
import { registerEraser } from '../privacy/personal-data.js';
import type { Outbox } from './outbox.js';

/** Nightly maintenance action of the core. */
const MAINTENANCE = 'plinth_maintenance';
/** Option with the days that the core retains its email log, and its default. */
const MAIL_DAYS = { option: 'mail_days', usual: 365 } as const;
const DAY_MS = 86_400_000;

/**
 * Deletes emails about no order (about accounts, and to the shop), which are not deleted with an order: together with
 * the email log, and by the personal data eraser.
 * @param now milliseconds since 1970
 */
export function pruneEmails(
  scope: Pick<PluginScope, 'addAction' | 'addFilter' | 'getOption' | '__'>,
  box: Pick<Outbox, 'prune' | 'deleteByEmail'>,
  now: () => number = Date.now,
): void {
  scope.addAction(MAINTENANCE, async () => {
    const stored = Number(await scope.getOption<unknown>(MAIL_DAYS.option, MAIL_DAYS.usual));
    const days = Number.isInteger(stored) && stored > 0 ? stored : MAIL_DAYS.usual;
    await box.prune(toUtcString(now() - days * DAY_MS));
  });
  const owner = { id: 'store-emails', label: () => scope.__('Emails not related to an order') };
  registerEraser(scope, owner, async (email) => ({ removed: await box.deleteByEmail(email) }));
}
