import type { FontFiles } from './font-files.js';
import { filesOf } from './fonts.js';

/**
 * The Unicode ranges of the font files; browsers load a file when a page contains one of its characters (from the
 * packages).
 */
const SUBSETS = {
  'latin-ext':
    'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
} as const;
type Subset = keyof typeof SUBSETS;
const STYLES = ['normal', 'italic'] as const;

const urlOf = ({ name, version }: FontFiles, subset: Subset, style: (typeof STYLES)[number], base: string): string =>
  `${base}/${name}-${subset}-wght-${style}.${version}.woff2`;
const toPercent = (part: number): string => `${Number((part * 100).toFixed(2))}%`;

function* generateRules(files: FontFiles, base: string): Generator<string> {
  const { family, weights, ascent, descent } = files;
  for (const style of STYLES)
    for (const subset of Object.keys(SUBSETS) as Subset[])
      yield `@font-face { font-family: "${family}"; font-style: ${style}; font-weight: ${weights.join(' ')}; font-display: swap; src: url("${urlOf(files, subset, style, base)}") format("woff2"); unicode-range: ${SUBSETS[subset]}; }`;
  for (const { local, weight, size } of files.fallbackFonts)
    yield `@font-face { font-family: "${family} stand-in"; font-weight: ${weight}; src: ${local.map((name) => `local("${name}")`).join(', ')}; size-adjust: ${toPercent(size)}; ascent-override: ${toPercent(ascent / size)}; descent-override: ${toPercent(descent / size)}; line-gap-override: 0%; }`;
}

/**
 * Returns the `@font-face` rules of the font files; empty for system fonts.
 * @param names font names; duplicates are ignored
 * @param base URL from which the site serves the files
 */
export function createFontFaceRules(names: readonly string[], base: string): string {
  return [...new Set(names)]
    .flatMap((name) => {
      const files = filesOf(name);
      return files ? [...generateRules(files, base)] : [];
    })
    .join('\n');
}

/** Returns the URL of the file that a page in this text font always needs; empty for a system font. */
export function firstFileUrl(name: string, base: string): string {
  const files = filesOf(name);
  return files ? urlOf(files, 'latin', 'normal', base) : '';
}
