// PHP's JSON error codes.
const MISMATCH = 2;
const CONTROL_CHARACTER = 3;
const SYNTAX = 4;
const NOT_UTF8 = 5;

const SPACE = /[ \t\r\n]+/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[\da-f]{4})*/iy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * The tokens expected next: a value, the first item or name after an opening bracket, a later name, a colon, or what
 * follows a value.
 */
type ExpectedToken = 'value' | 'first item' | 'first name' | 'name' | 'colon' | 'after';

/**
 * Returns why a text is not valid JSON, as PHP's error code: the first error from the left decides (`json_last_error`).
 */
export function jsonErrorCode(text: string): number {
  const errorCode = firstError(text);
  return errorCode === SYNTAX && text.includes('\uFFFD') ? NOT_UTF8 : errorCode;
}

function firstError(text: string): number {
  const openBrackets: string[] = [];
  let expected: ExpectedToken = 'value';
  for (let position = 0; position < text.length;) {
    const character = text.charAt(position);
    const length = tokenLength(text, position);
    if (typeof length !== 'number') return length.error;
    position += length;
    if (SPACE_CHARACTERS.includes(character)) continue;
    const next = nextToken(character, expected, openBrackets);
    if (typeof next === 'number') return next;
    expected = next;
  }
  return SYNTAX;
}

const SPACE_CHARACTERS = ' \t\r\n';

/** Returns what is expected after a token, or its error code. */
function nextToken(character: string, expected: ExpectedToken, openBrackets: string[]): ExpectedToken | number {
  const wantsValue = expected === 'value' || expected === 'first item';
  const inside = openBrackets.at(-1);
  switch (character) {
    case '[':
    case '{':
      if (!wantsValue) return SYNTAX;
      openBrackets.push(character);
      return character === '[' ? 'first item' : 'first name';
    case ']':
    case '}':
      return closeBracket(character, expected, openBrackets);
    case ',':
      if (expected !== 'after' || inside === undefined) return SYNTAX;
      return inside === '[' ? 'value' : 'name';
    case ':':
      return expected === 'colon' ? 'value' : SYNTAX;
    default:
      if (wantsValue) return 'after';
      return character === '"' && (expected === 'name' || expected === 'first name') ? 'colon' : SYNTAX;
  }
}

/** Returns what is expected after a closing bracket. */
function closeBracket(character: string, expected: ExpectedToken, openBrackets: string[]): ExpectedToken | number {
  const inside = openBrackets.pop();
  if (inside === undefined || !['after', 'first item', 'first name'].includes(expected)) return SYNTAX;
  return (inside === '[') === (character === ']') ? 'after' : MISMATCH;
}

function tokenLength(text: string, position: number): number | { error: number } {
  const character = text.charAt(position);
  if ('[]{},:'.includes(character)) return 1;
  if (character === '"') return stringLength(text, position);
  const length = matchLength(SPACE, text, position) ?? matchLength(SCALAR, text, position);
  return length ?? { error: character < ' ' ? CONTROL_CHARACTER : SYNTAX };
}

function stringLength(text: string, position: number): number | { error: number } {
  const length = matchLength(STRING, text, position) ?? 1;
  const end = text[position + length];
  if (end === '"') return length + 1;
  return { error: end === '\\' ? SYNTAX : CONTROL_CHARACTER };
}

function matchLength(expression: RegExp, text: string, position: number): number | undefined {
  expression.lastIndex = position;
  return expression.exec(text)?.[0].length;
}
