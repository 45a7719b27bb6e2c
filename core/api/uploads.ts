import type { FileToStore } from './attachments.js';
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
  /** Where files are kept: this month's folder, or that of a time (`wp_upload_dir`). */
  wpUploadDir(time?: string | null): Promise<UploadFolder>;
  /** A name that is free in a folder and safe on every system (`wp_unique_filename`). */
  wpUniqueFilename(folder: string, name: string): Promise<string>;
  /** The type a name's ending stands for (`wp_check_filetype`). */
  wpCheckFiletype(name: string, mimes?: Readonly<Record<string, string>> | null): Promise<FileType>;
  /** The type of a file by its bytes and its name; `proper_filename` when its ending was another's (`wp_check_filetype_and_ext`). */
  wpCheckFiletypeAndExt(
    file: string | Buffer,
    name: string,
    mimes?: Readonly<Record<string, string>> | null,
  ): Promise<FileType & { proper_filename: string | false }>;
  /** Endings, several separated by `|`, with the types of files that are taken (`get_allowed_mime_types`). */
  getAllowedMimeTypes(userId?: number | null): Promise<Record<string, string>>;
  /** Stores a file that was sent with a form (`wp_handle_upload`). */
  wpHandleUpload(file: FileToStore, overrides?: UploadOverrides): Promise<StoredUpload | WpError>;
  /** Stores a file that came otherwise (`wp_handle_sideload`). */
  wpHandleSideload(file: FileToStore, overrides?: UploadOverrides): Promise<StoredUpload | WpError>;
}

/** Where files of a month are kept. */
export interface UploadFolder {
  /** On disk. */
  path: string;
  /** Where visitors fetch them. */
  url: string;
  /** `/2026/01`, or nothing. */
  subdir: string;
  basedir: string;
  baseurl: string;
  /** Why nothing can be stored, or false. */
  error: string | false;
}

/** What a file's name says of it; false for what is not taken. */
export interface FileType {
  ext: string | false;
  type: string | false;
}

/** How a file is taken in. */
export interface UploadOverrides {
  /** `YYYY/MM` of the folder, or a date; this month when absent. */
  time?: string | null;
  /** Endings and types that are taken instead of the site's. */
  mimes?: Readonly<Record<string, string>> | null;
}
