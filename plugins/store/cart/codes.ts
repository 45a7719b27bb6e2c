import type { PageSession } from 'plinth';

const KEY = 'store_codes';
const MAX = 5;
const LENGTH = 40;

/** The discount codes a visitor typed, which wait for their order. */
export function readCodes(session: PageSession): readonly string[] {
  const stored = session.get(KEY);
  return Array.isArray(stored)
    ? (stored as unknown[]).filter((code): code is string => typeof code === 'string' && code !== '').slice(0, MAX)
    : [];
}

export function writeCodes(session: PageSession, codes: readonly string[]): void {
  session.set(KEY, codes.length > 0 ? codes.slice(0, MAX) : undefined);
}

/** How often codes may be tried from one network, and within how many seconds: none is found by trying. */
export const CODE_TRIES = { action: 'discount', max: 30, seconds: 900 } as const;

/** A code as it was typed, cut to what is kept. */
export function typedCode(text: string): string {
  return text.trim().slice(0, LENGTH);
}

/** Codes with one more; the same one twice is one, whatever its case. */
export function withCode(codes: readonly string[], code: string): readonly string[] {
  return [...codes.filter((one) => one.toLowerCase() !== code.toLowerCase()), code].slice(-MAX);
}
