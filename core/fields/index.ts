export { fractionDigits, formatAmount, type FieldsDeps, resolveText } from './typed-value.js';
export { checkFields, assertArray } from './check-fields.js';
export { conditionParts, normalizeComparison } from './conditions.js';
export {
  toFieldValue,
  isIdList,
  parseIds,
  isEmptyValue,
  isEntityField,
  maxEntities,
  metaType,
  restSchema,
} from './stored-value.js';
export {
  combinedValue,
  FIELDS_NAME,
  allowedFields,
  OTHER_NAME,
  validateApiValue,
  readFields,
  REMOVED_NAME,
} from './read-fields.js';
