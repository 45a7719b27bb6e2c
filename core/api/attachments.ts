import type { Post } from './posts.js';
import type { WpError } from './wp-error.js';
import type { AsyncAnswer } from './async-answer.js';

/** The name of a registered size, `full`, or a width and a height. */
export type ImageSize = string | readonly [width: number, height: number];
/** Where a picture is cut for a size: not at all, around its middle, or at these sides. */
export type ImageCrop = boolean | readonly [x: 'left' | 'center' | 'right', y: 'top' | 'center' | 'bottom'];

/** A size that pictures are made in. */
export interface ImageSubsize {
  readonly width: number;
  readonly height: number;
  readonly crop: ImageCrop;
}

/** A smaller copy of a picture. */
export interface StoredSubsize {
  file: string;
  width: number;
  height: number;
  'mime-type': string;
  filesize?: number;
}

/** What a camera and its owner wrote into a picture: texts throughout, `0` for no number. */
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

/** What is stored of an attachment's file (`_wp_attachment_metadata`). */
export interface AttachmentMetadata {
  width?: number;
  height?: number;
  /** Below the uploads folder. */
  file?: string;
  filesize?: number;
  sizes?: Record<string, StoredSubsize>;
  image_meta?: ImageMeta;
  /** The file as it was sent, when what is shown is a smaller or a turned copy of it. */
  original_image?: string;
  [name: string]: unknown;
}

/** The address of a picture and its size; `isResized` when it is a smaller copy. */
export type ImageSource = [url: string, width: number, height: number, isResized: boolean];

/** A saved picture. */
export interface SavedImage {
  path: string;
  file: string;
  width: number;
  height: number;
  'mime-type': string;
  filesize: number;
}

/** A picture that is changed step by step (`WP_Image_Editor`). Nothing is written before `save`. @since 0.2.0 */
export interface ImageEditor {
  /** The size as it is now. */
  getSize(): { width: number; height: number };
  /** The type it is saved as. */
  getMimeType(): string;
  /** From 1 to 100. */
  getQuality(): number;
  /** Sets the quality that lossy types are saved with. */
  setQuality(quality: number): true | WpError;
  /** Makes the picture smaller: within bounds, or exactly so large when it is cropped. */
  resize(maxWidth: number | null, maxHeight: number | null, crop?: ImageCrop): Promise<true | WpError>;
  /** Cuts a part out, and makes it so large. */
  crop(
    x: number,
    y: number,
    width: number,
    height: number,
    toWidth?: number,
    toHeight?: number,
  ): Promise<true | WpError>;
  /** Turns it against the clock, by degrees. */
  rotate(angle: number): Promise<true | WpError>;
  /** Mirrors it: at the horizontal axis, at the vertical one, or at both. */
  flip(horizontally: boolean, vertically: boolean): Promise<true | WpError>;
  /** Puts it upright, as the camera was held; false when it is already. */
  maybeExifRotate(): Promise<boolean | WpError>;
  /** The name of a copy beside the original; its size stands for the suffix when there is none. */
  generateFilename(suffix?: string | null, folder?: string): string;
  /** Writes it. @param file where, with the ending of its type */
  save(file: string): Promise<SavedImage | WpError>;
}

/** Further attributes of an `<img>`; `false` leaves one out. */
export type ImageAttributes = Readonly<Record<string, string | number | boolean>>;

/** A picture, document or other file in the library (`wp_insert_attachment` and its family). @since 0.2.0 */
export interface AttachmentsApi {
  /** Puts a file that lies in the uploads folder into the library; its id, or 0, or with `wpError` the reason (`wp_insert_attachment`). */
  wpInsertAttachment(
    input: Partial<Post> & { meta_input?: Record<string, unknown> },
    file?: string,
    parent?: number,
    wpError?: boolean,
  ): Promise<number | WpError>;
  /** Removes an attachment with all its files; the post it was, false when nothing could be removed, null when there is none (`wp_delete_attachment`). */
  wpDeleteAttachment(id: number, force?: boolean): Promise<Post | false | null>;
  /** Where an attachment's file lies on disk, or false (`get_attached_file`). */
  getAttachedFile(id: number, unfiltered?: boolean): Promise<string | false>;
  /** Says where an attachment's file lies (`update_attached_file`). */
  updateAttachedFile(id: number, file: string): Promise<number | boolean>;
  /** The file as it was sent, of pictures that are shown smaller, or false (`wp_get_original_image_path`). */
  wpGetOriginalImagePath(id: number): Promise<string | false>;
  /** What is stored of a file, or false (`wp_get_attachment_metadata`). */
  wpGetAttachmentMetadata(id: number, unfiltered?: boolean): Promise<AttachmentMetadata | false>;
  /** Stores what is known of a file (`wp_update_attachment_metadata`). */
  wpUpdateAttachmentMetadata(id: number, metadata: AttachmentMetadata): Promise<number | boolean>;
  /** Reads a file anew: its size, what the camera wrote; and makes the smaller copies (`wp_generate_attachment_metadata`). */
  wpGenerateAttachmentMetadata(id: number, file: string): Promise<AttachmentMetadata>;
  /** The sizes a picture should have and does not (`wp_get_missing_image_subsizes`). */
  wpGetMissingImageSubsizes(id: number): Promise<Record<string, ImageSubsize>>;
  /** Makes the sizes that a picture does not have yet (`wp_update_image_subsizes`). */
  wpUpdateImageSubsizes(id: number): Promise<AttachmentMetadata | WpError>;
  /** What a camera wrote into a picture, or false when the file is none (`wp_read_image_metadata`). */
  wpReadImageMetadata(file: string): Promise<ImageMeta | false>;
  /** Opens a picture to be changed (`wp_get_image_editor`). */
  wpGetImageEditor(file: string): Promise<ImageEditor | WpError>;

