import type { FileToStore } from './attachments.js';
import type { WpError } from './wp-error.js';

/** A stored upload. */
export interface StoredUpload {
  /** Path of the file on disk. */
  readonly file: string;
  /** Public URL of the file. */
  readonly url: string;
  /** MIME type. */
  readonly type: string;
}

/**
 * Uploaded files.
 * @since 0.1.0
 */
export interface UploadsApi {
  /**
   * Stores a file under a unique name in this month's folder (`wp_upload_bits`). Only images, documents and archives
   * that a browser does not execute are accepted; the type is determined from the content, not from the name.
   * @param name original file name; used for the end of the URL
   * @param bytes maximum 10 MiB
   * @returns a WpError `upload_type_refused`, `upload_too_large` or `upload_empty` if it is rejected
   */
  wpUploadBits(name: string, bytes: Buffer): Promise<StoredUpload | WpError>;
  /** Deletes a stored file by its URL; true if it existed (`wp_delete_file`). */
  wpDeleteFile(url: string): Promise<boolean>;
  /** Returns the upload folder of this month, or of a time (`wp_upload_dir`). */
  wpUploadDir(time?: string | null): Promise<UploadFolder>;
  /** Returns a file name that is unique in a folder and safe on all systems (`wp_unique_filename`). */
  wpUniqueFilename(folder: string, name: string): Promise<string>;
  /** Returns the type for a file name's extension (`wp_check_filetype`). */
  wpCheckFiletype(name: string, mimes?: Readonly<Record<string, string>> | null): Promise<FileType>;
  /**
   * Returns the type of a file from its content and name; `proper_filename` if the extension does not match
   * (`wp_check_filetype_and_ext`).
   */
  wpCheckFiletypeAndExt(
    file: string | Buffer,
    name: string,
    mimes?: Readonly<Record<string, string>> | null,
  ): Promise<FileType & { proper_filename: string | false }>;
  /**
   * Returns the allowed MIME types by extension; several extensions are separated by `|` (`get_allowed_mime_types`).
   */
  getAllowedMimeTypes(userId?: number | null): Promise<Record<string, string>>;
  /** Stores a file uploaded with a form (`wp_handle_upload`). */
  wpHandleUpload(file: FileToStore, overrides?: UploadOverrides): Promise<StoredUpload | WpError>;
  /** Stores a file that was not uploaded with a form (`wp_handle_sideload`). */
  wpHandleSideload(file: FileToStore, overrides?: UploadOverrides): Promise<StoredUpload | WpError>;
}

/** The upload folder of a month. */
export interface UploadFolder {
  /** Path on disk. */
  path: string;
  /** Public URL. */
  url: string;
  /** `/2026/01`, or empty. */
  subdir: string;
  basedir: string;
  baseurl: string;
  /** Error message if nothing can be stored, otherwise false. */
  error: string | false;
}

/** File type derived from the name; false if it is not allowed. */
export interface FileType {
  ext: string | false;
  type: string | false;
}

/** Options for storing an upload. */
export interface UploadOverrides {
  /** `YYYY/MM` of the folder, or a date; defaults to this month. */
  time?: string | null;
  /** Extensions and types accepted instead of those of the site. */
  mimes?: Readonly<Record<string, string>> | null;
}
