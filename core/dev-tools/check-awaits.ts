import type { Finding } from './finding.js';
import { lineNumberAt, type Source } from './plugin-files.js';

const CAPABILITY_CALL = /(?:[\w$]+\??\.)*requireCapability\(/g;
/** Matches the code before a call whose result is used or awaited. */
const RESULT_USED = /(?:\b(?:await|return|yield)|[^;{})\s\w$'"`\]])\s*$/;
/** Matches the end of a statement. */
const STATEMENT_END = /(?:^|[;{})])\s*$|\n\s*$|\bvoid\s*$/;
const PROMISE_METHOD = /^\s*\.(?:then|catch)\b/;

/** Reports permission checks of a plugin that are not awaited. */
export function checkAwaits(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ kind }) => kind === 'code')
    .flatMap(({ path, text }) =>
      [...text.matchAll(CAPABILITY_CALL)]
        .filter(({ index, 0: call }) => isResultIgnored(text, index, index + call.length))
        .map(({ index }): Finding => ({
          level: 'error',
          check: 'awaits',
          file: path,
          line: lineNumberAt(text, index),
          message: 'requireCapability() only denies access if it is awaited: write `await` before it.',
        })),
    );
}

/** Whether the result of a call is ignored, because the call is a whole statement. */
function isResultIgnored(text: string, start: number, afterParenthesis: number): boolean {
  const before = text.slice(Math.max(0, start - 500), start).replace(/\/\/[^\n]*/g, '');
  if (RESULT_USED.test(before) || !STATEMENT_END.test(before)) return false;
  return !PROMISE_METHOD.test(text.slice(endOfCall(text, afterParenthesis)));
}

/** Returns the index after the closing parenthesis of a call whose parenthesis was opened before `open`. */
function endOfCall(text: string, open: number): number {
  let depth = 1;
  let position = open;
  for (; position < text.length && depth > 0; position++) {
    if (text[position] === '(') depth++;
    else if (text[position] === ')') depth--;
  }
  return position;
}
