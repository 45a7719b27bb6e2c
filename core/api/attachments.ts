import type { Post } from './posts.js';
import type { WpError } from './wp-error.js';
import type { AsyncResult } from './async-result.js';

/** Name of a registered image size, `full`, or width and height in pixels. */
export type ImageSize = string | readonly [width: number, height: number];
/** How an image is cropped to a size: not at all, around its center, or anchored to these sides. */
export type ImageCrop = boolean | readonly [x: 'left' | 'center' | 'right', y: 'top' | 'center' | 'bottom'];

/** An image size to generate. */
export interface ImageSubsize {
  readonly width: number;
  readonly height: number;
  readonly crop: ImageCrop;
}

/** A resized copy of an image. */
export interface StoredSubsize {
  file: string;
  width: number;
  height: number;
  'mime-type': string;
  filesize?: number;
}

/** EXIF and IPTC data of an image. All values are strings; missing numbers are `0`. */
export interface ImageMeta {
  aperture: string;
  credit: string;
  camera: string;
  caption: string;
  created_timestamp: string;
  copyright: string;
  focal_length: string;
  iso: string;
  shutter_speed: string;
  title: string;
  orientation: string | number;
  keywords: string[];
  alt: string;
}

/** Stored metadata of an attachment's file (`_wp_attachment_metadata`). */
export interface AttachmentMetadata {
  width?: number;
  height?: number;
  /** Path relative to the uploads folder. */
  file?: string;
  filesize?: number;
  sizes?: Record<string, StoredSubsize>;
  image_meta?: ImageMeta;
  /** The uploaded file, if the displayed image is a scaled or rotated copy. */
  original_image?: string;
  [name: string]: unknown;
}

/** URL and dimensions of an image in pixels; `isResized` if it is a resized copy. */
export type ImageSource = [url: string, width: number, height: number, isResized: boolean];

/** A saved image. */
export interface SavedImage {
  path: string;
  file: string;
  width: number;
  height: number;
  'mime-type': string;
  filesize: number;
}

/**
 * An image being edited (`WP_Image_Editor`). Nothing is written before `save`.
 * @since 0.1.0
 */
export interface ImageEditor {
  /** Returns the current dimensions in pixels. */
  getSize(): { width: number; height: number };
  /** Returns the MIME type the image is saved as. */
  getMimeType(): string;
  /** Returns the quality, from 1 to 100. */
  getQuality(): number;
  /** Sets the quality for lossy formats, from 1 to 100. */
  setQuality(quality: number): true | WpError;
  /** Scales the image down to fit the bounds, or to exactly these dimensions if cropped. */
  resize(maxWidth: number | null, maxHeight: number | null, crop?: ImageCrop): Promise<true | WpError>;
  /** Crops a region and scales it to the target size. */
  crop(
    x: number,
    y: number,
    width: number,
    height: number,
    toWidth?: number,
    toHeight?: number,
  ): Promise<true | WpError>;
  /** Rotates the image counterclockwise, in degrees. */
  rotate(angle: number): Promise<true | WpError>;
  /** Flips the image along the horizontal axis, the vertical axis, or both. */
  flip(horizontally: boolean, vertically: boolean): Promise<true | WpError>;
  /** Rotates the image upright according to its EXIF orientation; false if it already is. */
  maybeExifRotate(): Promise<boolean | WpError>;
  /** Returns the file name of a copy beside the original. The suffix defaults to the dimensions. */
  generateFilename(suffix?: string | null, folder?: string): string;
  /**
   * Saves the image.
   * @param file path including the extension of its type
   */
  save(file: string): Promise<SavedImage | WpError>;
}

/** Additional attributes of an `<img>`; `false` omits one. */
export type ImageAttributes = Readonly<Record<string, string | number | boolean>>;

/**
 * Images, documents and other files in the media library (`wp_insert_attachment` and related functions).
 * @since 0.1.0
 */
