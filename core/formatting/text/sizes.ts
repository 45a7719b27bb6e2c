import { toFloat, toInt } from '../php/numeric.js';
import { toText } from '../php/text.js';

const SIZE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/**
 * Converts a size such as `64M` to bytes (`wp_convert_hr_to_bytes`).
 * @since 0.1.0
 */
export function wpConvertHrToBytes(value: unknown): number {
  const text = toText(value).trim().toLowerCase();
  const unit = ['k', 'm', 'g'].findLast((suffix) => text.includes(suffix));
  const power = unit === undefined ? 0 : ['', 'k', 'm', 'g'].indexOf(unit);
  return Math.min(toInt(text) * 1024 ** power, Number.MAX_SAFE_INTEGER);
}

/** Converts a size to the largest unit of which it has at least one; undefined for less than one byte. */
export function sizeInUnit(bytes: unknown): { amount: number; unit: string } | undefined {
  const size = toFloat(bytes);
  for (let power = SIZE_UNITS.length - 1; power >= 0; power--) {
    if (size >= 1024 ** power) return { amount: size / 1024 ** power, unit: SIZE_UNITS[power] ?? 'B' };
  }
  return undefined;
}
