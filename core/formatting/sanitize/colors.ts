/**
 * Returns a color `#rgb` or `#rrggbb`; '' for '', and undefined for anything else (`sanitize_hex_color`).
 * @since 0.1.0
 */
export function sanitizeHexColor(color: string): string | undefined {
  if (color === '') return '';
  return /^#(?:[A-Fa-f0-9]{3}){1,2}$/.test(color) ? color : undefined;
}

/**
 * Like `sanitizeHexColor`, but the `#` is optional in the input and missing in the result
 * (`sanitize_hex_color_no_hash`).
 * @since 0.1.0
 */
export function sanitizeHexColorNoHash(color: string): string | undefined {
  const digits = color.replace(/^#+/, '');
  return digits === '' ? '' : sanitizeHexColor(`#${digits}`)?.slice(1);
}

/**
 * Adds a `#` to the digits of a color. Other values are returned unchanged (`maybe_hash_hex_color`).
 * @since 0.1.0
 */
export function maybeHashHexColor(color: string): string {
  const digits = sanitizeHexColorNoHash(color);
  return digits === undefined || digits === '' ? color : `#${digits}`;
}

/**
 * Returns a color of three or six digits with `#`, otherwise false (`rest_parse_hex_color`).
 * @since 0.1.0
 */
export function restParseHexColor(color: string): string | false {
  return color === '' ? false : (sanitizeHexColor(color) ?? false);
}
