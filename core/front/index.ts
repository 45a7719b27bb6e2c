export { createFront } from './front.js';
export { createFrontPages } from './front-pages.js';
export { createPostSearch } from './post-search.js';
export { pluginRobots } from './robots.js';
