import type { PluginScope } from 'plinth';
import type { ReviewStatistics } from '../contract/index.js';
import type { ProductRow } from './tables.js';

export const REVIEW_SETTINGS_OPTION = 'store_reviews';

/** The shop owner's settings for reviews. */
export interface ReviewSettings {
  /** Whether reviews and star ratings are shown and can be written. */
  readonly enabled: boolean;
  /** Who can write reviews. `buyers`: customers with an account or an order link; `accounts`: only with an account. */
  readonly reviewers: 'buyers' | 'accounts';
  /** Minimum number of days between an order and a review. */
  readonly minDays: number;
  /** Number of days between the completion of an order and the review request, if that email is enabled. */
  readonly requestDelayDays: number;
}

export const MAX_REVIEW_DAYS = 365;
const DEFAULT_SETTINGS: ReviewSettings = { enabled: true, reviewers: 'buyers', minDays: 0, requestDelayDays: 10 };

export interface ReviewOptions {
  read(): Promise<ReviewSettings>;
  write(settings: ReviewSettings): Promise<void>;
}

export function createReviewOptions({
  getOption,
  updateOption,
  cache,
}: Pick<PluginScope, 'getOption' | 'updateOption' | 'cache'>): ReviewOptions {
  const readDays = (value: unknown, fallback: number): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_REVIEW_DAYS ? value : fallback;
  return {
    // Cached, because it is read several times per page.
    read: () =>
      cache.get('store:review-settings', async (): Promise<ReviewSettings> => {
        const stored = await getOption<unknown>(REVIEW_SETTINGS_OPTION, null);
        const { enabled, reviewers, minDays, requestDelayDays } = (
          typeof stored === 'object' && stored !== null ? stored : {}
        ) as Partial<Record<keyof ReviewSettings, unknown>>;
        return {
          enabled: enabled !== false,
          reviewers: reviewers === 'accounts' ? reviewers : DEFAULT_SETTINGS.reviewers,
          minDays: readDays(minDays, DEFAULT_SETTINGS.minDays),
          requestDelayDays: readDays(requestDelayDays, DEFAULT_SETTINGS.requestDelayDays),
        };
      }),
    async write(settings) {
      await updateOption(REVIEW_SETTINGS_OPTION, settings);
    },
  };
}

/**
 * Returns the review statistics of a product. Returns undefined when reviews are disabled, or when the product has no
 * reviews.
 */
export function getReviewStatistics(
  { review_count: count, verified_count: verified }: Pick<ProductRow, 'review_count' | 'verified_count'>,
  { enabled }: Pick<ReviewSettings, 'enabled'>,
): ReviewStatistics | undefined {
  return enabled && count > 0 ? { count, verified } : undefined;
}

/**
 * Renders a rating as star characters. The caller must provide a text alternative.
 * @param rating 0 to 5
 */
export function renderStars(rating: number): string {
  const full = Math.max(0, Math.min(5, Math.round(rating)));
  return '★'.repeat(full) + '☆'.repeat(5 - full);
}
