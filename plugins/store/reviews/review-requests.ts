import { type PluginScope, toUtcString } from 'plinth';
import type { ReviewEmails } from '../emails/product-emails.js';
import type { EmailOptions } from '../emails/custom-texts.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { ReviewOptions } from '../products/review-settings.js';
import { listReviewable } from './order-reviews.js';
import { isPurchase } from './reviewers.js';

/** Cron event that sends review requests. */
export const REVIEW_REQUEST_EVENT = 'store/request_reviews';
const DAY_MS = 86_400_000;
/** Number of days for which missed emails are sent later. No requests are sent for older orders. */
const CATCH_UP_DAYS = 14;
/** Maximum number of emails per run. */
const MAX_EMAILS = 200;

interface ReviewRequestsDeps {
  readonly scope: Pick<PluginScope, 'db' | 'addAction' | 'wpNextScheduled' | 'wpScheduleEvent' | 'log'>;
  readonly settings: Pick<ReviewOptions, 'read'>;
  readonly emailOptions: Pick<EmailOptions, 'read'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly statuses: Pick<OrderStatuses, 'kind'>;
  readonly emails: Pick<ReviewEmails, 'requestReviews'>;
  readonly now: () => number;
}

/**
 * Schedules review requests. They are sent once per order, the configured number of days after its completion, if the
 * shop owner has enabled the email.
 */
export async function scheduleReviewRequests({
  scope,
  settings,
  emailOptions,
  store,
  statuses,
  emails,
  now,
}: ReviewRequestsDeps): Promise<void> {
  const { db } = scope;

  async function requestReviewsOfOrder(id: number): Promise<void> {
    await db.transaction(async () => {
      const order = await store.find({ id });
      if (!order || order.billing.email === '' || !isPurchase(order, statuses)) return;
      const products = (await listReviewable(scope, order)).filter(({ isReviewed }) => !isReviewed);
      if (products.length > 0)
        await emails.requestReviews(
          order,
          products.map(({ name, slug }) => ({ name, slug })),
        );
    });
  }

  async function requestReviews(): Promise<void> {
    const { enabled, requestDelayDays } = await settings.read();
    if (!enabled || !(await emailOptions.read('review_request')).enabled) return;
    const until = now() - requestDelayDays * DAY_MS;
    const requestedOrders = db()('store_emails').where({ kind: 'review_request' }).select('order_id');
    const ids = await db()('store_order_events')
      .where({ to_status: 'completed' })
      .whereNot({ from_status: 'completed' })
      .whereBetween('at', [toUtcString(until - CATCH_UP_DAYS * DAY_MS), toUtcString(until)])
      .whereNotIn('order_id', requestedOrders)
      .distinct<{ id: number }[]>('order_id as id')
      .orderBy('id')
      .limit(MAX_EMAILS);
    for (const { id } of ids) {
      await requestReviewsOfOrder(id).catch((error: unknown) =>
        scope.log.error('a review request could not be sent', {
          order: id,
          error: error instanceof Error ? error.message : String(error),
        }),
      );
    }
  }

  scope.addAction(REVIEW_REQUEST_EVENT, requestReviews);
  if ((await scope.wpNextScheduled(REVIEW_REQUEST_EVENT)) === false)
    await scope.wpScheduleEvent(Math.floor(now() / 1000) + 60, 'hourly', REVIEW_REQUEST_EVENT);
}
