/** What the mail library says of a letter, or of one of its recipients. */
interface Answer {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
  readonly recipient?: unknown;
}

/** The library's codes for a sender, a recipient or a text that the server does not take. */
const OF_THE_EMAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);
/** Answers to whoever did not sign in as the server wants it: once the settings are right, the letter goes out. */
const OF_THE_SENDER: ReadonlySet<unknown> = new Set([530, 534, 535, 538]);
const LENGTH = 500;

/**
 * Whether a mail server, or the library before it asked one, refuses a letter for good (RFC 5321, 4.2.1: replies of 5yz). Of several
 * refused recipients one that may be asked again later is enough for another try.
 */
export function isFinalRefusal(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as Answer;
  if (!OF_THE_EMAIL.has(code) || OF_THE_SENDER.has(responseCode)) return false;
  return typeof responseCode !== 'number' || (responseCode >= 500 && responseCode < 600);
}

/** The server's own words, or else the library's, on one line of at most 500 characters. */
export function serverMessage(error: unknown): string {
  const { response, message } = (error ?? {}) as Answer;
  const fallback = typeof message === 'string' ? message : String(error);
  return (typeof response === 'string' && response !== '' ? response : fallback)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LENGTH);
}

/** Who did not get a letter that others got, and why; empty when everybody did. */
export function leftOut(sent: unknown): string {
  const { rejectedErrors = [] } = (sent ?? {}) as { rejectedErrors?: readonly Answer[] };
  return rejectedErrors
    .map((error) => `${String(error.recipient)}: ${serverMessage(error)}`)
    .join('; ')
    .slice(0, LENGTH);
}
