export { createContent, type SiteContent } from './content.js';
export { createRedirects, followMovedUrls, type MovedUrls } from './links/moved-urls.js';
export { createTemplateTags } from './tags/template-tags.js';
