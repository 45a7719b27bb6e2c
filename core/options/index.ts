export type { FormattingPort } from './sanitize-core-options.js';
export { isNumeric, toInteger } from './integer.js';
export { createCacheFunctions, type CacheFunctions } from './cache-functions.js';
export { createObjectCache } from './object-cache.js';
export { createOptions } from './options.js';
export { isSerialized, serialize, unserialize } from './serialized-text.js';
export { toStoredText } from './stored-text.js';
