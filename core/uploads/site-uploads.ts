import type { Formatting, HookApi, OptionsApi, TranslationApi, UploadsApi } from '../api/index.js';
import { declaredPixels, EDITABLE_TYPES, removeLocation, MAX_PIXELS } from '../images/index.js';
import { sanitizeSvg } from './clean-svg.js';
import { createFileTypes } from './file-types.js';
import { SVG_TYPE } from './mime-types.js';
import { createStoredFiles } from './store-files.js';
import { createUploadFolder } from './upload-folder.js';
import { createUploads, UPLOADS_PATH } from './uploads.js';

interface SiteUploadsDeps {
  /** Folder of the uploads. */
  folder: string;
  siteUrl: string;
  hooks: HookApi;
  options: Pick<OptionsApi, 'getOption'>;
  formatting: Pick<Formatting, 'sanitizeTitle' | 'sanitizeFileName'>;
  text: Pick<TranslationApi, '__'>;
  now?: () => Date;
}

/**
 * Creates all functions for uploaded files.
 * @since 0.1.0
 */
export function createSiteUploads({
  folder,
  siteUrl,
  hooks,
  options,
  formatting,
  text,
  now = () => new Date(),
}: SiteUploadsDeps): UploadsApi {
  const folders = createUploadFolder({ folder, baseUrl: siteUrl + UPLOADS_PATH, hooks, options, formatting, now });
  const types = createFileTypes({ hooks });
  /** Sanitizes a file. The location of a photo is removed, because it is often a home address. */
  const sanitizeFile = async (type: string, bytes: Buffer): Promise<Buffer> => {
    if (type === SVG_TYPE) return Buffer.from(sanitizeSvg(bytes)?.text ?? '');
    const stripsLocation =
      EDITABLE_TYPES.includes(type) && (await hooks.applyFilters('plinth/strip_image_location', true, type));
    return stripsLocation ? removeLocation(bytes) : bytes;
  };
  /** Returns why a file is refused: too large images get no smaller copies, and phones would load them at full size. */
  const validateFile = async (type: string, bytes: Buffer): Promise<string> => {
    if (type === SVG_TYPE && sanitizeSvg(bytes) === undefined)
      return text.__('This is not an SVG image, or it is larger than 1 MB.');
    const pixels = EDITABLE_TYPES.includes(type) ? await declaredPixels(bytes) : 0;
    return pixels > MAX_PIXELS
      ? text.__(
          'This image has %1$d million pixels; the limit is %2$d million. Make it smaller and upload it again.',
          Math.ceil(pixels / 1e6),
          MAX_PIXELS / 1e6,
        )
      : '';
  };
  return {
    ...createUploads({ folder, siteUrl, formatting, text, now }),
    ...folders,
    ...types,
    ...createStoredFiles({ hooks, folder, folders, types, text, sanitize: sanitizeFile, validate: validateFile }),
  };
}
