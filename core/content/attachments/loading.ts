import type { AttachmentDeps } from './deps.js';

/** State of the images counted on the page so far. */
interface ImageCount {
  images: number;
  /** Whether an image already has high fetch priority. */
  hasHighPriority: boolean;
}

const COUNT_KEY = 'media:seen';
/** Memo key set while the posts of a page's main query are displayed. */
export const MAIN_LOOP = 'media:main-loop';
/** Number of leading images likely to be in view initially. */
const IN_VIEW = 3;
/** Minimum number of pixels of an image that gets high fetch priority. */
const MIN_PIXELS = 50_000;

/** Attributes that control how a browser loads an image. */
export interface LoadingAttributes {
  readonly loading?: 'lazy';
  readonly fetchpriority?: 'high';
  readonly decoding: 'async';
}

/**
 * Determines the loading attributes of images in the current request: the first ones of the main posts load
 * immediately, the first large one with high priority, and the rest lazily (`wp_get_loading_optimization_attributes`).
 */
export function createLoading({ hooks, memo }: Pick<AttachmentDeps, 'hooks' | 'memo'>) {
  function getImageCount(): ImageCount | undefined {
    const values = memo();
    if (values?.get(MAIN_LOOP) !== true) return undefined;
    const known = values.get(COUNT_KEY) as ImageCount | undefined;
    const counted = known ?? { images: 0, hasHighPriority: false };
    if (!known) values.set(COUNT_KEY, counted);
    return counted;
  }

  return {
    /** Returns the attributes of an image of known size; lazily loading an image without one would shift the layout. */
    loadingOf(width: number, height: number): LoadingAttributes {
      const late: LoadingAttributes = hooks.applyFiltersSync('wp_lazy_loading_enabled', true, 'img', 'the_content')
        ? { loading: 'lazy', decoding: 'async' }
        : { decoding: 'async' };
      const counted = getImageCount();
      if (!counted) return late;
      counted.images += 1;
      if (counted.images > hooks.applyFiltersSync('wp_omit_loading_attr_threshold', IN_VIEW)) return late;
      if (counted.hasHighPriority || width * height < hooks.applyFiltersSync('wp_min_priority_img_pixels', MIN_PIXELS))
        return { decoding: 'async' };
      counted.hasHighPriority = true;
      return { fetchpriority: 'high', decoding: 'async' };
    },
  };
}

export type ImageLoading = ReturnType<typeof createLoading>;
