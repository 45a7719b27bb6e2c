export type { Asset, AssetErrorHandler as AssetTrouble } from './asset.js';
export { type Assets, createAssets, type Scope } from './assets.js';
export { currentCspNonce as nonceNow, printAssets, type PrintedAssets } from './print.js';
export { inlineScriptTag, inlineStyleTag, scriptTag } from './tags.js';
