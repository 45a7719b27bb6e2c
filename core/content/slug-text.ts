/**
 * Truncates a slug to a number of bytes in its URL-encoded form (`_truncate_post_slug`). An encoded character is never
 * split.
 */
export function truncateSlug(slug: string, length = 200): string {
  if (slug.length <= length) return slug.replace(/-+$/, '');
  const cut = slug.slice(0, length);
  const decoded = decodeSlug(slug);
  if (decoded === slug) return cut.replace(/-+$/, '');
  let truncated = '';
  for (const character of decoded) {
    const encoded = /^[\x00-\x7F]$/.test(character) ? character : encodeURIComponent(character).toLowerCase();
    if (truncated.length + encoded.length > length) break;
    truncated += encoded;
  }
  return truncated.replace(/-+$/, '');
}

/** Decodes a slug. Returns it unchanged if its encoding is invalid. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** Decodes form encoding, in which a plus is a space. Returns the text unchanged if its encoding is invalid. */
export function urlDecode(text: string): string {
  return decodeSlug(text.replaceAll('+', ' '));
}
