import { isWpError, type RestSchema, WpError } from '../../api/index.js';
import { enumerate, isScalar } from '../values.js';
import { findAnyOf, findOneOf } from './combine.js';
import { validateArray, validateObject } from './containers.js';
import { formatCount, wrongTypeError, bestType, isBoolean, isKnownType, isSameValue } from './kinds.js';
import { checkFormat, type SchemaFormatting } from './formats.js';
import { validateNumber } from './number.js';
import { matchesPattern } from './pattern.js';
import { createSanitizer } from './sanitize.js';

/** Validates a value against its schema. */
export type Validator = (value: unknown, schema: RestSchema, param?: string) => WpError | undefined;

/**
 * Creates the validator of values against schemas (`rest_validate_value_from_schema`): reports the first error, with
 * WordPress's message.
 * @since 0.1.0
 */
export function createValidator(formatting: SchemaFormatting): Validator {
  const sanitize = createSanitizer(formatting, validate);

  function validate(value: unknown, declaredSchema: RestSchema, param = ''): WpError | undefined {
    const schema = withMatchingType(value, declaredSchema, param);
    if (isWpError(schema)) return schema;
    const type = resolveType(value, schema.type);
    if (type === undefined && Array.isArray(schema.type)) return wrongTypeError(param, schema.type.join(','));
    const typedSchema = { ...schema, type: type as RestSchema['type'] };
    const error = validateType(value, typedSchema, param, type);
    if (error) return error;
    if (typedSchema.enum && typedSchema.enum.length > 0) {
      const enumError = validateEnum(value, typedSchema, param);
      if (enumError) return enumError;
    }
    return typedSchema.format !== undefined && (type === 'string' || !isKnownType(type))
      ? checkFormat(typedSchema.format, value, param, formatting)
      : undefined;
  }

  function withMatchingType(value: unknown, schema: RestSchema, param: string): RestSchema | WpError {
    let { type } = schema;
    for (const [candidates, find] of [
      [schema.anyOf, findAnyOf],
      [schema.oneOf, findOneOf],
    ] as const) {
      if (!candidates) continue;
      const match = find(value, schema, param, validate);
      if (isWpError(match)) return match;
      type ??= match.type;
    }
    return { ...schema, type };
  }

  function validateType(
    value: unknown,
    schema: RestSchema,
    param: string,
    type: string | undefined,
  ): WpError | undefined {
    switch (type) {
      case 'null':
        return value === null ? undefined : wrongTypeError(param, 'null');
      case 'boolean':
        return isBoolean(value) ? undefined : wrongTypeError(param, 'boolean');
      case 'number':
      case 'integer':
        return validateNumber(value, schema, param, type);
      case 'string':
        return validateString(value, schema, param);
      case 'array':
        return validateArray(value, schema, param, validate);
      case 'object':
        return validateObject(value, schema, param, validate);
      default:
        return undefined;
    }
  }

  function validateEnum(value: unknown, schema: RestSchema, param: string): WpError | undefined {
    const clean = sanitize(value, schema, param);
    if (isWpError(clean)) return clean;
    const allowed = schema.enum ?? [];
    if (allowed.some((candidate) => isSameValue(clean, candidate))) return undefined;
    const allowedTexts = allowed.map((candidate) => (isScalar(candidate) ? candidate : JSON.stringify(candidate)));
    const message =
      allowedTexts.length === 1
        ? `${param} is not ${enumerate(allowedTexts)}.`
        : `${param} is not one of ${enumerate(allowedTexts)}.`;
    return new WpError('rest_not_in_enum', message);
  }

  return validate;
}

/** Returns the type by which a value is read; undefined when none of several matches. */
function resolveType(value: unknown, type: RestSchema['type']): string | undefined {
  return Array.isArray(type) ? bestType(value, type as readonly string[]) : (type as string | undefined);
}

function validateString(value: unknown, schema: RestSchema, param: string): WpError | undefined {
  if (typeof value !== 'string') return wrongTypeError(param, 'string');
  if (schema.minLength !== undefined || schema.maxLength !== undefined) {
    const length = countCharacters(value);
    if (schema.minLength !== undefined && length < schema.minLength) {
      return new WpError(
        'rest_too_short',
        `${param} must be at least ${formatCount(schema.minLength, 'character', 'characters')} long.`,
      );
    }
    if (schema.maxLength !== undefined && length > schema.maxLength) {
      return new WpError(
        'rest_too_long',
        `${param} must be at most ${formatCount(schema.maxLength, 'character', 'characters')} long.`,
      );
    }
  }
  if (schema.pattern !== undefined && !matchesPattern(schema.pattern, value)) {
    return new WpError('rest_invalid_pattern', `${param} does not match pattern ${schema.pattern}.`);
  }
  return undefined;
}

/** Counts code points, without a list of them. */
function countCharacters(text: string): number {
  const characters = text[Symbol.iterator]();
  let count = 0;
  while (!characters.next().done) count++;
  return count;
}
