export { createContent, type SiteContent } from './content.js';
export type { ContentDeps } from './deps.js';
