/** A row of `store_images`. */
export interface ImageRow {
  readonly id: number;
  readonly product_id: number;
  readonly source: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly position: number;
  /** Attachment id; 0 before the image is processed, -1 when it cannot be added to the media library. */
  readonly attachment_id: number;
  /** Smaller sizes for `srcset`, as paths without the site URL; empty for none. */
  readonly srcset: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_images: ImageRow;
  }
}
