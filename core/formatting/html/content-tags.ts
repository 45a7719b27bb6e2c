const IMG = /<img(?=[\s/>])[^>]*>/gi;
const has = (tag: string, name: string): boolean => new RegExp(`\\s${name}(?=[\\s=/>])`, 'i').test(tag);
/** WordPress only counts an attribute in double quotes. */
const quoted = (tag: string, name: string): boolean => tag.includes(` ${name}="`);

/** Images and frames load when they come into view, and images decode aside (`wp_filter_content_tags`). @since 0.1.0 */
export function wpFilterContentTags(text: string): string {
  const end = text.lastIndexOf('>') + 1;
  const head = text.slice(0, end).replace(IMG, (tag) => {
    const lazy = quoted(tag, 'src') && quoted(tag, 'width') && quoted(tag, 'height') && !has(tag, 'loading') ? ' loading="lazy"' : '';
    const decoding = quoted(tag, 'src') && !has(tag, 'decoding') ? ' decoding="async"' : '';
    return `<img${lazy}${decoding}${tag.slice(4)}`;
  });
  const framed = head.replace(/<iframe\s[^>]*>/gi, (tag) =>
    quoted(tag, 'src') && quoted(tag, 'width') && quoted(tag, 'height') && !has(tag, 'loading') ? `<iframe loading="lazy"${tag.slice(7)}` : tag,
  );
  return framed + text.slice(end);
}
