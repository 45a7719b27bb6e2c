export type { OpenPage } from './open-page.js';
export { createViews, type PageParts, type Views } from './views.js';
