import type { AttachmentMetadata, ImageSize, ImageSource, ImageSubsize, StoredSubsize } from '../attachments.js';
import type { Post } from '../posts.js';
import type { FileType, StoredUpload, UploadFolder } from '../uploads.js';
import type { UploadCandidate, SrcsetSource } from './values.js';

/** WordPress's hooks of attachments, images and uploads, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    big_image_size_threshold: (
      threshold: number | false,
      imageSize: number[],
      file: string,
      attachmentId: number,
    ) => number | false;
    editor_max_image_size: (
      size: readonly [width: number, height: number],
      requestedSize: ImageSize,
      context: string,
    ) => readonly [width: number, height: number];
    get_attached_file: (path: string | false, attachmentId: number) => string | false;
    has_post_thumbnail: (has: boolean, postId: number, attachmentId: number | false) => boolean;
    image_downsize: (source: ImageSource | false, attachmentId: number, size: ImageSize) => ImageSource | false;
    image_get_intermediate_size: (
      found: (StoredSubsize & { path?: string; url?: string }) | false,
      termId: number,
      size: ImageSize,
    ) => (StoredSubsize & { path?: string; url?: string }) | false;
    image_save_progressive: (progressive: boolean, mimeType: string) => boolean;
    intermediate_image_sizes: (sizes: string[]) => string[];
    intermediate_image_sizes_advanced: (
      sizes: Record<string, ImageSubsize>,
      metadata: AttachmentMetadata,
      attachmentId: number,
    ) => Record<string, ImageSubsize>;
    max_srcset_image_width: (width: number, size: readonly [width: number, height: number]) => number;
    post_thumbnail_html: (
      html: string,
      postId: number,
      attachmentId: number | false,
      size: ImageSize,
      attributes: Readonly<Record<string, string | number | boolean>>,
    ) => string;
    post_thumbnail_id: (attachmentId: number | false, post: Post) => number | false;
    post_thumbnail_size: (size: ImageSize, postId: number) => ImageSize;
    post_thumbnail_url: (url: string | false, postId: number, size: ImageSize) => string | false;
    pre_delete_attachment: (deleted: Post | false | null, post: Post, force: boolean) => Post | false | null;
    pre_move_uploaded_file: (
      moved: boolean | null,
      file: UploadCandidate,
      newFile: string,
      type: string,
    ) => boolean | null;
    prepend_attachment: (html: string) => string;
    update_attached_file: (file: string, attachmentId: number) => string;
    upload_dir: (uploads: UploadFolder) => UploadFolder;
    upload_mimes: (types: Record<string, string>, userId: number | null) => Record<string, string>;
    wp_calculate_image_sizes: (
      sizes: string | false,
      size: readonly [width: number, height: number],
      src: string,
      metadata: AttachmentMetadata,
      attachmentId: number,
    ) => string | false;
    wp_calculate_image_srcset: (
      sources: readonly SrcsetSource[],
      size: readonly [width: number, height: number],
      src: string,
      metadata: AttachmentMetadata,
      attachmentId: number,
    ) => readonly SrcsetSource[];
    wp_calculate_image_srcset_meta: (
      metadata: AttachmentMetadata,
      size: readonly [width: number, height: number],
      src: string,
      attachmentId: number,
    ) => AttachmentMetadata;
    wp_check_filetype_and_ext: (
      found: FileType & { proper_filename: string | false },
      file: string,
      name: string,
      types: Readonly<Record<string, string>> | null,
      realType: string,
    ) => FileType & { proper_filename: string | false };
    wp_delete_file: (file: string) => string;
    wp_editor_set_quality: (quality: number, mimeType: string) => number;
    wp_generate_attachment_metadata: (
      metadata: AttachmentMetadata,
      attachmentId: number,
      context: string,
    ) => AttachmentMetadata;
    wp_get_attachment_image: (
      html: string,
      attachmentId: number,
      size: ImageSize,
      icon: boolean,
      attributes: Readonly<Record<string, string | number | boolean>>,
    ) => string;
    wp_get_attachment_image_attributes: (
      attributes: Record<string, string | number | boolean>,
      post: Post | null,
      size: ImageSize,
    ) => Record<string, string | number | boolean>;
    wp_get_attachment_image_src: (
      image: ImageSource | false,
      attachmentId: number,
      size: ImageSize,
      icon: boolean,
    ) => ImageSource | false;
    wp_get_attachment_link: (
      html: string,
      attachmentId: number,
      size: ImageSize,
      permalink: boolean,
      icon: boolean,
      text: string | false,
      attributes: string | Readonly<Record<string, string | number | boolean>>,
    ) => string;
    wp_get_attachment_link_attributes: (
      attributes: Record<string, string>,
      attachmentId: number,
    ) => Record<string, string>;
    wp_get_attachment_metadata: (known: AttachmentMetadata | false, attachmentId: number) => AttachmentMetadata | false;
    wp_get_attachment_url: (url: string | false, attachmentId: number) => string | false;
    wp_get_missing_image_subsizes: (
      missing: Record<string, ImageSubsize>,
      metadata: AttachmentMetadata,
      attachmentId: number,
    ) => Record<string, ImageSubsize>;
    wp_get_original_image_path: (original: string | false, attachmentId: number) => string | false;
    wp_handle_upload: (upload: StoredUpload, context: string) => StoredUpload;
    wp_lazy_loading_enabled: (enabled: boolean, tag: string, context: string) => boolean;
    wp_min_priority_img_pixels: (pixels: number) => number;
    wp_omit_loading_attr_threshold: (threshold: number) => number;
    wp_read_image_metadata: (
      meta: Record<string, unknown>,
      file: string,
      imageType: string,
      iptc: Record<string, string>,
      exif: Record<string, string>,
    ) => Record<string, unknown>;
    wp_unique_filename: (
      filename: string,
      extension: string,
      folder: string | null,
      callback: null,
      alternatives: readonly string[],
      number: string,
    ) => string;
    wp_update_attachment_metadata: (
      metadata: AttachmentMetadata | false,
      attachmentId: number,
    ) => AttachmentMetadata | false;
  }

  interface Actions {
    begin_fetch_post_thumbnail_html: (postId: number, attachmentId: number, size: ImageSize) => void;
    delete_attachment: (attachmentId: number, post: Post) => void;
    delete_post_attachment: (attachmentId: number, post: Post) => void;
    deleted_post_attachment: (attachmentId: number, post: Post) => void;
    end_fetch_post_thumbnail_html: (postId: number, attachmentId: number, size: ImageSize) => void;
  }
}

export type {};
