import type { Finding } from './finding.js';
import { lineAt, type Source } from './plugin-files.js';

const REQUIRES = /(?:[\w$]+\??\.)*requireCapability\(/g;
/** Code before a call whose result is used or awaited. */
const RESULT_USED = /(?:\b(?:await|return|yield)|[^;{})\s\w$'"`\]])\s*$/;
/** End of a statement. */
const STATEMENT_END = /(?:^|[;{})])\s*$|\n\s*$|\bvoid\s*$/;
const CONTINUED = /^\s*\.(?:then|catch)\b/;

/** Reports permission checks of a plugin that are not awaited. */
export function checkAwaits(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ kind }) => kind === 'code')
    .flatMap(({ path, text }) =>
      [...text.matchAll(REQUIRES)]
        .filter(({ index, 0: call }) => isLeft(text, index, index + call.length))
        .map(({ index }): Finding => ({
          level: 'error',
          check: 'awaits',
          file: path,
          line: lineAt(text, index),
          message: 'requireCapability() only denies access if it is awaited: write `await` before it.',
        })),
    );
}

/** Whether a call is a statement of its own. */
function isLeft(text: string, start: number, open: number): boolean {
  const before = text.slice(Math.max(0, start - 500), start).replace(/\/\/[^\n]*/g, '');
  if (RESULT_USED.test(before) || !STATEMENT_END.test(before)) return false;
  return !CONTINUED.test(text.slice(endOfCall(text, open)));
}

/** Returns the index after the closing parenthesis of a call whose parenthesis was opened before `open`. */
function endOfCall(text: string, open: number): number {
  let depth = 1;
  let at = open;
  for (; at < text.length && depth > 0; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
  }
  return at;
}
