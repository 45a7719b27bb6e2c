/**
 * State of a download right. `order`: depends on the order status; `given`: granted by the owner regardless of the
 * order; `taken`: revoked.
 */
export type RightState = 'order' | 'given' | 'taken';

/** A row of `store_files`. */
export interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number | string;
  readonly created_at: string;
}

/** A row of `store_product_files`. */
export interface ProductFileRow {
  readonly id: number;
  readonly product_id: number;
  readonly variation_id: number;
  readonly file_id: number;
  readonly name: string;
  readonly position: number;
  readonly retired: number;
}

/** A row of `store_download_terms`; null for the default of the shop, 0 for no limit. */
export interface DownloadTermsRow {
  readonly product_id: number;
  readonly downloads: number | null;
  readonly days: number | null;
}

/** A row of `store_download_rights`. */
export interface DownloadPermissionRow {
  readonly id: number;
  readonly order_id: number;
  readonly product_file_id: number;
  /** Number of downloads so far. */
  readonly downloads: number;
  /** Number of downloads allowed; null for no limit. */
  readonly max_downloads: number | null;
  /** UTC; null for no end. */
  readonly until: string | null;
  readonly state: RightState;
  /** UTC time of the last counted download. */
  readonly counted_at: string | null;
}

/** A row of `store_download_log`. */
export interface DownloadLogRow {
  readonly id: number;
  readonly right_id: number;
  readonly user_id: number;
  readonly at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_files: FileRow;
    store_product_files: ProductFileRow;
    store_download_terms: DownloadTermsRow;
    store_download_rights: DownloadPermissionRow;
    store_download_log: DownloadLogRow;
  }
}
