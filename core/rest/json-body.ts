import { WpError } from '../api/index.js';
import { jsonErrorCode } from './json-error.js';

/** Deeper bodies are refused, as with PHP's default. */
const MAX_DEPTH = 511;
const LONE_SURROGATE = /\p{Surrogate}/u;

const MESSAGES: Record<number, string> = {
  1: 'Maximum stack depth exceeded',
  2: 'State mismatch (invalid or malformed JSON)',
  3: 'Control character error, possibly incorrectly encoded',
  4: 'Syntax error',
  5: 'Malformed UTF-8 characters, possibly incorrectly encoded',
  10: 'Single unpaired UTF-16 surrogate in unicode escape',
};

/** Reads a JSON body; a `rest_invalid_json` error with PHP's number and words when it is none. */
export function parseJsonBody(text: string): { value: unknown } | WpError {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid(jsonErrorCode(text));
  }
  const problem = inspect(value);
  if (problem === 'key') {
    return new WpError('rest_invalid_json', 'Invalid JSON body passed.', { status: 400, json_error_message: 'The name __proto__ cannot be used.' });
  }
  return problem === undefined ? { value } : invalid(problem);
}

function invalid(code: number): WpError {
  return new WpError('rest_invalid_json', 'Invalid JSON body passed.', {
    status: 400,
    json_error_code: code,
    json_error_message: MESSAGES[code],
  });
}

/** Walks without recursion, since the depth is what is in question. */
function inspect(value: unknown): number | 'key' | undefined {
  const open: [unknown, number][] = [[value, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, depth] = next;
    if (typeof item === 'string' && LONE_SURROGATE.test(item)) return 10;
    if (typeof item !== 'object' || item === null) continue;
    if (depth > MAX_DEPTH) return 1;
    if (!Array.isArray(item)) {
      if (Object.hasOwn(item, '__proto__')) return 'key';
      if (Object.keys(item).some((name) => LONE_SURROGATE.test(name))) return 10;
    }
    for (const inner of Object.values(item)) open.push([inner, depth + 1]);
  }
  return undefined;
}
