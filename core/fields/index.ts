export { fractionDigits, typedAmount } from './amounts.js';
export { checkFields } from './check-fields.js';
export { partsOf, plainComparison } from './conditions.js';
export type { FieldsDeps } from './deps.js';
export {
  heldValue,
  holdsMany,
  idsIn,
  isEmptyValue,
  isThingField,
  mostThings,
  registeredType,
  schemaOf,
} from './held-value.js';
export { allSent, FIELDS, fieldsFor, OTHER, problemOfValue, readFields, REMOVED } from './read-fields.js';
export { wordsOf } from './words.js';
