export { filteredReply, NO_CACHE, nocacheHeaders, statusHeader } from './reply-filters.js';
