/** A system font scaled to the metrics of the web font until that has loaded, so that the layout does not shift. */
interface FallbackFont {
  /** The names of the font on devices; the second has the same metrics. */
  readonly local: readonly string[];
  readonly weight: 400 | 700;
  /** Fraction of its own width. */
  readonly size: number;
}

/** A font whose files are shipped with Plinth (SIL Open Font License 1.1), in the layout of `core/build/build.mjs`. */
export interface FontFiles {
  /** The package below `@fontsource-variable/`, after which its files are named. */
  readonly name: string;
  /** Version of the package; part of the URL, because browsers cache the files for a year. */
  readonly version: string;
  readonly family: string;
  /** The lightest and boldest weight in the files. */
  readonly weights: readonly [number, number];
  /** Ascent and descent as fractions of the font size; from the files. */
  readonly ascent: number;
  readonly descent: number;
  readonly fallbackFonts: readonly [FallbackFont, FallbackFont];
}

const ARIAL = ['Arial', 'Liberation Sans', 'Arimo'];
const TIMES = ['Times New Roman', 'Liberation Serif', 'Tinos'];
const boldNames = (names: readonly string[]): readonly string[] => names.map((name) => `${name} Bold`);
/**
 * @param regular width of an English and Polish text, as a fraction of its width in the fallback font; measured in
 * Chromium
 */
const createFallbackFonts = (names: readonly string[], regular: number, heavy: number): FontFiles['fallbackFonts'] => [
  { local: names, weight: 400, size: regular },
  { local: boldNames(names), weight: 700, size: heavy },
];

/** The fonts shipped with Plinth. */
export const FONT_FILES = {
  'source-sans': {
    name: 'source-sans-3',
    version: '5.3.1',
    family: 'Source Sans 3',
    weights: [200, 900],
    ascent: 1.025,
    descent: 0.4,
    fallbackFonts: createFallbackFonts(ARIAL, 0.9266, 0.9149),
  },
  figtree: {
    name: 'figtree',
    version: '5.3.0',
    family: 'Figtree',
    weights: [300, 900],
    ascent: 0.95,
    descent: 0.25,
    fallbackFonts: createFallbackFonts(ARIAL, 1.0011, 0.9609),
  },
  'source-serif': {
    name: 'source-serif-4',
    version: '5.3.1',
    family: 'Source Serif 4',
    weights: [200, 900],
    ascent: 1.035,
    descent: 0.335,
    fallbackFonts: createFallbackFonts(TIMES, 1.1623, 1.134),
  },
  playfair: {
    name: 'playfair-display',
    version: '5.3.0',
    family: 'Playfair Display',
    weights: [400, 900],
    ascent: 1.08,
    descent: 0.25,
    fallbackFonts: createFallbackFonts(TIMES, 1.0993, 1.0658),
  },
} as const satisfies Readonly<Record<string, FontFiles>>;
