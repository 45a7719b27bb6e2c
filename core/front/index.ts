export { createAnswers } from './response-functions.js';
export { ownTextsAt, pluginDocument } from './plugin-pages.js';
export { createFront } from './front.js';
export { createFrontPages } from './front-pages.js';
export { createPostSearch } from './post-search.js';
export { createPageFunctions } from './page-functions.js';
export { createRestRequest } from './rest-request.js';
export { cdata, xml } from './xml-text.js';
