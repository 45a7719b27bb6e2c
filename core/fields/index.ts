export { fractionDigits, typedAmount } from './amounts.js';
export { checkFields } from './check-fields.js';
export type { FieldsDeps } from './deps.js';
export { heldValue, isEmptyValue, registeredType, schemaOf } from './held-value.js';
export { FIELDS, fieldsFor, problemOfValue, readFields, REMOVED, sentFor, taken } from './read-fields.js';
export { wordsOf } from './words.js';
