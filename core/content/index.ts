export { createContent, type SiteContent } from './content.js';
export { createMovedAddresses, followMovedAddresses, type MovedAddresses } from './links/moved-urls.js';
export { createTemplateTags } from './tags/template-tags.js';
