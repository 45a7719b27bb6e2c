import { contrast, isDark, mixed } from './color.js';

/** The least contrast of text that people can read (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5;

/** The colours that an owner chooses; everything else follows from them. */
export interface Colours {
  /** Links and buttons. */
  readonly accent: string;
  /** Behind everything. */
  readonly page: string;
  readonly text: string;
}

/** A theme's colours by the names of its design tokens. */
export type Palette = Readonly<Record<`--color-${string}`, string>>;

/** What stands until the owner chooses something else. */
export const FIRST_COLOURS: Colours = { accent: '#1c5d4a', page: '#fbfaf8', text: '#1f2328' };
const DARK: Pick<Colours, 'page' | 'text'> = { page: '#15181b', text: '#e8e6e1' };
const MEANT = { success: '#1a6b3c', error: '#a3242b', warning: '#8a5a00' };
/** On buttons; one of white and black can be read on every colour. */
const LETTERS = ['#ffffff', '#101314'];
const STEP = 0.04;

/** The colour, or the nearest shade of it that can be read on all these grounds. */
function readable(colour: string, grounds: readonly string[]): string {
  const end = isDark(grounds[0] ?? '#ffffff') ? '#ffffff' : '#000000';
  for (let part = 0; part < 1; part += STEP) {
    const shade = mixed(colour, end, part);
    if (grounds.every((ground) => contrast(shade, ground) >= MIN_CONTRAST)) return shade;
  }
  return end;
}

/** What cards and bars stand out with. */
function surfaceOn(page: string): string {
  return mixed(page, '#ffffff', isDark(page) ? 0.05 : 0.75);
}

/** How well text can be read wherever it stands: the contrast where it is worst. */
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
    '--color-accent-text': LETTERS.find((letters) => contrast(letters, link) >= MIN_CONTRAST) ?? '#000000',
    ...Object.fromEntries(
      Object.entries(MEANT).map(([name, colour]) => [`--color-${name}`, readable(colour, grounds)]),
    ),
  };
}

/** All colours of a site by day and by night; a page that is dark by choice stays as it is at night. */
export function palettesOf(colours: Colours): { readonly light: Palette; readonly dark: Palette } {
  const light = paletteOn(colours);
  return { light, dark: isDark(colours.page) ? light : paletteOn({ ...DARK, accent: colours.accent }) };
}
