const IMG = /<img(?=[\s/>])[^>]*>/gi;
const has = (tag: string, name: string): boolean => new RegExp(`\\s${name}(?=[\\s=/>])`, 'i').test(tag);
/** WordPress only recognizes attributes in double quotes. */
const quoted = (tag: string, name: string): boolean => tag.includes(` ${name}="`);

/** Returns the loading attributes for an image size, if more than its tag is known. */
type LoadingOf = (width: number, height: number) => { readonly loading?: 'lazy'; readonly fetchpriority?: 'high' };

const LAZY = { loading: 'lazy' } as const;
const measure = (tag: string, name: string): number => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

/**
 * Adds lazy loading to images and frames, and asynchronous decoding to images (`wp_filter_content_tags`).
 * @since 0.1.0
 */
export function wpFilterContentTags(text: string, loadingOf: LoadingOf = () => LAZY): string {
  const end = text.lastIndexOf('>') + 1;
  const head = text.slice(0, end).replace(IMG, (tag) => {
    const isOpen =
      quoted(tag, 'src') &&
      quoted(tag, 'width') &&
      quoted(tag, 'height') &&
      !has(tag, 'loading') &&
      !has(tag, 'fetchpriority');
    const { loading = undefined, fetchpriority = undefined } = isOpen
      ? loadingOf(measure(tag, 'width'), measure(tag, 'height'))
      : {};
    const priority = fetchpriority ? ' fetchpriority="high"' : '';
    const fetched = loading ? ' loading="lazy"' : priority;
    const decoding = quoted(tag, 'src') && !has(tag, 'decoding') ? ' decoding="async"' : '';
    return withAutoSizes(`<img${fetched}${decoding}${tag.slice(4)}`);
  });
  const framed = head.replace(/<iframe\s[^>]*>/gi, (tag) =>
    quoted(tag, 'src') && quoted(tag, 'width') && quoted(tag, 'height') && !has(tag, 'loading')
      ? `<iframe loading="lazy"${tag.slice(7)}`
      : tag,
  );
  return framed + text.slice(end);
}

/**
 * A lazily loaded image can use `sizes="auto"`, because its layout width is known when it loads
 * (`wp_img_tag_add_auto_sizes`).
 */
function withAutoSizes(tag: string): string {
  return / loading="lazy"/.test(tag) ? tag.replace(/ sizes="(?!auto\b)/, ' sizes="auto, ') : tag;
}
