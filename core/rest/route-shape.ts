/** What is known of every path that a pattern matches. */
export interface RouteShape {
  /** The parts that all of them begin with, in lower case. */
  readonly head: readonly string[];
  /** How many parts they have; undefined when that differs, or is not known. */
  readonly parts: number | undefined;
}

const UNKNOWN: RouteShape = { head: [], parts: undefined };
/** What a pattern is made of: an escape, a class, the beginning of a group, or one character. */
const TOKEN = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:P?<\w+>|[:=!]|<[=!]))?|[^]/g;
const LITERAL = /^[\w\-/]$/;
const QUANTIFIER = /^[*+?{]$/;
/** Escapes that go on behind their letter, and so may stand for any character. */
const LONGER_ESCAPE = /^\\[xuckpP\d]/;

/** The parts of a path; its beginning counts as one, so `/wp/v2` has three. */
export function partsOf(path: string): string[] {
  return path.toLowerCase().split('/');
}

/**
 * Reads as much from a route's pattern as is certain, for paths that the pattern matches whatever their case. What it does not
 * understand makes it say less, never something wrong.
 */
export function shapeOf(pattern: string): RouteShape {
  const tokens = pattern.match(TOKEN) ?? [];
  let depth = 0;
  let slashes: number | undefined = 0;
  let literal: string | undefined = '';
  let head = '';
  for (const [index, token] of tokens.entries()) {
    const isRepeated = QUANTIFIER.test(tokens[index + 1] ?? '');
    if (token === '|' && depth === 0) return UNKNOWN;
    if (token.startsWith('(')) depth++;
    else if (token === ')') depth--;
    if (token === '/' ? depth > 0 || isRepeated : mayBeSlash(token)) slashes = undefined;
    else if (token === '/' && slashes !== undefined) slashes++;
    if (literal === undefined) continue;
    if (LITERAL.test(token) && !isRepeated) literal += token;
    else {
      head = literal;
      literal = undefined;
    }
  }
  // The last part of a beginning may go on.
  const whole = literal === undefined ? partsOf(head).slice(0, -1) : partsOf(literal);
  return { head: whole, parts: slashes === undefined ? undefined : slashes + 1 };
}

/** Whether what a token stands for may be, or hold, a slash. */
function mayBeSlash(token: string): boolean {
  if (LONGER_ESCAPE.test(token)) return true;
  return (token === '.' || token.length > 1) && !token.startsWith('(') && new RegExp(token).test('/');
}
