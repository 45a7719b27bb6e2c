/** `#rgb` or `#rrggbb`; '' for '', undefined for anything else (`sanitize_hex_color`). @since 0.1.0 */
export function sanitizeHexColor(color: string): string | undefined {
  if (color === '') return '';
  return /^#(?:[A-Fa-f0-9]{3}){1,2}$/.test(color) ? color : undefined;
}

/** As `sanitizeHexColor`, with or without `#` before and always without it after (`sanitize_hex_color_no_hash`). @since 0.1.0 */
export function sanitizeHexColorNoHash(color: string): string | undefined {
  const digits = color.replace(/^#+/, '');
  return digits === '' ? '' : sanitizeHexColor(`#${digits}`)?.slice(1);
}

/** A colour with `#` before its digits; what is no colour stays as it is (`maybe_hash_hex_color`). @since 0.1.0 */
export function maybeHashHexColor(color: string): string {
  const digits = sanitizeHexColorNoHash(color);
  return digits === undefined || digits === '' ? color : `#${digits}`;
}

/** A colour of three or six digits with `#`, else false (`rest_parse_hex_color`). @since 0.1.0 */
export function restParseHexColor(color: string): string | false {
  return color === '' ? false : (sanitizeHexColor(color) ?? false);
}
