import { contrast, isDark, mixed } from './color.js';

/** Minimum contrast of readable text (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5;

/** The colors an owner chooses; all others are derived from them. */
export interface Colours {
  /** Color of links and buttons */
  readonly accent: string;
  /** Background color */
  readonly page: string;
  readonly text: string;
}

/** The colors of a theme, by design token. */
export type Palette = Readonly<Record<`--color-${string}`, string>>;

/** Defaults until the owner makes a choice. */
export const FIRST_COLOURS: Colours = { accent: '#1c5d4a', page: '#fbfaf8', text: '#1f2328' };
const DARK: Pick<Colours, 'page' | 'text'> = { page: '#15181b', text: '#e8e6e1' };
const STATUS_COLORS = { success: '#1a6b3c', error: '#a3242b', warning: '#8a5a00' };
/** Text colors on buttons; every color has sufficient contrast with one of them. */
const BUTTON_TEXT_COLORS = ['#ffffff', '#101314'];
const STEP = 0.04;

/** Returns the color, or the closest shade of it that is readable on all backgrounds. */
function readable(color: string, grounds: readonly string[]): string {
  const end = isDark(grounds[0] ?? '#ffffff') ? '#ffffff' : '#000000';
  for (let part = 0; part < 1; part += STEP) {
    const shade = mixed(color, end, part);
    if (grounds.every((background) => contrast(shade, background) >= MIN_CONTRAST)) return shade;
  }
  return end;
}

/** Returns the background color of cards and bars. */
function surfaceOn(page: string): string {
  return mixed(page, '#ffffff', isDark(page) ? 0.05 : 0.75);
}

/** Returns the lowest contrast of the text color on any of its backgrounds. */
export function textContrast({ page, text }: Pick<Colours, 'page' | 'text'>): number {
  return Math.min(contrast(text, page), contrast(text, surfaceOn(page)));
}

function paletteOn({ accent, page, text }: Colours): Palette {
  const surface = surfaceOn(page);
  const grounds = [page, surface];
  const link = readable(accent, grounds);
  return {
    '--color-page': page,
    '--color-surface': surface,
    '--color-text': text,
    '--color-muted': readable(mixed(text, page, 0.3), grounds),
    '--color-line': mixed(text, page, 0.82),
    '--color-accent': link,
    '--color-accent-text':
      BUTTON_TEXT_COLORS.find((textColor) => contrast(textColor, link) >= MIN_CONTRAST) ?? '#000000',
    ...Object.fromEntries(
      Object.entries(STATUS_COLORS).map(([name, color]) => [`--color-${name}`, readable(color, grounds)]),
    ),
  };
}

/** Returns all colors of a site in light and dark mode; a page that is dark by choice is the same in both. */
export function palettesOf(colors: Colours): { readonly light: Palette; readonly dark: Palette } {
  const light = paletteOn(colors);
  return { light, dark: isDark(colors.page) ? light : paletteOn({ ...DARK, accent: colors.accent }) };
}
