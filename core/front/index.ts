export { createResponses as createAnswers } from './response-functions.js';
export { getOwnTexts as ownTextsAt, completePluginPage as pluginDocument } from './plugin-pages.js';
export { createFront } from './front.js';
export { createFrontPages } from './front-pages.js';
export { createPostSearch } from './post-search.js';
export { createPageFunctions } from './page-functions.js';
export { createRestRequest } from './rest-request.js';
export { toCdata as cdata, escapeXmlText as xml } from './xml-text.js';
