export { languageAttributes, resourceHints, robotsContent } from './document-attributes.js';
export { escapeText } from './escape.js';
export { printed } from './printed.js';
