export { fractionDigits, formatAmount as typedAmount, type FieldsDeps, resolveText as wordsOf } from './typed-value.js';
export { checkFields, assertArray as checkList } from './check-fields.js';
export { conditionParts as partsOf, normalizeComparison as plainComparison } from './conditions.js';
export {
  toFieldValue as heldValue,
  isIdList as holdsMany,
  parseIds as idsIn,
  isEmptyValue,
  isEntityField,
  maxEntities,
  metaType as registeredType,
  restSchema as schemaOf,
} from './stored-value.js';
export {
  combinedValue as allSent,
  FIELDS_NAME as FIELDS,
  allowedFields as fieldsFor,
  OTHER_NAME as OTHER,
  validateApiValue as problemOfValue,
  readFields,
  REMOVED_NAME as REMOVED,
} from './read-fields.js';
