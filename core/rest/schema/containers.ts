import { type RestSchema, WpError } from '../../api/index.js';
import { formatCount, wrongTypeError, asList, asObject, toStableText } from './kinds.js';
import { patternPropertySchema } from './pattern.js';

type Validate = (value: unknown, schema: RestSchema, param: string) => WpError | undefined;

/** Validates a list: its type, its items, their number and uniqueness (`rest_validate_array_value_from_schema`). */
export function validateArray(
  value: unknown,
  schema: RestSchema,
  param: string,
  validate: Validate,
): WpError | undefined {
  const items = asList(value);
  if (!items) return wrongTypeError(param, 'array');
  if (schema.items) {
    for (const [index, item] of items.entries()) {
      const error = validate(item, schema.items, `${param}[${index}]`);
      if (error) return error;
    }
  }
  if (schema.minItems !== undefined && items.length < schema.minItems) {
    return new WpError(
      'rest_too_few_items',
      `${param} must contain at least ${formatCount(schema.minItems, 'item', 'items')}.`,
    );
  }
  if (schema.maxItems !== undefined && items.length > schema.maxItems) {
    return new WpError(
      'rest_too_many_items',
      `${param} must contain at most ${formatCount(schema.maxItems, 'item', 'items')}.`,
    );
  }
  return schema.uniqueItems ? refuseDuplicates(items, param) : undefined;
}

/** Refuses a list with two equal items. */
export function refuseDuplicates(items: readonly unknown[], param: string): WpError | undefined {
  const distinct = new Set(items.map(toStableText));
  return distinct.size < items.length
    ? new WpError('rest_duplicate_items', `${param} has duplicate items.`)
    : undefined;
}

/** Validates an object: its type, and missing or invalid properties (`rest_validate_object_value_from_schema`). */
export function validateObject(
  value: unknown,
  schema: RestSchema,
  param: string,
  validate: Validate,
): WpError | undefined {
  const object = asObject(value);
  if (!object) return wrongTypeError(param, 'object');
  for (const name of requiredProperties(schema)) {
    if (!Object.hasOwn(object, name))
      return new WpError('rest_property_required', `${name} is a required property of ${param}.`);
  }
  for (const [name, item] of Object.entries(object)) {
    const property = propertySchema(name, schema);
    if (property === false)
      return new WpError('rest_additional_properties_forbidden', `${name} is not a valid property of Object.`);
    const error = property && validate(item, property, `${param}[${name}]`);
    if (error) return error;
  }
  const count = Object.keys(object).length;
  if (schema.minProperties !== undefined && count < schema.minProperties) {
    return new WpError(
      'rest_too_few_properties',
      `${param} must contain at least ${formatCount(schema.minProperties, 'property', 'properties')}.`,
    );
  }
  if (schema.maxProperties !== undefined && count > schema.maxProperties) {
    return new WpError(
      'rest_too_many_properties',
      `${param} must contain at most ${formatCount(schema.maxProperties, 'property', 'properties')}.`,
    );
  }
  return undefined;
}

/**
 * Returns the schema of a property by name, then by pattern, then the one for all others; false when the property is
 * not allowed.
 */
export function propertySchema(name: string, schema: RestSchema): RestSchema | false | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  const byPattern = patternPropertySchema(name, schema);
  if (byPattern) return byPattern;
  return schema.additionalProperties === true ? undefined : schema.additionalProperties;
}

/** Returns names from `required: […]`, or properties marked `required: true`. */
function requiredProperties(schema: RestSchema): readonly string[] {
  if (Array.isArray(schema.required)) return schema.required as readonly string[];
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => property.required === true)
    .map(([name]) => name);
}