export interface AttachmentsApi {
  /**
   * Adds a file from the uploads folder to the media library. Returns its ID, or 0; with `wpError`, the error
   * (`wp_insert_attachment`).
   */
  wpInsertAttachment(
    input: Partial<Post> & { meta_input?: Record<string, unknown> },
    file?: string,
    parent?: number,
    wpError?: boolean,
  ): Promise<number | WpError>;
  /**
   * Deletes an attachment with all its files. Returns the deleted post, false if nothing could be deleted, null if it
   * does not exist (`wp_delete_attachment`).
   */
  wpDeleteAttachment(id: number, force?: boolean): Promise<Post | false | null>;
  /** Returns the path of an attachment's file on disk, or false (`get_attached_file`). */
  getAttachedFile(id: number, unfiltered?: boolean): Promise<string | false>;
  /** Sets the path of an attachment's file (`update_attached_file`). */
  updateAttachedFile(id: number, file: string): Promise<number | boolean>;
  /**
   * Returns the path of the originally uploaded image if a scaled copy is displayed, or false
   * (`wp_get_original_image_path`).
   */
  wpGetOriginalImagePath(id: number): Promise<string | false>;
  /** Returns the stored metadata of an attachment, or false (`wp_get_attachment_metadata`). */
  wpGetAttachmentMetadata(id: number, unfiltered?: boolean): Promise<AttachmentMetadata | false>;
  /** Stores the metadata of an attachment (`wp_update_attachment_metadata`). */
  wpUpdateAttachmentMetadata(id: number, metadata: AttachmentMetadata): Promise<number | boolean>;
  /**
   * Reads the dimensions and EXIF data of a file again and generates its resized copies
   * (`wp_generate_attachment_metadata`).
   */
  wpGenerateAttachmentMetadata(id: number, file: string): Promise<AttachmentMetadata>;
  /** Returns the sizes that an image is missing (`wp_get_missing_image_subsizes`). */
  wpGetMissingImageSubsizes(id: number): Promise<Record<string, ImageSubsize>>;
  /** Generates the missing sizes of an image (`wp_update_image_subsizes`). */
  wpUpdateImageSubsizes(id: number): Promise<AttachmentMetadata | WpError>;
  /** Returns the EXIF and IPTC data of an image, or false if the file is not an image (`wp_read_image_metadata`). */
  wpReadImageMetadata(file: string): Promise<ImageMeta | false>;
  /** Opens an image for editing (`wp_get_image_editor`). */
  wpGetImageEditor(file: string): Promise<ImageEditor | WpError>;

  /** Returns the URL of an attachment's file, or false (`wp_get_attachment_url`). */
  wpGetAttachmentUrl(id: number): Promise<string | false>;
  /** Whether an attachment is an image, audio or video file, or has this file extension (`wp_attachment_is`). */
  wpAttachmentIs(type: string, id: number): AsyncResult;
  /** Whether an attachment is an image (`wp_attachment_is_image`). */
  wpAttachmentIsImage(id: number): AsyncResult;
  /** Returns the URL and dimensions of an image that fits the size, or false (`image_downsize`). */
  imageDownsize(id: number, size?: ImageSize): Promise<ImageSource | false>;
  /** Returns the stored copy that fits a size, or false (`image_get_intermediate_size`). */
  imageGetIntermediateSize(
    id: number,
    size?: ImageSize,
  ): Promise<(StoredSubsize & { path?: string; url?: string }) | false>;
  /** Returns the URL and dimensions of an image, or false (`wp_get_attachment_image_src`). */
  wpGetAttachmentImageSrc(id: number, size?: ImageSize, icon?: boolean): Promise<ImageSource | false>;
  /** Returns the URL of an image, or false (`wp_get_attachment_image_url`). */
  wpGetAttachmentImageUrl(id: number, size?: ImageSize, icon?: boolean): Promise<string | false>;
  /** Returns an `<img>` with its sizes, or an empty string (`wp_get_attachment_image`). */
  wpGetAttachmentImage(id: number, size?: ImageSize, icon?: boolean, attributes?: ImageAttributes): Promise<string>;
  /** Returns a link to an attachment's file, around its image or title (`wp_get_attachment_link`). */
  wpGetAttachmentLink(
    id: number,
    size?: ImageSize,
    permalink?: boolean,
    icon?: boolean,
    text?: string | false,
    attributes?: ImageAttributes,
  ): Promise<string>;
  /** Returns the `srcset` candidates of an image, or false (`wp_get_attachment_image_srcset`). */
  wpGetAttachmentImageSrcset(id: number, size?: ImageSize, metadata?: AttachmentMetadata): Promise<string | false>;
  /** Returns the `sizes` value of an image, or false (`wp_get_attachment_image_sizes`). */
  wpGetAttachmentImageSizes(id: number, size?: ImageSize, metadata?: AttachmentMetadata): Promise<string | false>;
  /** Returns the `srcset` candidates of an image whose URL and dimensions are known (`wp_calculate_image_srcset`). */
  wpCalculateImageSrcset(
    size: readonly [number, number],
    src: string,
    metadata: AttachmentMetadata,
    id?: number,
  ): Promise<string | false>;
  /** Returns the `sizes` value for an image of these dimensions (`wp_calculate_image_sizes`). */
  wpCalculateImageSizes(
    size: readonly [number, number],
    src?: string,
    metadata?: AttachmentMetadata,
    id?: number,
  ): Promise<string | false>;

