export { createContent, type SiteContent } from './content.js';
