export { createAttachments, type SiteAttachments } from './attachments.js';
export { MAIN_LOOP } from './loading.js';
export { defaultQuality } from './image-copies.js';
