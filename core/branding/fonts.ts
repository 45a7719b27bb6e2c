import { FONT_FILES, type FontFiles } from './font-files.js';

/** A font the owner can select. */
interface Font {
  readonly name: string;
  readonly fontFamily: string;
  /** The files shipped with Plinth; without them the families are system fonts, which need no download. */
  readonly files?: FontFiles;
}

const bundledFont = (name: keyof typeof FONT_FILES, fallback: string): Font => ({
  name,
  fontFamily: `"${FONT_FILES[name].family}", "${FONT_FILES[name].family} stand-in", ${fallback}`,
  files: FONT_FILES[name],
});

/** The selectable fonts; the first one is the default. No third party is contacted for any of them. */
export const FONTS: readonly Font[] = [
  { name: 'system', fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif' },
  { name: 'humanist', fontFamily: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif' },
  { name: 'geometric', fontFamily: 'Avenir, Montserrat, Corbel, "URW Gothic", "Century Gothic", sans-serif' },
  {
    name: 'serif',
    fontFamily: '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "DejaVu Serif", serif',
  },
  { name: 'news', fontFamily: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif' },
  { name: 'typewriter', fontFamily: 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace' },
  bundledFont('source-sans', 'system-ui, sans-serif'),
  bundledFont('figtree', 'system-ui, sans-serif'),
  bundledFont('source-serif', 'Georgia, serif'),
  bundledFont('playfair', 'Georgia, serif'),
];

/** Returns the CSS families of a font; those of the first font if the name is unknown. */
export function familiesOf(name: string): string {
  return (FONTS.find((font) => font.name === name) ?? FONTS[0])?.fontFamily ?? 'sans-serif';
}

/** Returns the files of a font; undefined for a system font. */
export function filesOf(name: string): FontFiles | undefined {
  return FONTS.find((font) => font.name === name)?.files;
}
