export { createUploads } from './uploads.js';
