/** How a Polish noun takes adjectives; `p` for things that only come in the plural. */
export type Gender = 'm' | 'f' | 'n' | 'p';

/** A lowest category: its name, what is sold there in Polish with its gender, and in English. */
export type LeafWords = readonly [category: string, polish: string, gender: Gender, english: string];

/** A category of the middle level with its lowest ones. */
interface MiddleTexts {
  readonly name: string;
  readonly leaves: readonly LeafWords[];
}

/** A department of the shop. */
export interface RootWords {
  readonly name: string;
  /** Two letters that its SKUs begin with. */
  readonly code: string;
  /** A picture of `assets/demo`, without `.svg`, for products that have none of their own. */
  readonly image: string;
  /** Which of the twelve attributes its products have, counted from 0. */
  readonly attributes: readonly number[];
  /** Percent. */
  readonly taxRate: number;
  /** Grams, a typical parcel. */
  readonly weight: number;
  /** What packages are measured in; empty where a price per unit says nothing. */
  readonly unit: '' | 'kg' | 'l' | 'szt';
  readonly children: readonly MiddleTexts[];
}
