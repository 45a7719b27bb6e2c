export type { FormattingPort } from './formatting-port.js';
export { isNumeric, toInteger } from './integer.js';
export { createKeeping, type Keeping } from './keeping.js';
export { createObjectCache } from './object-cache.js';
export { createOptions } from './options.js';
export type { OptionsNow } from './options-now.js';
export { isSerialized, serialize, unserialize } from './serialized-text.js';
export { toStoredText } from './stored-text.js';
