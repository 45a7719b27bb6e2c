export {
  type Asset,
  type Assets,
  type Scope,
  inlineScriptTag,
  currentCspNonce,
  type PrintedAssets,
  scriptTag,
} from './assets/index.js';
export { fileVersion, isVersionOf } from './file-version.js';
export type { OpenPage } from './open-page.js';
export { standardHelperNames } from './standard-helpers.js';
export { DEFAULT_THEME, readThemes, type Theme } from './theme.js';
export { createViews, type Views } from './views.js';
export { createThemeFunctions } from './theme-functions.js';
export type { PageParts } from './page-documents.js';
