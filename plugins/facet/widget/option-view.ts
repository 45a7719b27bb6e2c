/** A value to choose, as the views show it. */
export interface OptionView {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly checked: boolean;
  /** Would find nothing. */
  readonly disabled: boolean;
  readonly color: string;
  readonly image: string;
  /** First letter without diacritics, `#` for anything else. */
  readonly letter: string;
  /** Folded, for the search among options. */
  readonly words: string;
  readonly stars: string;
  /** Stands before the others. */
  readonly pinned: boolean;
  readonly children: readonly OptionView[];
  /** Whether its children are shown. */
  readonly open: boolean;
}
