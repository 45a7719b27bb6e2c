export { createResponses } from './response-functions.js';
export { getOwnerTexts, completePluginPage } from './plugin-pages.js';
export { createFront } from './front.js';
export { createFrontPages } from './front-pages.js';
export { createPostSearch } from './post-search.js';
export { createPageFunctions } from './page-functions.js';
export { createRestRequest } from './rest-request.js';
export { toCdata, escapeXmlText } from './xml-text.js';
