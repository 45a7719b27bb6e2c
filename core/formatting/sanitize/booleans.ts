import { isNumeric, isWholeNumber, toBool, toInt } from '../php/numeric.js';

/**
 * Converts a value to a non-negative integer (`absint`).
 * @since 0.1.0
 */
export function absint(value: unknown): number {
  return Math.abs(toInt(value));
}

/**
 * Whether a request value can be interpreted as a boolean (`rest_is_boolean`).
 * @since 0.1.0
 */
export function restIsBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return ['false', 'true', '0', '1'].includes(value.toLowerCase());
  return value === 0 || value === 1;
}

/**
 * Converts a request value to a boolean (`rest_sanitize_boolean`).
 * @since 0.1.0
 */
export function restSanitizeBoolean(value: unknown): boolean {
  if (typeof value === 'string' && ['false', '0'].includes(value.toLowerCase())) return false;
  return toBool(value);
}

/**
 * Whether a request value is an integer or an integer string (`rest_is_integer`).
 * @since 0.1.0
 */
export function restIsInteger(value: unknown): boolean {
  return isNumeric(value) && isWholeNumber(value);
}

/**
 * Converts any value to a boolean; the string `false` is false (`wp_validate_boolean`).
 * @since 0.1.0
 */
export function wpValidateBoolean(value: unknown): boolean {
  if (typeof value === 'string' && value.toLowerCase() === 'false') return false;
  return toBool(value);
}
