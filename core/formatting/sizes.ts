import { toFloat } from './php/numeric.js';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/** The largest unit a size reaches, and how many of it; undefined below one byte. */
export function sizeInUnit(bytes: unknown): { amount: number; unit: string } | undefined {
  const size = toFloat(bytes);
  for (let power = UNITS.length - 1; power >= 0; power--) {
    if (size >= 1024 ** power) return { amount: size / 1024 ** power, unit: UNITS[power] ?? 'B' };
  }
  return undefined;
}