  /** The address of an attachment's file, or false (`wp_get_attachment_url`). */
  wpGetAttachmentUrl(id: number): Promise<string | false>;
  /** Whether an attachment is a picture, a sound, a film, or a file with that ending (`wp_attachment_is`). */
  wpAttachmentIs(type: string, id: number): AsyncAnswer;
  /** Whether an attachment is a picture (`wp_attachment_is_image`). */
  wpAttachmentIsImage(id: number): AsyncAnswer;
  /** The address and size of a picture, at most so large, or false (`image_downsize`). */
  imageDownsize(id: number, size?: ImageSize): Promise<ImageSource | false>;
  /** The stored copy that fits a size, or false (`image_get_intermediate_size`). */
  imageGetIntermediateSize(
    id: number,
    size?: ImageSize,
  ): Promise<(StoredSubsize & { path?: string; url?: string }) | false>;
  /** The address and size of a picture, or false (`wp_get_attachment_image_src`). */
  wpGetAttachmentImageSrc(id: number, size?: ImageSize, icon?: boolean): Promise<ImageSource | false>;
  /** The address of a picture, or false (`wp_get_attachment_image_url`). */
  wpGetAttachmentImageUrl(id: number, size?: ImageSize, icon?: boolean): Promise<string | false>;
  /** An `<img>` with its sizes, or nothing (`wp_get_attachment_image`). */
  wpGetAttachmentImage(id: number, size?: ImageSize, icon?: boolean, attributes?: ImageAttributes): Promise<string>;
  /** A link to an attachment's file, around its picture or its title (`wp_get_attachment_link`). */
  wpGetAttachmentLink(
    id: number,
    size?: ImageSize,
    permalink?: boolean,
    icon?: boolean,
    text?: string | false,
    attributes?: ImageAttributes,
  ): Promise<string>;
  /** The sizes a browser may choose from, for `srcset`, or false (`wp_get_attachment_image_srcset`). */
  wpGetAttachmentImageSrcset(id: number, size?: ImageSize, metadata?: AttachmentMetadata): Promise<string | false>;
  /** How wide a picture is shown, for `sizes`, or false (`wp_get_attachment_image_sizes`). */
  wpGetAttachmentImageSizes(id: number, size?: ImageSize, metadata?: AttachmentMetadata): Promise<string | false>;
  /** The same, of a picture whose address and size are known (`wp_calculate_image_srcset`). */
  wpCalculateImageSrcset(
    size: readonly [number, number],
    src: string,
    metadata: AttachmentMetadata,
    id?: number,
  ): Promise<string | false>;
  /** How wide a picture of this size is shown (`wp_calculate_image_sizes`). */
  wpCalculateImageSizes(
    size: readonly [number, number],
    src?: string,
    metadata?: AttachmentMetadata,
    id?: number,
  ): Promise<string | false>;

  /** Registers a size that pictures are made in from now on (`add_image_size`). */
  addImageSize(name: string, width?: number, height?: number, crop?: ImageCrop): void;
  /** Takes a size back; false when it was not there (`remove_image_size`). */
  removeImageSize(name: string): boolean;
  /** Whether a size was added (`has_image_size`). */
  hasImageSize(name: string): boolean;
  /** The names of all sizes (`get_intermediate_image_sizes`). */
  getIntermediateImageSizes(): Promise<string[]>;
  /** All sizes by their names (`wp_get_registered_image_subsizes`). */
  wpGetRegisteredImageSubsizes(): Promise<Record<string, ImageSubsize>>;

  /** Gives a post its picture; what is no picture takes it away (`set_post_thumbnail`). */
  setPostThumbnail(postId: number, attachmentId: number): Promise<number | boolean>;
  /** Takes a post's picture away (`delete_post_thumbnail`). */
  deletePostThumbnail(postId: number): Promise<boolean>;
  /** The id of a post's picture; 0 for none, false when there is no such post (`get_post_thumbnail_id`). */
  getPostThumbnailId(postId: number): Promise<number | false>;
  /** Whether a post has a picture (`has_post_thumbnail`). */
  hasPostThumbnail(postId: number): AsyncAnswer;
  /** A post's picture as an `<img>`, or nothing (`get_the_post_thumbnail`). */
  getThePostThumbnail(postId: number, size?: ImageSize, attributes?: ImageAttributes): Promise<string>;
  /** The address of a post's picture, or false (`get_the_post_thumbnail_url`). */
  getThePostThumbnailUrl(postId: number, size?: ImageSize): Promise<string | false>;

  /** Stores a file that was sent with a form and puts it into the library; its id, or why not (`media_handle_upload`). */
  mediaHandleUpload(file: FileToStore, postId?: number, post?: Partial<Post>): Promise<number | WpError>;
  /** The same of a file that came otherwise (`media_handle_sideload`). */
  mediaHandleSideload(
    file: FileToStore,
    postId?: number,
    description?: string | null,
    post?: Partial<Post>,
  ): Promise<number | WpError>;
  /**
   * Fetches a picture of another site into the library; no address of this network is asked
   * (`media_sideload_image`).
   * @returns its `<img>`, its address with `src`, its id with `id`; or why not
   */
  mediaSideloadImage(
    url: string,
    postId?: number,
    description?: string | null,
    answer?: 'html' | 'src' | 'id',
  ): Promise<string | number | WpError>;
}

/** A file that is to be stored. */
export interface FileToStore {
  /** What whoever sent it called it. */
  name: string;
  /** What whoever sent it said of its type; what counts is what its bytes say. */
  type?: string;
  data: Buffer;
}
