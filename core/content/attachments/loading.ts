import type { AttachmentDeps } from './deps.js';

/** Number and state of the images counted so far on the page. */
interface ImageCount {
  images: number;
  /** Whether an image already has high fetch priority. */
  hasHighPriority: boolean;
}

const COUNT_KEY = 'media:seen';
/** Memo key set while the posts of a page's main query are displayed. */
export const MAIN_LOOP = 'media:main-loop';
/** Number of images at the start of a page that are not loaded lazily. */
const EAGER_IMAGES = 3;
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
    const requestMemo = memo();
    if (requestMemo?.get(MAIN_LOOP) !== true) return undefined;
    const storedCount = requestMemo.get(COUNT_KEY) as ImageCount | undefined;
    const counted = storedCount ?? { images: 0, hasHighPriority: false };
    if (!storedCount) requestMemo.set(COUNT_KEY, counted);
    return counted;
  }

  return {
    /** Returns the loading attributes of an image. A lazy image of unknown size would shift the layout. */
    loadingOf(width: number, height: number): LoadingAttributes {
      const defaultAttributes: LoadingAttributes = hooks.applyFiltersSync(
        'wp_lazy_loading_enabled',
        true,
        'img',
        'the_content',
      )
        ? { loading: 'lazy', decoding: 'async' }
        : { decoding: 'async' };
      const imageCount = getImageCount();
      if (!imageCount) return defaultAttributes;
      imageCount.images += 1;
      if (imageCount.images > hooks.applyFiltersSync('wp_omit_loading_attr_threshold', EAGER_IMAGES))
        return defaultAttributes;
      if (
        imageCount.hasHighPriority ||
        width * height < hooks.applyFiltersSync('wp_min_priority_img_pixels', MIN_PIXELS)
      )
        return { decoding: 'async' };
      imageCount.hasHighPriority = true;
      return { fetchpriority: 'high', decoding: 'async' };
    },
  };
}

export type ImageLoading = ReturnType<typeof createLoading>;
