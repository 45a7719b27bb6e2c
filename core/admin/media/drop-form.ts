import { FILE_MEGABYTES } from '../../http/index.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

/** The upload screen. */
export const UPLOAD_SLUG = 'media-new.php';
/** Maximum number of files per form. */
export const MAX_FILES = 20;

/** Returns the data of the upload form, which may be part of any screen. */
export function uploadFormData({ nonces }: Pick<AdminDeps, 'nonces'>): object {
  return {
    megabytes: FILE_MEGABYTES,
    max: MAX_FILES,
    restNonce: nonces.wpCreateNonce('wp_rest'),
    nonceField: nonces.wpNonceField(nonceAction(UPLOAD_SLUG)),
  };
}
