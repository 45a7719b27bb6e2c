/** An error of the mail library for an email, or for one of its recipients. */
interface MailError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
  readonly recipient?: unknown;
}

/** Error codes of the library if the server rejects the sender, a recipient or the content. */
const EMAIL_ERROR_CODES: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);
/** Reply codes for failed authentication, after which the email can be sent again with correct settings. */
const AUTHENTICATION_CODES: ReadonlySet<unknown> = new Set([530, 534, 535, 538]);
const MAX_MESSAGE_LENGTH = 500;

/**
 * Whether a mail server, or the library before it contacts the server, rejects an email permanently (RFC 5321, 4.2.1:
 * replies 5yz). If one of several recipients is rejected only temporarily, another attempt is made.
 */
export function isPermanentRejection(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as MailError;
  if (!EMAIL_ERROR_CODES.has(code) || AUTHENTICATION_CODES.has(responseCode)) return false;
  return typeof responseCode !== 'number' || (responseCode >= 500 && responseCode < 600);
}

/** Returns the message of the server, or that of the library, on one line with at most 500 characters. */
export function serverMessage(error: unknown): string {
  const { response, message } = (error ?? {}) as MailError;
  const fallback = typeof message === 'string' ? message : String(error);
  return (typeof response === 'string' && response !== '' ? response : fallback)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH);
}

/** Returns the rejected recipients of an email that was sent, with the reasons; empty if there are none. */
export function rejectedRecipients(sent: unknown): string {
  const { rejectedErrors = [] } = (sent ?? {}) as { rejectedErrors?: readonly MailError[] };
  return rejectedErrors
    .map((error) => `${String(error.recipient)}: ${serverMessage(error)}`)
    .join('; ')
    .slice(0, MAX_MESSAGE_LENGTH);
}
