/** A font as the owner chooses it: families that devices bring along, so that nobody waits for one and nobody elsewhere is asked. */
interface Font {
  readonly name: string;
  /** In English; it is translated where it is shown. */
  readonly label: string;
  readonly families: string;
}

/** The fonts that can be chosen; the first one stands until another is. */
export const FONTS: readonly Font[] = [
  { name: 'system', label: 'Plain, of the device', families: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif' },
  { name: 'humanist', label: 'Warm, without serifs', families: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif' },
  { name: 'geometric', label: 'Round, without serifs', families: 'Avenir, Montserrat, Corbel, "URW Gothic", "Century Gothic", sans-serif' },
  { name: 'serif', label: 'Bookish, with serifs', families: '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "DejaVu Serif", serif' },
  { name: 'news', label: 'Strict, with serifs', families: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif' },
  { name: 'typewriter', label: 'Typewriter', families: 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace' },
];

/** The families of a font, by its name; those of the first where there is none of that name. */
export function familiesOf(name: string): string {
  return (FONTS.find((font) => font.name === name) ?? FONTS[0])?.families ?? 'sans-serif';
}
