import { type PluginScope, toUtcString } from 'plinth';
import type { ReviewEmails } from '../emails/product-emails.js';
import type { EmailOptions } from '../emails/custom-texts.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { ReviewOptions } from '../products/review-settings.js';
import { reviewableOf } from './order-reviews.js';
import { isBought } from './reviewers.js';

/** Scheduled event that asks buyers for reviews. */
export const ASK_REVIEWS = 'store/ask_reviews';
const DAY_MS = 86_400_000;
/** Days for which missed emails are sent later; customers with older orders are not asked when the email is enabled. */
const CAUGHT_UP = 14;
/** Emails per run. */
const MAX = 200;

interface AskDeps {
  readonly scope: Pick<PluginScope, 'db' | 'addAction' | 'wpNextScheduled' | 'wpScheduleEvent' | 'log'>;
  readonly settings: Pick<ReviewOptions, 'read'>;
  readonly emailOptions: Pick<EmailOptions, 'read'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly statuses: Pick<OrderStatuses, 'kind'>;
  readonly emails: Pick<ReviewEmails, 'requestReviews'>;
  readonly now: () => number;
}

/**
 * Asks for reviews of orders completed the configured number of days ago, once per order, if the shop owner has enabled
 * the email.
 */
export async function askForReviews({
  scope,
  settings,
  emailOptions,
  store,
  statuses,
  emails,
  now,
}: AskDeps): Promise<void> {
  const { db } = scope;

  async function askOne(id: number): Promise<void> {
    await db.transaction(async () => {
      const order = await store.find({ id });
      if (!order || order.billing.email === '' || !isBought(order, statuses)) return;
      const products = (await reviewableOf(scope, order)).filter(({ isReviewed }) => !isReviewed);
      if (products.length > 0)
        await emails.requestReviews(
          order,
          products.map(({ name, slug }) => ({ name, slug })),
        );
    });
  }

  async function requestReviews(): Promise<void> {
    const { enabled, askDays } = await settings.read();
    if (!enabled || !(await emailOptions.read('review_request')).enabled) return;
    const until = now() - askDays * DAY_MS;
    const requestedOrders = db()('store_emails').where({ kind: 'review_request' }).select('order_id');
    const ids = await db()('store_order_events')
      .where({ to_status: 'completed' })
      .whereNot({ from_status: 'completed' })
      .whereBetween('at', [toUtcString(until - CAUGHT_UP * DAY_MS), toUtcString(until)])
      .whereNotIn('order_id', requestedOrders)
      .distinct<{ id: number }[]>('order_id as id')
      .orderBy('id')
      .limit(MAX);
    for (const { id } of ids) {
      await askOne(id).catch((error: unknown) =>
        scope.log.error('a review request could not be sent', {
          order: id,
          error: error instanceof Error ? error.message : String(error),
        }),
      );
    }
  }

  scope.addAction(ASK_REVIEWS, requestReviews);
  if ((await scope.wpNextScheduled(ASK_REVIEWS)) === false)
    await scope.wpScheduleEvent(Math.floor(now() / 1000) + 60, 'hourly', ASK_REVIEWS);
}
