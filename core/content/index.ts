export { createContent } from './content.js';
export type { ContentDeps } from './deps.js';
