/** A row of `store_product_texts`: the normalized texts that are searched. */
export interface TextRow {
  readonly product_id: number;
  /** 1 for products that visitors can find. */
  readonly listed: number;
  /** Beginning of the name, truncated to the maximum length of an index column. */
  readonly name_start: string;
  readonly name: string;
  /** SKUs and GTINs of purchasable items, each enclosed in line breaks; empty when there are none. */
  readonly codes: string;
  /** Codes of variations without a price, which only the shop owner finds. */
  readonly unpriced: string;
  /** Short description without tags. */
  readonly description: string;
}

/** A row of `store_product_tokens`. */
export interface TokenRow {
  readonly word: string;
  /** Number of the field; see `product-texts.ts`. */
  readonly field: number;
  readonly product_id: number;
}

/** A row of `store_search_ngrams`: a suffix of a word. */
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
