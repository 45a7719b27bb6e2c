export type { Asset, AssetErrorHandler } from './asset.js';
export { type Assets, createAssets, type Scope } from './assets.js';
export { currentCspNonce, printAssets, type PrintedAssets } from './print.js';
export { inlineScriptTag, inlineStyleTag, scriptTag } from './tags.js';
