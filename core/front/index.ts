export { createFront } from './front.js';
export { createFrontPages, type FrontPages } from './front-pages.js';
export { createPostSearch } from './post-search.js';
export { pluginRobots } from './robots.js';
export type { FrontPartDeps } from './front-deps.js';
export type { SitemapEntry, SitemapProvider } from './sitemaps.js';
export { WpDie } from './wp-die.js';
