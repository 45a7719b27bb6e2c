const IMG_TAG = /<img(?=[\s/>])[^>]*>/gi;
const hasAttribute = (tag: string, name: string): boolean => new RegExp(`\\s${name}(?=[\\s=/>])`, 'i').test(tag);
/** Whether a tag has an attribute in double quotes, because WordPress recognizes no others. */
const hasQuotedAttribute = (tag: string, name: string): boolean => tag.includes(` ${name}="`);

/** Returns the loading attributes of an image with the given size in pixels. */
type LoadingOf = (width: number, height: number) => { readonly loading?: 'lazy'; readonly fetchpriority?: 'high' };

const LAZY_LOADING = { loading: 'lazy' } as const;
const getNumber = (tag: string, name: string): number => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

/**
 * Adds lazy loading to images and iframes, and asynchronous decoding to images (`wp_filter_content_tags`).
 * @since 0.1.0
 */
export function wpFilterContentTags(text: string, loadingOf: LoadingOf = () => LAZY_LOADING): string {
  const end = text.lastIndexOf('>') + 1;
  const head = text.slice(0, end).replace(IMG_TAG, (tag) => {
    const lacksLoading =
      hasQuotedAttribute(tag, 'src') &&
      hasQuotedAttribute(tag, 'width') &&
      hasQuotedAttribute(tag, 'height') &&
      !hasAttribute(tag, 'loading') &&
      !hasAttribute(tag, 'fetchpriority');
    const { loading = undefined, fetchpriority = undefined } = lacksLoading
      ? loadingOf(getNumber(tag, 'width'), getNumber(tag, 'height'))
      : {};
    const priority = fetchpriority ? ' fetchpriority="high"' : '';
    const loadingAttribute = loading ? ' loading="lazy"' : priority;
    const decoding = hasQuotedAttribute(tag, 'src') && !hasAttribute(tag, 'decoding') ? ' decoding="async"' : '';
    return withAutoSizes(`<img${loadingAttribute}${decoding}${tag.slice(4)}`);
  });
  const withIframes = head.replace(/<iframe\s[^>]*>/gi, (tag) =>
    hasQuotedAttribute(tag, 'src') &&
    hasQuotedAttribute(tag, 'width') &&
    hasQuotedAttribute(tag, 'height') &&
    !hasAttribute(tag, 'loading')
      ? `<iframe loading="lazy"${tag.slice(7)}`
      : tag,
  );
  return withIframes + text.slice(end);
}

/**
 * Adds `auto` to the `sizes` of an image that is loaded lazily. Its width in the layout is known when it is loaded
 * (`wp_img_tag_add_auto_sizes`).
 */
function withAutoSizes(tag: string): string {
  return / loading="lazy"/.test(tag) ? tag.replace(/ sizes="(?!auto\b)/, ' sizes="auto, ') : tag;
}
