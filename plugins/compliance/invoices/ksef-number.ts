/** A number as KSeF gives it, with the hyphen within its middle or without: NIP, day, twelve digits of the hash, checksum. */
const KSEF_NUMBER =
  /^(?:[1-9](?:\d[1-9]|[1-9]\d)\d{7}|M\d{9}|[A-Z]{3}\d{7})-20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/;

/** The number as documents quote it; undefined when it is none. */
export function ksefNumber(text: string): string | undefined {
  const number = text.trim().toUpperCase();
  return KSEF_NUMBER.test(number) ? number : undefined;
}
