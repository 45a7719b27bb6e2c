import type { PluginScope } from 'plinth';
import type { AlertEmails } from '../emails/product-emails.js';
import { variationPath } from '../catalogue/product-summary.js';
import type { AlertStore } from './subscription-store.js';
import type { AlertRow } from './tables.js';
import type { NameThing } from './sold-out.js';

/** The scheduled event that looks for alerts that are due, and forgets old ones. */
export const PRUNE_ALERTS = 'store/prune_alerts';
const JOB = 'store/alerts';
/** Letters of one run; a further one follows. */
const MAX = 200;

interface SendDeps {
  readonly scope: Pick<
    PluginScope,
    'db' | 'addAction' | 'registerJob' | 'enqueueJob' | 'wpNextScheduled' | 'wpScheduleEvent' | 'homeUrl' | 'log'
  >;
  readonly store: AlertStore;
  readonly named: NameThing;
  readonly emails: AlertEmails;
  readonly now: () => number;
}

/** Writes to those who wait for what can be had again: each once, since an alert goes in the transaction that writes its letter down. */
export async function sendAlerts({ scope, store, named, emails, now }: SendDeps): Promise<void> {
  async function sendOne(row: AlertRow): Promise<void> {
    const thing = await named(row.product_id, row.variation_id);
    await scope.db.transaction(async () => {
      // Of two runs at once, one takes it.
      if (!(await store.take(row.id)) || !thing) return;
      await emails.backInStock(row.email, row.locale, {
        product: thing.name,
        url: scope.homeUrl(
          thing.variationId > 0 ? variationPath(thing.slug, thing.variationId) : `/product/${thing.slug}/`,
        ),
        stop: row.stop_key,
      });
    });
  }

  async function run(productIds?: readonly number[]): Promise<void> {
    const rows = await store.due(MAX, productIds);
    for (const row of rows)
      await sendOne(row).catch((error: unknown) =>
        scope.log.error('somebody could not be told that a product is back', {
          alert: row.id,
          error: error instanceof Error ? error.message : String(error),
        }),
      );
    if (rows.length === MAX) await scope.enqueueJob(JOB, productIds ? { productIds } : {});
  }

  scope.registerJob(JOB, (payload) => run((payload as { productIds?: readonly number[] }).productIds));
  // Whoever changes stock need not wait for letters.
  scope.addAction('store/products_changed', async (ids: readonly number[]) => {
    const productIds = ids.includes(0) ? undefined : ids;
    if ((await store.due(1, productIds)).length > 0) await scope.enqueueJob(JOB, productIds ? { productIds } : {});
  });
  scope.addAction(PRUNE_ALERTS, async () => {
    await store.prune(now());
    await run();
  });
  if ((await scope.wpNextScheduled(PRUNE_ALERTS)) === false)
    await scope.wpScheduleEvent(Math.floor(now() / 1000) + 60, 'hourly', PRUNE_ALERTS);
}
