/** Grammatical gender of a Polish noun; `p` for nouns used only in the plural. */
export type Gender = 'm' | 'f' | 'n' | 'p';

/** A subcategory: its name, its product name in Polish with the gender, and in English. */
export type LeafCategory = readonly [category: string, polish: string, gender: Gender, english: string];

/** A second-level category with its subcategories. */
interface MiddleTexts {
  readonly name: string;
  readonly leaves: readonly LeafCategory[];
}

/** A department of the shop. */
export interface RootCategory {
  readonly name: string;
  /** SKU prefix of two letters. */
  readonly code: string;
  /** File in `assets/demo`, without `.svg`, for products without an image of their own. */
  readonly image: string;
  /** Indexes of the attributes that its products have. */
  readonly attributes: readonly number[];
  /** Percent. */
  readonly taxRate: number;
  /** Typical weight of a parcel, in grams. */
  readonly weight: number;
  /** Unit of package sizes; empty where a price per unit is meaningless. */
  readonly unit: '' | 'kg' | 'l' | 'szt';
  readonly children: readonly MiddleTexts[];
}
