/** Cuts a slug to a length in bytes of its encoded form, without breaking an encoded letter (`_truncate_post_slug`). */
export function truncateSlug(slug: string, length = 200): string {
  if (slug.length <= length) return slug.replace(/-+$/, '');
  const cut = slug.slice(0, length);
  const decoded = decodeSlug(slug);
  if (decoded === slug) return cut.replace(/-+$/, '');
  let out = '';
  for (const letter of decoded) {
    const encoded = /^[\x00-\x7F]$/.test(letter) ? letter : encodeURIComponent(letter).toLowerCase();
    if (out.length + encoded.length > length) break;
    out += encoded;
  }
  return out.replace(/-+$/, '');
}

/** A slug as people write it; what is not encoded properly stays as it is. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** Reads an encoded text as forms write it, with a plus for a space; what is not encoded properly stays as it is. */
export function urlDecode(text: string): string {
  return decodeSlug(text.replaceAll('+', ' '));
}
