/** How wide and tall a family of devices is made until the font is there, so that no line moves when it comes. */
interface StandIn {
  /** The names under which devices have it; the second is of the same measures. */
  readonly local: readonly string[];
  readonly weight: 400 | 700;
  /** In parts of its own width. */
  readonly size: number;
}

/** A font whose files come with Plinth (SIL Open Font License 1.1), as `core/build/build.mjs` lays them out. */
export interface FontFiles {
  /** The package below `@fontsource-variable/`, by which its files are named. */
  readonly name: string;
  /** Of the package; the address changes with it, as browsers keep files for a year. */
  readonly version: string;
  readonly family: string;
  /** The lightest and the boldest that the files hold. */
  readonly weights: readonly [number, number];
  /** Above and below the line of writing, in parts of the font's size; from the files. */
  readonly ascent: number;
  readonly descent: number;
  readonly standIns: readonly [StandIn, StandIn];
}

const ARIAL = ['Arial', 'Liberation Sans', 'Arimo'];
const TIMES = ['Times New Roman', 'Liberation Serif', 'Tinos'];
const bold = (names: readonly string[]): readonly string[] => names.map((name) => `${name} Bold`);
/** @param regular width of a text in English and Polish, in parts of its width in the stand-in; measured in Chromium */
const standIns = (names: readonly string[], regular: number, heavy: number): FontFiles['standIns'] => [
  { local: names, weight: 400, size: regular },
  { local: bold(names), weight: 700, size: heavy },
];

/** The fonts that come with Plinth. */
export const FONT_FILES = {
  'source-sans': {
    name: 'source-sans-3',
    version: '5.3.1',
    family: 'Source Sans 3',
    weights: [200, 900],
    ascent: 1.025,
    descent: 0.4,
    standIns: standIns(ARIAL, 0.9266, 0.9149),
  },
  figtree: {
    name: 'figtree',
    version: '5.3.0',
    family: 'Figtree',
    weights: [300, 900],
    ascent: 0.95,
    descent: 0.25,
    standIns: standIns(ARIAL, 1.0011, 0.9609),
  },
  'source-serif': {
    name: 'source-serif-4',
    version: '5.3.1',
    family: 'Source Serif 4',
    weights: [200, 900],
    ascent: 1.035,
    descent: 0.335,
    standIns: standIns(TIMES, 1.1623, 1.134),
  },
  playfair: {
    name: 'playfair-display',
    version: '5.3.0',
    family: 'Playfair Display',
    weights: [400, 900],
    ascent: 1.08,
    descent: 0.25,
    standIns: standIns(TIMES, 1.0993, 1.0658),
  },
} as const satisfies Readonly<Record<string, FontFiles>>;
