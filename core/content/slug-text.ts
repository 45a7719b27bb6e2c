/**
 * Truncates a slug to a number of bytes in encoded form, without splitting an encoded character
 * (`_truncate_post_slug`).
 */
export function truncateSlug(slug: string, length = 200): string {
  if (slug.length <= length) return slug.replace(/-+$/, '');
  const cut = slug.slice(0, length);
  const decoded = decodeSlug(slug);
  if (decoded === slug) return cut.replace(/-+$/, '');
  let out = '';
  for (const character of decoded) {
    const encoded = /^[\x00-\x7F]$/.test(character) ? character : encodeURIComponent(character).toLowerCase();
    if (out.length + encoded.length > length) break;
    out += encoded;
  }
  return out.replace(/-+$/, '');
}

/** Decodes a slug; returns it unchanged if it is not encoded properly. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** Decodes form encoding, with a plus for a space; returns the text unchanged if it is not encoded properly. */
export function urlDecode(text: string): string {
  return decodeSlug(text.replaceAll('+', ' '));
}
