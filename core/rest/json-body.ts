import { WpError } from '../api/index.js';
import { exceededLimit, MAX_VALUES, tooManyFields } from './input-bounds.js';
import { jsonErrorCode } from './json-error.js';

const LONE_SURROGATE = /\p{Surrogate}/u;

/** PHP's messages by JSON error code. */
const ERROR_MESSAGES: Record<number, string> = {
  1: 'Maximum stack depth exceeded',
  2: 'State mismatch (invalid or malformed JSON)',
  3: 'Control character error, possibly incorrectly encoded',
  4: 'Syntax error',
  5: 'Malformed UTF-8 characters, possibly incorrectly encoded',
  10: 'Single unpaired UTF-16 surrogate in unicode escape',
};

/**
 * Parses a JSON body; returns a `rest_invalid_json` error with PHP's code and message when it is invalid,
 * `rest_too_many_fields` when it is too large.
 */
export function parseJsonBody(text: string): { value: unknown } | WpError {
  const exceeded = exceededLimit(text);
  if (exceeded === 'depth') return invalid(1);
  if (exceeded === 'values') {
    const { code, message, status } = tooManyFields(413, MAX_VALUES);
    return new WpError(code, message, { status });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid(jsonErrorCode(text));
  }
  const problem = findProblem(value);
  if (problem === 'key') {
    return new WpError('rest_invalid_json', 'Invalid JSON body passed.', {
      status: 400,
      json_error_message: 'The key __proto__ is not allowed.',
    });
  }
  return problem === undefined ? { value } : invalid(problem);
}

function invalid(code: number): WpError {
  return new WpError('rest_invalid_json', 'Invalid JSON body passed.', {
    status: 400,
    json_error_code: code,
    json_error_message: ERROR_MESSAGES[code],
  });
}

function findProblem(value: unknown): number | 'key' | undefined {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const item = pending.pop();
    if (typeof item === 'string' && LONE_SURROGATE.test(item)) return 10;
    if (typeof item !== 'object' || item === null) continue;
    if (!Array.isArray(item)) {
      if (Object.hasOwn(item, '__proto__')) return 'key';
      if (Object.keys(item).some((name) => LONE_SURROGATE.test(name))) return 10;
    }
    for (const inner of Object.values(item)) pending.push(inner);
  }
  return undefined;
}
