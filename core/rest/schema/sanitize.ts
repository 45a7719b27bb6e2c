import { isWpError, type RestSchema, type WpError } from '../../api/index.js';
import { namesOf, orderedMap, toFloat, toInteger, toText } from '../values.js';
import { findAnyOf, findOneOf } from './combine.js';
import { propertySchema, refuseDuplicates } from './containers.js';
import { sanitizeFormat, type SchemaFormatting } from './formats.js';
import { asBoolean, asList, asObject, bestType, isKnownType } from './kinds.js';

/** Converts a valid value to the type and format of its schema; returns an error only where sanitizing reveals one. */
export type Sanitizer = (value: unknown, schema: RestSchema, param?: string) => unknown;

/** Creates the sanitizer of values by schemas (`rest_sanitize_value_from_schema`). */
export function createSanitizer(
  formatting: SchemaFormatting,
  validate: (value: unknown, schema: RestSchema, param: string) => WpError | undefined,
): Sanitizer {
  return function sanitize(input: unknown, schema: RestSchema, param = ''): unknown {
    let value = input;
    let { type } = schema;
    for (const [candidates, find] of [
      [schema.anyOf, findAnyOf],
      [schema.oneOf, findOneOf],
    ] as const) {
      if (!candidates) continue;
      const match = find(value, schema, param, validate);
      if (isWpError(match)) return match;
      type ??= match.type;
      value = sanitize(value, match, param);
    }
    const matchedType = Array.isArray(type) ? bestType(value, type as readonly string[]) : (type as string | undefined);
    if (matchedType === undefined && Array.isArray(type)) return null;
    switch (matchedType) {
      case 'array':
        return sanitizeArray(value, schema, param, sanitize);
      case 'object':
        return sanitizeObject(value, schema, param, sanitize);
      case 'null':
        return null;
      case 'integer':
        return toInteger(value);
      case 'number':
        return toFloat(value);
      case 'boolean':
        return asBoolean(value);
      default:
        return sanitizeText(value, schema, matchedType, formatting);
    }
  };
}

function sanitizeArray(value: unknown, schema: RestSchema, param: string, sanitize: Sanitizer): unknown {
  const items = asList(value) ?? [];
  const { items: itemSchema } = schema;
  const clean = itemSchema ? items.map((item, index) => sanitize(item, itemSchema, `${param}[${index}]`)) : [...items];
  return (schema.uniqueItems ? refuseDuplicates(clean, param) : undefined) ?? clean;
}

function sanitizeObject(value: unknown, schema: RestSchema, param: string, sanitize: Sanitizer): object {
  // PHP has one type for lists and maps, so a list accepted as a map stays a list.
  const isList = Array.isArray(value);
  const object = asObject(value) ?? {};
  const clean: [string, unknown][] = [];
  for (const name of namesOf(object)) {
    const property = propertySchema(name, schema);
    if (property === false) continue;
    clean.push([name, property ? sanitize(object[name], property, `${param}[${name}]`) : object[name]]);
  }
  return isList ? clean.map(([, item]) => item) : orderedMap(clean);
}

function sanitizeText(
  value: unknown,
  schema: RestSchema,
  type: string | undefined,
  formatting: SchemaFormatting,
): unknown {
  if (schema.format !== undefined && (type === 'string' || !isKnownType(type))) {
    const clean = sanitizeFormat(schema.format, value, formatting);
    if (clean) return clean.value;
  }
  return type === 'string' ? toText(value) : value;
}
