import { type PluginScope, toUtcString } from 'plinth';
import { registerEraser } from '../privacy/personal-data.js';
import type { Outbox } from './outbox.js';

/** Core action that runs every night. */
const MAINTENANCE_ACTION = 'plinth_maintenance';
/** Option with the number of days for which core retains the email log, and its default value. */
const RETENTION_OPTION = { option: 'mail_days', usual: 365 } as const;
const DAY_MS = 86_400_000;

/**
 * Deletes emails that do not belong to an order, such as those about accounts. They are deleted at the same age as the
 * email log, and by the personal data eraser.
 * @param now returns the Unix time in milliseconds
 */
export function pruneEmails(
  scope: Pick<PluginScope, 'addAction' | 'addFilter' | 'getOption' | '__'>,
  outboxStore: Pick<Outbox, 'prune' | 'deleteByEmail'>,
  now: () => number = Date.now,
): void {
  scope.addAction(MAINTENANCE_ACTION, async () => {
    const stored = Number(await scope.getOption<unknown>(RETENTION_OPTION.option, RETENTION_OPTION.usual));
    const days = Number.isInteger(stored) && stored > 0 ? stored : RETENTION_OPTION.usual;
    await outboxStore.prune(toUtcString(now() - days * DAY_MS));
  });
  const owner = { id: 'store-emails', label: () => scope.__('Emails not related to an order') };
  registerEraser(scope, owner, async (email) => ({ removed: await outboxStore.deleteByEmail(email) }));
}
