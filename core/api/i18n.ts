/** Translations of one text domain, in the language of the running request. */
export interface TranslationApi {
  /** Translates (`__`). `%s` and `%1$s` stand for the arguments. */
  __(text: string, ...args: readonly (string | number)[]): string;
  /** Translates with the plural form for a number (`_n`); `%d` or `%s` stands for it. */
  _n(single: string, plural: string, count: number, ...args: readonly (string | number)[]): string;
  /** Translates a word that means different things (`_x`). */
  _x(text: string, context: string, ...args: readonly (string | number)[]): string;
  /** `en_US`, `pl_PL`: the language of the running request. */
  locale(): string;
}
