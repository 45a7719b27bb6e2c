import { FONT_FILES, type FontFiles } from './font-files.js';

/** A font as the owner chooses it. */
interface Font {
  readonly name: string;
  readonly families: string;
  /** The files that come with Plinth; without them the families are those that devices bring along, so that nobody waits for one. */
  readonly files?: FontFiles;
}

const shipped = (name: keyof typeof FONT_FILES, behind: string): Font => ({
  name,
  families: `"${FONT_FILES[name].family}", "${FONT_FILES[name].family} stand-in", ${behind}`,
  files: FONT_FILES[name],
});

/** The fonts that can be chosen; the first one stands until another is. Nobody but the site is asked for any of them. */
export const FONTS: readonly Font[] = [
  { name: 'system', families: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif' },
  { name: 'humanist', families: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif' },
  { name: 'geometric', families: 'Avenir, Montserrat, Corbel, "URW Gothic", "Century Gothic", sans-serif' },
  {
    name: 'serif',
    families: '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "DejaVu Serif", serif',
  },
  { name: 'news', families: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif' },
  { name: 'typewriter', families: 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace' },
  shipped('source-sans', 'system-ui, sans-serif'),
  shipped('figtree', 'system-ui, sans-serif'),
  shipped('source-serif', 'Georgia, serif'),
  shipped('playfair', 'Georgia, serif'),
];

/** The families of a font, by its name; those of the first where there is none of that name. */
export function familiesOf(name: string): string {
  return (FONTS.find((font) => font.name === name) ?? FONTS[0])?.families ?? 'sans-serif';
}

/** The files of a font, by its name; nothing for one of the devices' own. */
export function filesOf(name: string): FontFiles | undefined {
  return FONTS.find((font) => font.name === name)?.files;
}
