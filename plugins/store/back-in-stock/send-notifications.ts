import type { PluginScope } from 'plinth';
import type { AlertEmails } from '../emails/product-emails.js';
import { variationPath } from '../catalog/product-summary.js';
import type { AlertStore } from './subscription-store.js';
import type { BackInStockRow } from './tables.js';
import type { FindProduct } from './sold-out.js';

/** Scheduled event that sends due notifications and deletes old subscriptions. */
export const PRUNE_BACK_IN_STOCK = 'store/prune_back_in_stock';
const JOB = 'store/send_back_in_stock';
/** Maximum number of emails per run; another run follows when more are due. */
const MAX_EMAILS = 200;

interface SendDeps {
  readonly scope: Pick<
    PluginScope,
    'db' | 'addAction' | 'registerJob' | 'enqueueJob' | 'wpNextScheduled' | 'wpScheduleEvent' | 'homeUrl' | 'log'
  >;
  readonly store: AlertStore;
  readonly findProduct: FindProduct;
  readonly emails: AlertEmails;
  readonly now: () => number;
}

/**
 * Notifies subscribers of products that are back in stock. Each is notified once: the subscription is deleted in the
 * same transaction that queues its email.
 */
export async function sendAlerts({ scope, store, findProduct, emails, now }: SendDeps): Promise<void> {
  async function sendAlert(row: BackInStockRow): Promise<void> {
    const entity = await findProduct(row.product_id, row.variation_id);
    await scope.db.transaction(async () => {
      // When two runs overlap, only one can take a subscription.
      if (!(await store.delete(row.id)) || !entity) return;
      await emails.backInStock(row.email, row.locale, {
        product: entity.name,
        url: scope.homeUrl(
          entity.variationId > 0 ? variationPath(entity.slug, entity.variationId) : `/product/${entity.slug}/`,
        ),
        unsubscribeKey: row.stop_key,
      });
    });
  }

  async function run(productIds?: readonly number[]): Promise<void> {
    const rows = await store.listDue(MAX_EMAILS, productIds);
    for (const row of rows)
      await sendAlert(row).catch((error: unknown) =>
        scope.log.error('a back-in-stock notification could not be sent', {
          alert: row.id,
          error: error instanceof Error ? error.message : String(error),
        }),
      );
    if (rows.length === MAX_EMAILS) await scope.enqueueJob(JOB, productIds ? { productIds } : {});
  }

  scope.registerJob(JOB, (payload) => run((payload as { productIds?: readonly number[] }).productIds));
  // Runs in the background so that a stock change does not wait for emails.
  scope.addAction('store/products_changed', async (ids: readonly number[]) => {
    const productIds = ids.includes(0) ? undefined : ids;
    if ((await store.listDue(1, productIds)).length > 0) await scope.enqueueJob(JOB, productIds ? { productIds } : {});
  });
  scope.addAction(PRUNE_BACK_IN_STOCK, async () => {
    await store.prune(now());
    await run();
  });
  if ((await scope.wpNextScheduled(PRUNE_BACK_IN_STOCK)) === false)
    await scope.wpScheduleEvent(Math.floor(now() / 1000) + 60, 'hourly', PRUNE_BACK_IN_STOCK);
}
