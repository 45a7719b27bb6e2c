import { isColour } from './color.js';
import { facesOf } from './font-faces.js';
import { familiesOf, FONTS } from './fonts.js';
import { type Colours, FIRST_COLOURS, palettesOf } from './palette.js';

/** Whether a page is light or dark: as the visitor's device has it, or always one of the two. */
export const SCHEMES = ['auto', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** What an owner chose of the site's look. */
export interface Branding extends Colours {
  readonly scheme: Scheme;
  /** Names of {@link FONTS}. */
  readonly font: string;
  readonly headingFont: string;
}

/** What stands until the owner chooses something else. */
export const DEFAULT_BRANDING: Branding = { ...FIRST_COLOURS, scheme: 'auto', font: 'system', headingFont: 'system' };

/** A look as it is stored, or as a form has it; what makes no sense stands at its beginning. */
export function readBranding(stored: unknown): Branding {
  const given = typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  const colour = (name: keyof Colours): string =>
    typeof given[name] === 'string' && isColour(given[name]) ? given[name] : DEFAULT_BRANDING[name];
  const font = (name: 'font' | 'headingFont'): string =>
    FONTS.find((one) => one.name === given[name])?.name ?? DEFAULT_BRANDING[name];
  return {
    accent: colour('accent'),
    page: colour('page'),
    text: colour('text'),
    scheme: SCHEMES.find((one) => one === given.scheme) ?? DEFAULT_BRANDING.scheme,
    font: font('font'),
    headingFont: font('headingFont'),
  };
}

const rules = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');

/** The design tokens of a look, and the files of its fonts, as a style sheet; nothing where nothing was chosen. @param fontsBase where the site serves the files */
export function styleOf(branding: Branding, fontsBase: string): string {
  if (Object.entries(DEFAULT_BRANDING).every(([name, value]) => branding[name as keyof Branding] === value)) return '';
  const { light, dark } = palettesOf(branding);
  const fonts = rules({ '--font': familiesOf(branding.font), '--font-heading': familiesOf(branding.headingFont) });
  const faces = facesOf([branding.font, branding.headingFont], fontsBase);
  const before = faces === '' ? '' : `${faces}\n`;
  if (branding.scheme !== 'auto')
    return `${before}:root { color-scheme: ${branding.scheme}; ${rules(branding.scheme === 'dark' ? dark : light)} ${fonts} }`;
  return `${before}:root { ${rules(light)} ${fonts} }\n@media (prefers-color-scheme: dark) { :root { ${rules(dark)} } }`;
}

/** The same for a page that is shown already: its properties by day and by night. */
export function propertiesOf(branding: Branding): {
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
} {
  const { light, dark } = palettesOf(branding);
  const fonts = { '--font': familiesOf(branding.font), '--font-heading': familiesOf(branding.headingFont) };
  const day = branding.scheme === 'dark' ? dark : light;
  const night = branding.scheme === 'light' ? light : dark;
  const scheme = branding.scheme === 'auto' ? 'light dark' : branding.scheme;
  return { light: { ...day, ...fonts, 'color-scheme': scheme }, dark: { ...night, ...fonts, 'color-scheme': scheme } };
}
