export type { Asset, Assets } from './assets.js';
export type { Theme } from './theme.js';
export { createViews, type PageParts, type Views } from './views.js';
