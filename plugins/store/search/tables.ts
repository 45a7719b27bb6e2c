/** A row of `store_product_texts`: what words are looked for in, folded. */
export interface TextRow {
  readonly product_id: number;
  /** 1 for those that visitors find. */
  readonly listed: number;
  /** As much of the name as an index takes. */
  readonly name_start: string;
  readonly name: string;
  /** SKUs and GTINs of what can be bought, each between ends of lines; empty where there are none. */
  readonly codes: string;
  /** Those of versions without a price, which only the owner finds. */
  readonly unpriced: string;
  /** The short description, without tags. */
  readonly description: string;
}

/** A row of `store_product_tokens`. */
export interface TokenRow {
  readonly word: string;
  readonly place: number;
  readonly product_id: number;
}

/** A row of `store_search_ngrams`: an ending of a word. */
export interface WordPartRow {
  readonly part: string;
  readonly word: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_product_texts: TextRow;
    store_product_tokens: TokenRow;
    store_search_ngrams: WordPartRow;
  }
}
