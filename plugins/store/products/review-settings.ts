import type { MaybePromise, PluginScope } from 'plinth';
import type { ReviewStatistics } from '../contract/index.js';
import type { ProductRow } from './tables.js';

export const REVIEW_SETTINGS_OPTION = 'store_reviews';

/** The shop owner's settings for reviews. */
export interface ReviewSettings {
  /** Whether reviews and star ratings are shown and can be written. */
  readonly enabled: boolean;
  /** `buyers`: with an account or by an order's link; `accounts`: only customers who bought with an account. */
  readonly who: 'buyers' | 'accounts';
  /** Days after the order before which a review cannot be written. */
  readonly minDays: number;
  /** Days after an order's completion at which an email asks for reviews, if that email is enabled. */
  readonly askDays: number;
}

export const MAX_REVIEW_DAYS = 365;
const DEFAULT: ReviewSettings = { enabled: true, who: 'buyers', minDays: 0, askDays: 10 };

export interface ReviewOptions {
  read(): MaybePromise<ReviewSettings>;
  write(settings: ReviewSettings): Promise<void>;
}

export function createReviewOptions({
  getOption,
  updateOption,
  cache,
}: Pick<PluginScope, 'getOption' | 'updateOption' | 'cache'>): ReviewOptions {
  const days = (value: unknown, fallback: number): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_REVIEW_DAYS ? value : fallback;
  return {
    // Cached, since it is read several times per page.
    read: () =>
      cache.get('store:review-settings', async (): Promise<ReviewSettings> => {
        const stored = await getOption<unknown>(REVIEW_SETTINGS_OPTION, null);
        const { enabled, who, minDays, askDays } = (
          typeof stored === 'object' && stored !== null ? stored : {}
        ) as Partial<Record<keyof ReviewSettings, unknown>>;
        return {
          enabled: enabled !== false,
          who: who === 'accounts' ? who : DEFAULT.who,
          minDays: days(minDays, DEFAULT.minDays),
          askDays: days(askDays, DEFAULT.askDays),
        };
      }),
    async write(settings) {
      await updateOption(REVIEW_SETTINGS_OPTION, settings);
    },
  };
}

/**
 * Returns the review statistics of a product; undefined when reviews are off, or when there are only imported ratings
 * without text.
 */
export function readableReviews(
  { review_count: count, verified_count: verified }: Pick<ProductRow, 'review_count' | 'verified_count'>,
  { enabled }: Pick<ReviewSettings, 'enabled'>,
): ReviewStatistics | undefined {
  return enabled && count > 0 ? { count, verified } : undefined;
}

/**
 * Renders a rating as star characters; the caller provides a text alternative.
 * @param rating 0 to 5
 */
export function starsOf(rating: number): string {
  const full = Math.max(0, Math.min(5, Math.round(rating)));
  return '★'.repeat(full) + '☆'.repeat(5 - full);
}
