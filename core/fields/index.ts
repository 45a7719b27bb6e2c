export { fractionDigits, typedAmount, type FieldsDeps, wordsOf } from './typed-value.js';
export { checkFields, checkList } from './check-fields.js';
export { partsOf, plainComparison } from './conditions.js';
export {
  heldValue,
  holdsMany,
  idsIn,
  isEmptyValue,
  isEntityField,
  maxEntities,
  registeredType,
  schemaOf,
} from './stored-value.js';
export { allSent, FIELDS, fieldsFor, OTHER, problemOfValue, readFields, REMOVED } from './read-fields.js';
