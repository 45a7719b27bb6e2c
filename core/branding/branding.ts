import { isColor } from './color.js';
import { createFontFaceRules } from './font-faces.js';
import { familiesOf, FONTS } from './fonts.js';
import { type BaseColors, DEFAULT_COLORS, createPalettes } from './palette.js';

/** Color scheme of the pages: according to the visitor's device, or always light or dark. */
export const SCHEMES = ['auto', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The owner's choice of colors and fonts. */
export interface Branding extends BaseColors {
  readonly scheme: Scheme;
  /** Names of {@link FONTS}. */
  readonly font: string;
  readonly headingFont: string;
}

/** Defaults until the owner selects other values. */
export const DEFAULT_BRANDING: Branding = { ...DEFAULT_COLORS, scheme: 'auto', font: 'system', headingFont: 'system' };

/** Reads branding from storage or a form; invalid values are replaced by their defaults. */
export function readBranding(stored: unknown): Branding {
  const values = typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  const color = (name: keyof BaseColors): string =>
    typeof values[name] === 'string' && isColor(values[name]) ? values[name] : DEFAULT_BRANDING[name];
  const font = (name: 'font' | 'headingFont'): string =>
    FONTS.find((candidate) => candidate.name === values[name])?.name ?? DEFAULT_BRANDING[name];
  return {
    accent: color('accent'),
    page: color('page'),
    text: color('text'),
    scheme: SCHEMES.find((candidate) => candidate === values.scheme) ?? DEFAULT_BRANDING.scheme,
    font: font('font'),
    headingFont: font('headingFont'),
  };
}

const toRules = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');

/**
 * Returns a stylesheet with the branding's design tokens and font files; empty for the defaults.
 * @param fontsBase URL from which the site serves the files
 */
export function createStylesheet(branding: Branding, fontsBase: string): string {
  if (Object.entries(DEFAULT_BRANDING).every(([name, value]) => branding[name as keyof Branding] === value)) return '';
  const { light, dark } = createPalettes(branding);
  const fonts = toRules({ '--font': familiesOf(branding.font), '--font-heading': familiesOf(branding.headingFont) });
  const fontFaces = createFontFaceRules([branding.font, branding.headingFont], fontsBase);
  const fontFacePrefix = fontFaces === '' ? '' : `${fontFaces}\n`;
  if (branding.scheme !== 'auto')
    return `${fontFacePrefix}:root { color-scheme: ${branding.scheme}; ${toRules(branding.scheme === 'dark' ? dark : light)} ${fonts} }`;
  return `${fontFacePrefix}:root { ${toRules(light)} ${fonts} }\n@media (prefers-color-scheme: dark) { :root { ${toRules(dark)} } }`;
}

/** Returns the branding of a displayed page as custom properties for light and dark mode. */
export function cssCustomProperties(branding: Branding): {
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
} {
  const { light, dark } = createPalettes(branding);
  const fonts = { '--font': familiesOf(branding.font), '--font-heading': familiesOf(branding.headingFont) };
  const day = branding.scheme === 'dark' ? dark : light;
  const night = branding.scheme === 'light' ? light : dark;
  const scheme = branding.scheme === 'auto' ? 'light dark' : branding.scheme;
  return { light: { ...day, ...fonts, 'color-scheme': scheme }, dark: { ...night, ...fonts, 'color-scheme': scheme } };
}
