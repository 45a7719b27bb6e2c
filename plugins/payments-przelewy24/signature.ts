import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Signs fields as Przelewy24 does: SHA-384 of their JSON in the order that its documentation specifies for each call,
 * the CRC key last.
 * @param fields numbers as numbers, strings as strings
 */
export function signed(fields: Readonly<Record<string, string | number>>, crc: string): string {
  return createHash('sha384')
    .update(JSON.stringify({ ...fields, crc }))
    .digest('hex');
}

/** Whether fields have the right signature; compares in constant time. */
export function isSigned(fields: Readonly<Record<string, string | number>>, crc: string, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{96}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signed(fields, crc)), Buffer.from(signature));
}
