import type { AttachmentsApi } from '../../api/index.js';
import { createAttachedFiles } from './attached-files.js';
import { type ContentImages, createContentImages } from './content-images.js';
import type { AttachmentDeps } from './deps.js';
import { createDownsize } from './downsize.js';
import { createHandlers } from './sideload.js';
import { createImageMarkup } from './image-markup.js';
import { createImageSizes } from './image-sizes.js';
import { createLibrary } from './library.js';
import { createLoading } from './loading.js';
import { createReplacing, type FileReplacement } from './replace.js';
import { createSrcset } from './srcset.js';
import { createSubsizes } from './subsizes.js';
import { createThumbnails } from './thumbnails.js';
import { createUses, type Uses } from './attachment-usage.js';

/** The attachments API as the host uses it. */
export type SiteAttachments = AttachmentsApi & {
  /** Image functions used when a text is rendered. */
  readonly images: ContentImages;
  /** Returns the months that have files, newest first, as `YYYY-MM`. */
  months(): Promise<string[]>;
  /** Finding the uses of files, and replacing files. */
  readonly maintenance: FileReplacement & Pick<Uses, 'findUsages'>;
};

/**
 * Creates the media library: files as posts, resized copies of images, and their HTML.
 * @since 0.1.0
 */
export function createAttachments(deps: AttachmentDeps): SiteAttachments {
  const files = createAttachedFiles(deps);
  const { sizeOf, ...sizes } = createImageSizes(deps);
  const loading = createLoading(deps);
  const downsize = createDownsize({ ...deps, files, sizes: { sizeOf } });
  const srcset = createSrcset({ ...deps, files, downsize });
  const { linkInText, ...markup } = createImageMarkup({ ...deps, files, downsize, srcset, loading });
  const subsizes = createSubsizes({ ...deps, files, sizes });
  const { months, ...library } = createLibrary({ ...deps, files });
  const uses = createUses({ ...deps, files });
  return {
    ...files,
    ...sizes,
    ...downsize,
    ...srcset,
    ...markup,
    ...createThumbnails({ ...deps, downsize, markup }),
    ...subsizes,
    ...library,
    ...createHandlers({ ...deps, api: { ...files, ...subsizes, ...library } }),
    months,
    maintenance: { findUsages: uses.findUsages, ...createReplacing({ ...deps, uses, api: { ...files, ...subsizes } }) },
    images: createContentImages({ ...deps, files, srcset, markup: { linkInText }, loading }),
  };
}
