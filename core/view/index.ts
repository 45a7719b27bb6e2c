export { createViews, type PageParts, type Views } from './views.js';
