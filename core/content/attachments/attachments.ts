import type { AttachmentsApi } from '../../api/index.js';
import { type AttachedFilesAtOnce, createAttachedFiles } from './attached-files.js';
import { type ContentImages, createContentImages } from './content-images.js';
import type { AttachmentDeps } from './deps.js';
import { createDownsize, type DownsizeAtOnce } from './downsize.js';
import { createHandlers } from './sideload.js';
import { createImageMarkup, type ImageMarkupAtOnce } from './image-markup.js';
import { createImageSizes, type ImageSizesAtOnce } from './image-sizes.js';
import { createLibrary } from './library.js';
import { createLoading } from './loading.js';
import { createReplacing, type FileReplacement } from './replace.js';
import { createSrcset, type SrcsetAtOnce } from './srcset.js';
import { createSubsizes } from './subsizes.js';
import { createThumbnails, type ThumbnailsAtOnce } from './thumbnails.js';
import { createUses, type Uses } from './attachment-usage.js';

/** The attachments API as the host uses it. */
export type SiteAttachments = AttachmentsApi & {
  /** Functions that every request needs; synchronous if the data is cached. */
  readonly now: AttachedFilesAtOnce &
    DownsizeAtOnce &
    ImageMarkupAtOnce &
    ImageSizesAtOnce &
    SrcsetAtOnce &
    ThumbnailsAtOnce;
  /** Image functions used when a text is rendered. */
  readonly images: ContentImages;
  /** Returns the months that have files, newest first, as `YYYY-MM`. */
  months(): Promise<string[]>;
  /** Finding the uses of files, and replacing files. */
  readonly upkeep: FileReplacement & Pick<Uses, 'usesOf'>;
};

/**
 * Creates the media library: files as posts, resized copies of images, and their HTML.
 * @since 0.1.0
 */
export function createAttachments(deps: AttachmentDeps): SiteAttachments {
  const { now: files, ...attached } = createAttachedFiles(deps);
  const { now: sizesNow, sizeOf, ...sizes } = createImageSizes(deps);
  const loading = createLoading(deps);
  const { now: downsize, ...downsizing } = createDownsize({ ...deps, files, sizes: { sizeOf } });
  const { now: srcset, ...sources } = createSrcset({ ...deps, files, downsize });
  const { now: markup, ...html } = createImageMarkup({ ...deps, files, downsize, srcset, loading });
  const { now: thumbnails, ...featured } = createThumbnails({ ...deps, downsize, markup });
  const subsizes = createSubsizes({ ...deps, files: attached, sizes });
  const { months, ...library } = createLibrary({ ...deps, files: attached });
  const uses = createUses({ ...deps, files: attached });
  return {
    ...attached,
    ...sizes,
    ...downsizing,
    ...sources,
    ...html,
    ...featured,
    ...subsizes,
    ...library,
    ...createHandlers({ ...deps, api: { ...attached, ...subsizes, ...library } }),
    now: { ...files, ...sizesNow, ...downsize, ...srcset, ...markup, ...thumbnails },
    months,
    upkeep: { usesOf: uses.usesOf, ...createReplacing({ ...deps, uses, api: { ...attached, ...subsizes } }) },
    images: createContentImages({ ...deps, files, srcset, markup, loading }),
  };
}
