export type { FormattingPort } from './sanitize-core-options.js';
export { isNumeric, toInteger } from '../formatting/integer.js';
export { createOptions } from './options.js';
export { isSerialized, serialize, unserialize } from './serialized-text.js';
export { toStoredText } from './stored-text.js';
