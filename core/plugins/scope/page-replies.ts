import { PlinthError, type RedirectReply, type Reply } from '../../api/index.js';

/**
 * Checks a page's reply in its plugin's owner context: an invalid one would otherwise fail later in the host, without
 * attribution.
 * @param checkTarget validates the target of a redirect; throws for a host that is declared neither by the plugin nor by the
 * plugin on whose behalf it replies
 */
export function validateReply(
  reply: unknown,
  checkTarget: (location: string, owner?: string) => string,
): Reply | undefined {
  if (reply === undefined) return reply;
  if (isReply(reply)) return reply.kind === 'redirect' ? { ...reply, location: targetOf(reply, checkTarget) } : reply;
  throw invalidReplyError('an invalid reply');
}

/** Returns the target of a redirect; if it is refused, the alternative given by the plugin. */
function targetOf(
  { location, owner, fallbackUrl }: RedirectReply,
  target: (location: string, owner?: string) => string,
): string {
  try {
    return target(location, owner);
  } catch (error) {
    if (fallbackUrl === undefined) throw error;
    return target(fallbackUrl);
  }
}

/** Throws the error for an admin screen that returned nothing. */
export function rejectMissingReply(): never {
  throw invalidReplyError('nothing');
}

function invalidReplyError(description: string): PlinthError {
  return new PlinthError('page_invalid_return_type', `A page handler returned ${description}.`, {
    hint: 'Return { kind: "page", title, html }, { kind: "redirect", location } or { kind: "body", type, body }. A front-end page may return nothing if the URL is not its own.',
  });
}

function isReply(value: unknown): value is Reply {
  const { kind, title, html, view, location, type, body } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (kind === 'page') return typeof title === 'string' && (typeof html === 'string' || typeof view === 'string');
  if (kind === 'redirect') return typeof location === 'string';
  return (
    kind === 'body' &&
    typeof type === 'string' &&
    (typeof body === 'string' || (typeof body === 'object' && body !== null))
  );
}

/**
 * Checks the text of a shortcode or block in its plugin's owner context; values that can be converted to text are
 * accepted.
 * @throws PlinthError `text_invalid_return_type`
 */
export function validateText<T>(text: T): T {
  if (text instanceof Promise) return text.then(validateResolvedText) as T;
  return validateResolvedText(text);
}

function validateResolvedText<T>(text: T): T {
  if (text === null || !['object', 'function', 'symbol'].includes(typeof text)) return text;
  throw new PlinthError('text_invalid_return_type', 'A shortcode or block returned a value that is not text.', {
    hint: 'Return HTML as a string; an "await" or "toString" may be missing.',
  });
}
