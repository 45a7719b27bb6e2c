export type { FormattingPort } from './formatting-port.js';
export { isNumeric, toAbsInteger, toInteger } from './integer.js';
export { createKeeping, type Keeping } from './keeping.js';
export { createObjectCache } from './object-cache.js';
export { createOptions, type OptionsDeps } from './options.js';
export type { OptionsNow } from './options-now.js';
export { isSerialized, serialize, unserialize } from './serialized-text.js';
export { fromStoredText, sameValue, toStoredText } from './stored-text.js';
export { zoneOffsetHours } from './zone-offset.js';
