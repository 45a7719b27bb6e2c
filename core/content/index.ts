export { createContent, type SiteContent } from './content.js';
export {
  createMovedUrls as createMovedAddresses,
  followMovedUrls as followMovedAddresses,
  type MovedUrls as MovedAddresses,
} from './links/moved-urls.js';
export { createTemplateTags } from './tags/template-tags.js';
