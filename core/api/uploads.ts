import type { WpError } from './wp-error.js';

/** A stored upload. */
export interface StoredUpload {
  /** Where the file lies on disk. */
  readonly file: string;
  /** Where visitors fetch it. */
  readonly url: string;
  /** Its media type. */
  readonly type: string;
}

/** Files that people put on the site. @since 0.1.0 */
export interface UploadsApi {
  /**
   * Stores a file under a name of its own in this month's folder (`wp_upload_bits`). Only pictures, documents and
   * archives that a browser does not run are taken; what the bytes say counts, not what the name says.
   * @param name what the visitor called it; used for the end of the address
   * @param bytes at most 10 MiB
   * @returns a WpError `upload_type_refused`, `upload_too_large` or `upload_empty` when it is refused
   */
  wpUploadBits(name: string, bytes: Buffer): Promise<StoredUpload | WpError>;
  /** Removes a stored file by its address; true when there was one (`wp_delete_file`). */
  wpDeleteFile(url: string): Promise<boolean>;
}
