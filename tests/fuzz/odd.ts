import type { Seeded } from '../kit/seeded.js';

const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '00',
  '1e999',
  '-1e999',
  'NaN',
  'Infinity',
  '1.5',
  '0x10',
  '1,5',
  '2147483647',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '99999999999999999999',
  '-9223372036854775809',
  'true',
  'false',
  'null',
  'undefined',
  '[]',
  '{}',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__proto__[x]',
  "' OR 1=1 --",
  '"; DROP TABLE posts; --',
  '%',
  '_',
  '\\',
  '!%',
  '%00',
  '%c3%28',
  '%ed%a0%80',
  '%u0041',
  '%%%',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '\u0301',
  '👩‍👩‍👧',
  'ﷺ',
  'İ',
  'ß',
  'Ⅷ',
  '\ufeff',
  '\r\nSet-Cookie: x=1',
  '\n',
  '../../etc/passwd',
  '..\\..\\x',
  '/',
  '//',
  'http://evil.test/',
  '//evil.test',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<!--',
  ']]>',
  '{{7*7}}',
  '{{{this}}}',
  '${7*7}',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '9999-99-99T99:99:99',
  '2026-02-30',
  '-271821-04-20T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '1 OR 1=1',
  'a@b',
  'a@b.test',
  '@',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.test`,
  '127.0.0.1',
  '::1',
  'PL',
  'pl_PL',
  'en-GB;q=0.3',
  '*',
  ',',
  ',,,',
  '|',
  '-',
  '.',
  '..',
  '[',
  '](',
  '[shop]',
  '[facet_filter]',
  '[a b="',
  '<!-- wp:paragraph',
  '<!-- wp:a {"b":',
  '(',
  '(a+)+$',
  '?',
  '#',
  '&',
  '=',
  ';',
  '+',
];
const ALPHABET = 'abzAZ019 _-.,:;/\\\'"<>{}[]()%&=+#?!*|~^$@\t\n\u0000ąŻ€漢😀\u200d\u0301\ud83d';

/** A malicious or malformed text. */
export function oddText(random: Seeded): string {
  const kind = random.whole(0, 99);
  if (kind < 60) return random.pick(ODD_TEXTS);
  if (kind < 80) return emails(random, random.whole(1, 12));
  if (kind < 90) return random.pick(ODD_TEXTS) + emails(random, random.whole(0, 6)) + random.pick(ODD_TEXTS);
  if (kind < 95) return String(random.whole(-100, 100_000));
  if (kind < 99) return random.pick(ODD_TEXTS).repeat(random.whole(2, 60));
  return (random.pick(ODD_TEXTS) || 'a').repeat(random.whole(100, 3000)).slice(0, 20_000);
}

function emails(random: Seeded, many: number): string {
  return Array.from({ length: many }, () => random.pick([...ALPHABET])).join('');
}

/** Replaces lone surrogates by U+FFFD. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

const DEFAULTS = { depth: 4 };

/** Any JSON value. */
export function oddValue(random: Seeded, depth = DEFAULTS.depth): unknown {
  const kind = random.whole(0, 99);
  if (kind < 50) return oddText(random);
  if (kind < 62) return random.pick([0, -1, 1, 1.5, 1e308, -0, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 0.1 + 0.2]);
  if (kind < 72) return random.pick([true, false, null]);
  if (kind < 98) {
    if (depth <= 0) return [];
    if (random.chance(50)) return Array.from({ length: random.whole(0, 4) }, () => oddValue(random, depth - 1));
    return Object.fromEntries(
      Array.from({ length: random.whole(0, 4) }, () => [oddText(random), oddValue(random, depth - 1)]),
    );
  }
  return deep(random.whole(10, 400), random);
}

/** Nested lists. */
function deep(levels: number, random: Seeded): unknown {
  let value: unknown = oddText(random);
  for (let level = 0; level < levels; level++) value = random.chance(70) ? [value] : { a: value };
  return value;
}
