export { escapeText, languageAttributes, printed, resourceHints, robotsContent } from './html-parts.js';
