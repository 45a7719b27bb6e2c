/** A font as the owner chooses it: families that devices bring along, so that nobody waits for one and nobody elsewhere is asked. */
interface Font {
  readonly name: string;
  readonly families: string;
}

/** The fonts that can be chosen; the first one stands until another is. */
export const FONTS: readonly Font[] = [
  { name: 'system', families: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif' },
  { name: 'humanist', families: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif' },
  { name: 'geometric', families: 'Avenir, Montserrat, Corbel, "URW Gothic", "Century Gothic", sans-serif' },
  { name: 'serif', families: '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "DejaVu Serif", serif' },
  { name: 'news', families: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif' },
  { name: 'typewriter', families: 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace' },
];

/** The families of a font, by its name; those of the first where there is none of that name. */
export function familiesOf(name: string): string {
  return (FONTS.find((font) => font.name === name) ?? FONTS[0])?.families ?? 'sans-serif';
}
