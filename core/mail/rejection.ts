/** The mail library's error for an email, or for one of its recipients. */
interface Answer {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
  readonly recipient?: unknown;
}

/** The library's codes for a sender, recipient or content that the server rejects. */
const OF_THE_EMAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);
/** Reply codes for failed authentication: once the settings are correct, the email is sent. */
const OF_THE_SENDER: ReadonlySet<unknown> = new Set([530, 534, 535, 538]);
const LENGTH = 500;

/**
 * Whether a mail server, or the library before contacting it, permanently rejects an email (RFC 5321, 4.2.1: replies of
 * 5yz). Of several rejected recipients, a single temporary rejection is enough for another attempt.
 */
export function isFinalRefusal(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as Answer;
  if (!OF_THE_EMAIL.has(code) || OF_THE_SENDER.has(responseCode)) return false;
  return typeof responseCode !== 'number' || (responseCode >= 500 && responseCode < 600);
}

/** Returns the server's message, or else the library's, on one line of at most 500 characters. */
export function serverMessage(error: unknown): string {
  const { response, message } = (error ?? {}) as Answer;
  const fallback = typeof message === 'string' ? message : String(error);
  return (typeof response === 'string' && response !== '' ? response : fallback)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LENGTH);
}

/** Returns the rejected recipients of a sent email, with the reasons; empty for none. */
export function leftOut(sent: unknown): string {
  const { rejectedErrors = [] } = (sent ?? {}) as { rejectedErrors?: readonly Answer[] };
  return rejectedErrors
    .map((error) => `${String(error.recipient)}: ${serverMessage(error)}`)
    .join('; ')
    .slice(0, LENGTH);
}
