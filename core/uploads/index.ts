export { createUploads, UPLOADS_PATH } from './uploads.js';
