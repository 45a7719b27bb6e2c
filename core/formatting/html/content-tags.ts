const IMG = /<img(?=[\s/>])[^>]*>/gi;
const has = (tag: string, name: string): boolean => new RegExp(`\\s${name}(?=[\\s=/>])`, 'i').test(tag);
/** WordPress only counts an attribute in double quotes. */
const quoted = (tag: string, name: string): boolean => tag.includes(` ${name}="`);

/** How a picture of a size is fetched, where more is known than its tag. */
type LoadingOf = (width: number, height: number) => { readonly loading?: 'lazy'; readonly fetchpriority?: 'high' };

const LAZY = { loading: 'lazy' } as const;
const measure = (tag: string, name: string): number => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

/** Images and frames load when they come into view, and images decode aside (`wp_filter_content_tags`). @since 0.1.0 */
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

/** A picture that comes when it is in view is as wide by then as the page has made it (`wp_img_tag_add_auto_sizes`). */
function withAutoSizes(tag: string): string {
  return / loading="lazy"/.test(tag) ? tag.replace(/ sizes="(?!auto\b)/, ' sizes="auto, ') : tag;
}
