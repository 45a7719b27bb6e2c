import { SPACES } from '../php/text.js';

/** The typographic characters, which WordPress outputs as character references. */
export const CHARACTER = {
  openQuote: '&#8220;',
  closeQuote: '&#8221;',
  apostrophe: '&#8217;',
  prime: '&#8242;',
  doublePrime: '&#8243;',
  openSingle: '&#8216;',
  closeSingle: '&#8217;',
  enDash: '&#8211;',
  emDash: '&#8212;',
} as const;

/** Placeholders that distinguish opening quotes from other characters until primes are detected. */
export const PLACEHOLDER = { apostrophe: '<!--apos-->', openSingle: '<!--osq-->', openQuote: '<!--oq-->' } as const;

type Rule = readonly [RegExp, string];

/** English words that start with an apostrophe. */
const APOSTROPHE_WORDS = ['tain’t', 'twere', 'twas', 'tis', 'twill', 'til', 'bout', 'nuff', 'round', 'cause', 'em'];

/** Replacements of fixed strings, in order. */
export const STRING_REPLACEMENTS: readonly (readonly [string, string])[] = [
  ['...', '&#8230;'],
  ['``', CHARACTER.openQuote],
  ["''", CHARACTER.closeQuote],
  [' (tm)', ' &#8482;'],
  ...APOSTROPHE_WORDS.map((word): [string, string] => [
    `'${word.replace('’', "'")}`,
    CHARACTER.apostrophe + word.replace('’', CHARACTER.apostrophe),
  ]),
];

/** Pattern for what may follow a closing quote. */
export const AFTER_CLOSE = `(?=\\n?$|[.,:;!?)}\\-\\]]|&gt;|${SPACES})`;

/** Rules for single quotes. The most certain ones come first. */
export const SINGLE_QUOTE_RULES: readonly Rule[] = [
  [new RegExp(`'(\\d\\d)'${AFTER_CLOSE}`, 'g'), `${PLACEHOLDER.apostrophe}$1${CHARACTER.closeSingle}`],
  [new RegExp(`'(\\d\\d)"${AFTER_CLOSE}`, 'g'), `${PLACEHOLDER.apostrophe}$1${CHARACTER.closeQuote}`],
  [/'(?=\d\d(?:\n?$|(?![%\d]|[.,]\d)))/g, PLACEHOLDER.apostrophe],
  [new RegExp(`(?<=^|${SPACES})'(\\d[.,\\d]*)'`, 'g'), `${PLACEHOLDER.openSingle}$1${CHARACTER.closeSingle}`],
  [new RegExp(`(?<=^|[([{"\\-]|&lt;|${SPACES})'`, 'g'), PLACEHOLDER.openSingle],
  [new RegExp(`(?<!${SPACES})'(?!\\n?$|[.,:;!?"'(){}[\\]\\-]|&[lg]t;|${SPACES})`, 'g'), PLACEHOLDER.apostrophe],
];

export const DOUBLE_QUOTE_RULES: readonly Rule[] = [
  [new RegExp(`(?<=^|${SPACES})"(\\d[.,\\d]*)"`, 'g'), `${PLACEHOLDER.openQuote}$1${CHARACTER.closeQuote}`],
  [new RegExp(`(?<=^|[([{\\-]|&lt;|${SPACES})"(?!${SPACES})`, 'g'), PLACEHOLDER.openQuote],
];

export const DASH_RULES: readonly Rule[] = [
  [/---/g, CHARACTER.emDash],
  [new RegExp(`(?<=^|${SPACES})--(?=\\n?$|${SPACES})`, 'g'), CHARACTER.emDash],
  [/(?<!xn)--/g, CHARACTER.enDash],
  [new RegExp(`(?<=^|${SPACES})-(?=\\n?$|${SPACES})`, 'g'), CHARACTER.enDash],
];
