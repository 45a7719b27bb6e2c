import type { MaybePromise, PluginScope } from 'plinth';
import type { ReviewStatistics } from '../contract/index.js';
import type { ProductRow } from './tables.js';

export const REVIEW_SETTINGS_OPTION = 'store_reviews';

/** What the owner decides about reviews. */
export interface ReviewSettings {
  /** Off: none is shown or written, and no stars stand anywhere. */
  readonly enabled: boolean;
  /** `buyers`: with an account or by the link of an order; `accounts`: those who bought with an account. */
  readonly who: 'buyers' | 'accounts';
  /** Days after the order before which nobody has tried the product. */
  readonly minDays: number;
  /** Days after its completion at which an order's letter asks for reviews, where that letter is switched on. */
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
  remember,
}: Pick<PluginScope, 'getOption' | 'updateOption' | 'remember'>): ReviewOptions {
  const days = (value: unknown, usual: number): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_REVIEW_DAYS ? value : usual;
  return {
    // Whatever shows products asks, several times a page.
    read: () =>
      remember('store:review-settings', async (): Promise<ReviewSettings> => {
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

/** What can be read about a product: nothing where reviews are off, and of ratings that came without texts. */
export function readableReviews(
  { review_count: count, verified_count: verified }: Pick<ProductRow, 'review_count' | 'verified_count'>,
  { enabled }: Pick<ReviewSettings, 'enabled'>,
): ReviewStatistics | undefined {
  return enabled && count > 0 ? { count, verified } : undefined;
}

/** A rating as stars for the eye; whoever shows it says it in words beside it. @param rating 0 to 5 */
export function starsOf(rating: number): string {
  const full = Math.max(0, Math.min(5, Math.round(rating)));
  return '★'.repeat(full) + '☆'.repeat(5 - full);
}
