import { type PluginScope, toUtcString } from 'plinth';
import { registerEraser, registerExporter } from '../privacy/personal-data.js';
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
  scope: Pick<PluginScope, 'addAction' | 'addFilter' | 'getOption' | '__' | '_n'>,
  outboxStore: Pick<Outbox, 'prune' | 'listByEmail' | 'deleteByEmail'>,
  now: () => number = Date.now,
): void {
  scope.addAction(MAINTENANCE_ACTION, async () => {
    const stored = Number(await scope.getOption<unknown>(RETENTION_OPTION.option, RETENTION_OPTION.usual));
    const days = Number.isInteger(stored) && stored > 0 ? stored : RETENTION_OPTION.usual;
    await outboxStore.prune(toUtcString(now() - days * DAY_MS));
  });
  registerEmailPersonalData(scope, outboxStore);
}

/** Exports all emails of the store to a person, and erases those that do not belong to an order. */
function registerEmailPersonalData(
  scope: Pick<PluginScope, 'addFilter' | '__' | '_n'>,
  outboxStore: Pick<Outbox, 'listByEmail' | 'deleteByEmail'>,
): void {
  const { __ } = scope;
  const [id, tables] = ['store-emails', ['store_emails']];
  registerExporter(scope, { id, tables, label: () => __('Emails of the shop') }, async (email) =>
    (await outboxStore.listByEmail(email)).map((row) => ({
      id: `email-${row.id}`,
      fields: {
        [__('Time')]: row.created_at,
        [__('To')]: row.recipient,
        [__('Kind')]: row.kind,
        [__('Content')]: row.data,
        [__('Error')]: row.refusal,
      },
    })),
  );
  registerEraser(scope, { id, tables, label: () => __('Emails not related to an order') }, async (email) => {
    const removed = await outboxStore.deleteByEmail(email);
    const retained = (await outboxStore.listByEmail(email)).length;
    const messages =
      retained > 0
        ? [
            scope._n(
              '%d record of an email about an order is kept as long as the order, because it proves what was sent and when.',
              '%d records of emails about orders are kept as long as the orders, because they prove what was sent and when.',
              retained,
            ),
          ]
        : [];
    return { removed, retained, messages };
  });
}
