import { SPACES } from '../php/text.js';

/** The typographic characters that WordPress outputs as references. */
export const SIGN = {
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

/** Placeholders that distinguish opening quotes from other characters until primes are resolved. */
export const FLAG = { apostrophe: '<!--apos-->', openSingle: '<!--osq-->', openQuote: '<!--oq-->' } as const;

type Rule = readonly [RegExp, string];

/** English words that start with an apostrophe. */
const ELIDED = ['tain’t', 'twere', 'twas', 'tis', 'twill', 'til', 'bout', 'nuff', 'round', 'cause', 'em'];

/** Plain replacements, in order. */
export const PLAIN: readonly (readonly [string, string])[] = [
  ['...', '&#8230;'],
  ['``', SIGN.openQuote],
  ["''", SIGN.closeQuote],
  [' (tm)', ' &#8482;'],
  ...ELIDED.map((word): [string, string] => [
    `'${word.replace('’', "'")}`,
    SIGN.apostrophe + word.replace('’', SIGN.apostrophe),
  ]),
];

/** What may follow a closing quote. */
export const AFTER_CLOSE = `(?=\\n?$|[.,:;!?)}\\-\\]]|&gt;|${SPACES})`;

/** Rules for single quotes, from the most to the least certain. */
export const APOSTROPHES: readonly Rule[] = [
  [new RegExp(`'(\\d\\d)'${AFTER_CLOSE}`, 'g'), `${FLAG.apostrophe}$1${SIGN.closeSingle}`],
  [new RegExp(`'(\\d\\d)"${AFTER_CLOSE}`, 'g'), `${FLAG.apostrophe}$1${SIGN.closeQuote}`],
  [/'(?=\d\d(?:\n?$|(?![%\d]|[.,]\d)))/g, FLAG.apostrophe],
  [new RegExp(`(?<=^|${SPACES})'(\\d[.,\\d]*)'`, 'g'), `${FLAG.openSingle}$1${SIGN.closeSingle}`],
  [new RegExp(`(?<=^|[([{"\\-]|&lt;|${SPACES})'`, 'g'), FLAG.openSingle],
  [new RegExp(`(?<!${SPACES})'(?!\\n?$|[.,:;!?"'(){}[\\]\\-]|&[lg]t;|${SPACES})`, 'g'), FLAG.apostrophe],
];

export const QUOTES: readonly Rule[] = [
  [new RegExp(`(?<=^|${SPACES})"(\\d[.,\\d]*)"`, 'g'), `${FLAG.openQuote}$1${SIGN.closeQuote}`],
  [new RegExp(`(?<=^|[([{\\-]|&lt;|${SPACES})"(?!${SPACES})`, 'g'), FLAG.openQuote],
];

export const DASHES: readonly Rule[] = [
  [/---/g, SIGN.emDash],
  [new RegExp(`(?<=^|${SPACES})--(?=\\n?$|${SPACES})`, 'g'), SIGN.emDash],
  [/(?<!xn)--/g, SIGN.enDash],
  [new RegExp(`(?<=^|${SPACES})-(?=\\n?$|${SPACES})`, 'g'), SIGN.enDash],
];
