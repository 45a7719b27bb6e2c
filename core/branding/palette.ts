import { contrast, isDark, mixColors } from './color.js';

/** Minimum contrast of readable text (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5;

/** The colors an owner chooses; all others are derived from them. */
export interface BaseColors {
  /** Color of links and buttons */
  readonly accent: string;
  /** Background color */
  readonly page: string;
  readonly text: string;
}

/** The colors of a theme, by design token. */
export type Palette = Readonly<Record<`--color-${string}`, string>>;

/** Defaults until the owner selects other values. */
export const DEFAULT_COLORS: BaseColors = { accent: '#1c5d4a', page: '#fbfaf8', text: '#1f2328' };
const DARK: Pick<BaseColors, 'page' | 'text'> = { page: '#15181b', text: '#e8e6e1' };
const STATUS_COLORS = { success: '#1a6b3c', error: '#a3242b', warning: '#8a5a00' };
/** Text colors on buttons; every color has sufficient contrast with one of them. */
const BUTTON_TEXT_COLORS = ['#ffffff', '#101314'];
const MIX_STEP = 0.04;

/** Returns the color, or the closest shade of it that is readable on all backgrounds. */
function toReadable(color: string, backgrounds: readonly string[]): string {
  const target = isDark(backgrounds[0] ?? '#ffffff') ? '#ffffff' : '#000000';
  for (let part = 0; part < 1; part += MIX_STEP) {
    const shade = mixColors(color, target, part);
    if (backgrounds.every((background) => contrast(shade, background) >= MIN_CONTRAST)) return shade;
  }
  return target;
}

/** Returns the background color of cards and bars. */
function surfaceColor(page: string): string {
  return mixColors(page, '#ffffff', isDark(page) ? 0.05 : 0.75);
}

/** Returns the lowest contrast of the text color on any of its backgrounds. */
export function textContrast({ page, text }: Pick<BaseColors, 'page' | 'text'>): number {
  return Math.min(contrast(text, page), contrast(text, surfaceColor(page)));
}

function createPalette({ accent, page, text }: BaseColors): Palette {
  const surface = surfaceColor(page);
  const backgrounds = [page, surface];
  const link = toReadable(accent, backgrounds);
  return {
    '--color-page': page,
    '--color-surface': surface,
    '--color-text': text,
    '--color-muted': toReadable(mixColors(text, page, 0.3), backgrounds),
    '--color-line': mixColors(text, page, 0.82),
    '--color-accent': link,
    '--color-accent-text':
      BUTTON_TEXT_COLORS.find((textColor) => contrast(textColor, link) >= MIN_CONTRAST) ?? '#000000',
    ...Object.fromEntries(
      Object.entries(STATUS_COLORS).map(([name, color]) => [`--color-${name}`, toReadable(color, backgrounds)]),
    ),
  };
}

/** Returns all colors of a site in light and dark mode; a page that is dark by choice is the same in both. */
export function createPalettes(colors: BaseColors): { readonly light: Palette; readonly dark: Palette } {
  const light = createPalette(colors);
  return { light, dark: isDark(colors.page) ? light : createPalette({ ...DARK, accent: colors.accent }) };
}
