/** Properties of every path that a pattern matches. */
export interface RouteShape {
  /** Common leading segments, in lower case. */
  readonly head: readonly string[];
  /** Number of segments; undefined when it varies, or is unknown. */
  readonly segmentCount: number | undefined;
}

const UNKNOWN_SHAPE: RouteShape = { head: [], segmentCount: undefined };
/** Tokens of a pattern: an escape, a class, the beginning of a group, or one character. */
const TOKEN = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:P?<\w+>|[:=!]|<[=!]))?|[^]/g;
const LITERAL = /^[\w\-/]$/;
const QUANTIFIER = /^[*+?{]$/;
/** Escapes that continue after their letter, and so may stand for any character. */
const LONGER_ESCAPE = /^\\[xuckpP\d]/;

/** Returns the segments of a path; the empty one before the first slash counts, so `/wp/v2` has three. */
export function segmentsOf(path: string): string[] {
  return path.toLowerCase().split('/');
}

/**
 * Extracts what is certain from a route's pattern, for case-insensitive matching. Unknown syntax makes the result less
 * specific, never wrong.
 */
export function shapeOf(pattern: string): RouteShape {
  const tokens = pattern.match(TOKEN) ?? [];
  let depth = 0;
  let slashes: number | undefined = 0;
  let literal: string | undefined = '';
  let head = '';
  for (const [index, token] of tokens.entries()) {
    const isRepeated = QUANTIFIER.test(tokens[index + 1] ?? '');
    if (token === '|' && depth === 0) return UNKNOWN_SHAPE;
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
  // The last segment of a prefix may continue.
  const fixedParts = literal === undefined ? segmentsOf(head).slice(0, -1) : segmentsOf(literal);
  return { head: fixedParts, segmentCount: slashes === undefined ? undefined : slashes + 1 };
}

/** Whether a token may match a slash. */
function mayBeSlash(token: string): boolean {
  if (LONGER_ESCAPE.test(token)) return true;
  return (token === '.' || token.length > 1) && !token.startsWith('(') && new RegExp(token).test('/');
}