  /** Registers an image size; it is generated for images added from then on (`add_image_size`). */
  addImageSize(name: string, width?: number, height?: number, crop?: ImageCrop): void;
  /** Removes an image size; false if it is not registered (`remove_image_size`). */
  removeImageSize(name: string): boolean;
  /** Whether an image size is registered (`has_image_size`). */
  hasImageSize(name: string): boolean;
  /** Returns the names of all image sizes (`get_intermediate_image_sizes`). */
  getIntermediateImageSizes(): Promise<string[]>;
  /** Returns all image sizes by name (`wp_get_registered_image_subsizes`). */
  wpGetRegisteredImageSubsizes(): Promise<Record<string, ImageSubsize>>;

  /** Sets the featured image of a post, or removes it if the attachment is not an image (`set_post_thumbnail`). */
  setPostThumbnail(postId: number, attachmentId: number): Promise<number | boolean>;
  /** Removes the featured image of a post (`delete_post_thumbnail`). */
  deletePostThumbnail(postId: number): Promise<boolean>;
  /**
   * Returns the ID of a post's featured image; 0 if it has none, false if the post does not exist
   * (`get_post_thumbnail_id`).
   */
  getPostThumbnailId(postId: number): Promise<number | false>;
  /** Whether a post has a featured image (`has_post_thumbnail`). */
  hasPostThumbnail(postId: number): AsyncResult;
  /** Returns the featured image of a post as an `<img>`, or an empty string (`get_the_post_thumbnail`). */
  getThePostThumbnail(postId: number, size?: ImageSize, attributes?: ImageAttributes): Promise<string>;
  /** Returns the URL of a post's featured image, or false (`get_the_post_thumbnail_url`). */
  getThePostThumbnailUrl(postId: number, size?: ImageSize): Promise<string | false>;

  /**
   * Stores a file uploaded with a form and adds it to the media library. Returns its ID, or the error
   * (`media_handle_upload`).
   */
  mediaHandleUpload(file: FileToStore, postId?: number, post?: Partial<Post>): Promise<number | WpError>;
  /** As `mediaHandleUpload`, for a file that was not uploaded with a form (`media_handle_sideload`). */
  mediaHandleSideload(
    file: FileToStore,
    postId?: number,
    description?: string | null,
    post?: Partial<Post>,
  ): Promise<number | WpError>;
  /**
   * Downloads an image from another site into the media library; URLs in the local network are refused
   * (`media_sideload_image`).
   * @returns its `<img>`; with `src` its URL, with `id` its ID; or the error
   */
  mediaSideloadImage(
    url: string,
    postId?: number,
    description?: string | null,
    format?: 'html' | 'src' | 'id',
  ): Promise<string | number | WpError>;
}

/** A file to be stored. */
export interface FileToStore {
  /** File name as provided by the client. */
  name: string;
  /** MIME type as declared by the client; the actual type is determined from the content. */
  type?: string;
  data: Buffer;
}
