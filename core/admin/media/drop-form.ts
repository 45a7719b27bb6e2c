import { FILE_MEGABYTES } from '../../http/index.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-address.js';

/** The screen to which files are sent. */
export const UPLOAD_SLUG = 'media-new.php';
/** Files of one form. */
export const MAX_FILES = 20;

/** What the form needs that takes files into the library, wherever it stands. */
export function dropForm({ nonces }: Pick<AdminDeps, 'nonces'>): object {
  return {
    megabytes: FILE_MEGABYTES,
    max: MAX_FILES,
    restNonce: nonces.wpCreateNonce('wp_rest'),
    nonceField: nonces.wpNonceField(nonceAction(UPLOAD_SLUG)),
  };
}
