export { filteredReply } from './filtered-reply.js';
export { NO_CACHE, nocacheHeaders } from './no-cache.js';
export { statusHeader } from './status-header.js';
