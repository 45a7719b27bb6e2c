export { sanitizeSvg } from './clean-svg.js';
export { createSiteUploads } from './site-uploads.js';
export { INSUFFICIENT_STORAGE, isStorageFailure, storageFailure, storageMessage } from './storage-error.js';
export { isWithin } from './store-files.js';
export { createUploads, UPLOADS_PATH } from './uploads.js';
