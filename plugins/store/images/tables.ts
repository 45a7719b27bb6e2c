/** A row of `store_images`. */
export interface ImageRow {
  readonly id: number;
  readonly product_id: number;
  readonly source: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly position: number;
  /** The file of the library; 0 where nobody looked yet, -1 where it is none. */
  readonly attachment_id: number;
  /** Its copies for `srcset`, their paths without the site's address; empty for none. */
  readonly srcset: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_images: ImageRow;
  }
}
