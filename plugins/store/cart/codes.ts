import type { PageSession } from 'plinth';

const SESSION_KEY = 'store_codes';
const MAX_CODES = 5;
const MAX_CODE_LENGTH = 40;

/** Returns the discount codes that the visitor entered for the next order. */
export function readCodes(session: PageSession): readonly string[] {
  const stored = session.get(SESSION_KEY);
  return Array.isArray(stored)
    ? (stored as unknown[])
        .filter((code): code is string => typeof code === 'string' && code !== '')
        .slice(0, MAX_CODES)
    : [];
}

export function writeCodes(session: PageSession, codes: readonly string[]): void {
  session.set(SESSION_KEY, codes.length > 0 ? codes.slice(0, MAX_CODES) : undefined);
}

/** Rate limit for code attempts per network, within `seconds`, so that codes cannot be guessed. */
export const CODE_RATE_LIMIT = { action: 'discount', max: 30, seconds: 900 } as const;

/** Returns an entered code, trimmed and cut to the stored length. */
export function normalizeCode(text: string): string {
  return text.trim().slice(0, MAX_CODE_LENGTH);
}

/** Adds a code. The same code in another case is not added twice. */
export function withCode(codes: readonly string[], code: string): readonly string[] {
  return [...codes.filter((existing) => existing.toLowerCase() !== code.toLowerCase()), code].slice(-MAX_CODES);
}
