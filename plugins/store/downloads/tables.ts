/**
 * State of a download permission. `order`: depends on the order status; `granted`: granted by the owner regardless of the
 * order; `revoked`: revoked.
 */
export type PermissionState = 'order' | 'granted' | 'revoked';

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

/** A row of `store_download_limits`; null for the default of the shop, 0 for no limit. */
export interface DownloadLimitsRow {
  readonly product_id: number;
  readonly downloads: number | null;
  readonly days: number | null;
}

/** A row of `store_download_permissions`. */
export interface DownloadPermissionRow {
  readonly id: number;
  readonly order_id: number;
  readonly product_file_id: number;
  /** Number of downloads so far. */
  readonly downloads: number;
  /** Number of downloads allowed; null for no limit. */
  readonly max_downloads: number | null;
  /** UTC; null for no end. */
  readonly expires_at: string | null;
  readonly state: PermissionState;
  /** UTC time of the last counted download. */
  readonly last_download_at: string | null;
}

/** A row of `store_download_log`. */
export interface DownloadLogRow {
  readonly id: number;
  readonly permission_id: number;
  readonly user_id: number;
  readonly at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_files: FileRow;
    store_product_files: ProductFileRow;
    store_download_limits: DownloadLimitsRow;
    store_download_permissions: DownloadPermissionRow;
    store_download_log: DownloadLogRow;
  }
}
