export { createContent, type SiteContent } from './content.js';
export { createTemplateTags } from './tags/template-tags.js';
