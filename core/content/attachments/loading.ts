import type { AttachmentDeps } from './deps.js';

/** What of a page was counted so far. */
interface Seen {
  images: number;
  /** Whether one was already put before the others. */
  urgent: boolean;
}

const SEEN = 'media:seen';
/** Set while the posts of a page's own query are being shown. */
export const MAIN_LOOP = 'media:main-loop';
/** So many of the first pictures are likely to be in view at once. */
const IN_VIEW = 3;
/** Smaller ones are no reason to let others wait. */
const MIN_PIXELS = 50_000;

/** How a browser should fetch a picture. */
export interface LoadingAttributes {
  readonly loading?: 'lazy';
  readonly fetchpriority?: 'high';
  readonly decoding: 'async';
}

/**
 * Decides how pictures of the running request are fetched: the first of a page's posts at once, and the first large one before all others;
 * the rest when they come into view (`wp_get_loading_optimization_attributes`).
 */
export function createLoading({ hooks, memo }: Pick<AttachmentDeps, 'hooks' | 'memo'>) {
  function seen(): Seen | undefined {
    const values = memo();
    if (values?.get(MAIN_LOOP) !== true) return undefined;
    const known = values.get(SEEN) as Seen | undefined;
    const counted = known ?? { images: 0, urgent: false };
    if (!known) values.set(SEEN, counted);
    return counted;
  }

  return {
    /** Of a picture whose size is known; one without a size would make the page jump when it came late. */
    loadingOf(width: number, height: number): LoadingAttributes {
      const late: LoadingAttributes = hooks.applyFiltersSync('wp_lazy_loading_enabled', true, 'img', 'the_content')
        ? { loading: 'lazy', decoding: 'async' }
        : { decoding: 'async' };
      const counted = seen();
      if (!counted) return late;
      counted.images += 1;
      if (counted.images > hooks.applyFiltersSync('wp_omit_loading_attr_threshold', IN_VIEW)) return late;
      if (counted.urgent || width * height < hooks.applyFiltersSync('wp_min_priority_img_pixels', MIN_PIXELS))
        return { decoding: 'async' };
      counted.urgent = true;
      return { fetchpriority: 'high', decoding: 'async' };
    },
  };
}

export type Loading = ReturnType<typeof createLoading>;
