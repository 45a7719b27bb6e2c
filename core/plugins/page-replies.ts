import { andThen, type MaybePromise, PlinthError, type RedirectReply, type Reply } from '../api/index.js';

/**
 * Has a page's answer looked at while its plugin is still named: the host would fall over a wrong one later, with nobody named.
 * @param target where a redirect leads, or the refusal of a host that the plugin, or the one it answers for, does not declare
 */
export function checkedReply(
  answer: MaybePromise<Reply | undefined>,
  target: (location: string, owner?: string) => string,
): MaybePromise<Reply | undefined> {
  return andThen(answer, (reply: unknown) => {
    if (reply === undefined) return reply;
    if (isReply(reply)) return reply.kind === 'redirect' ? { ...reply, location: targetOf(reply, target) } : reply;
    throw wrongAnswer('something that is no reply');
  });
}

/** Where a visitor is sent: elsewhere when that is refused, if the plugin says where. */
function targetOf(
  { location, owner, otherwise }: RedirectReply,
  target: (location: string, owner?: string) => string,
): string {
  try {
    return target(location, owner);
  } catch (error) {
    if (otherwise === undefined) throw error;
    return target(otherwise);
  }
}

/** A screen of the admin has no other to hand on to. */
export function noPage(): never {
  throw wrongAnswer('nothing');
}

function wrongAnswer(what: string): PlinthError {
  return new PlinthError('page_wrong_answer', `A page answered with ${what}.`, {
    hint: 'Answer with { kind: "page", title, html }, { kind: "redirect", location } or { kind: "body", type, body }; a page of the site with nothing when the address is not its own after all.',
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
 * Has the text that a shortcode or block puts into a page looked at while its plugin is still named; what can be read as text is one.
 * @throws PlinthError `text_wrong_answer`
 */
export function checkedText<T>(answer: T): T {
  if (answer instanceof Promise) return answer.then(checkedOne) as T;
  return checkedOne(answer);
}

function checkedOne<T>(answer: T): T {
  if (answer === null || !['object', 'function', 'symbol'].includes(typeof answer)) return answer;
  throw new PlinthError('text_wrong_answer', 'A shortcode or block answered with something that is no text.', {
    hint: 'Answer with HTML as a string; is an "await" or "toString" missing?',
  });
}
