import { closestMatch } from '../../api/closest-match.js';
import type { Schema } from './manifest-schema.js';

const TYPE_LABELS: Readonly<Record<NonNullable<Schema['type']>, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  boolean: 'true or false',
};

/** Returns all errors of a value as sentences that begin with the location; empty when it is valid. */
export function schemaProblems(value: unknown, schema: Schema, path = ''): string[] {
  const problem = (message: string): string[] => [`${path === '' ? 'it' : `"${path}"`} ${message}`];
  if (schema.anyOf)
    return schema.anyOf.some((alternative) => schemaProblems(value, alternative, path).length === 0)
      ? []
      : problem(schema.errorMessage ?? 'has an invalid type');
  if (schema.type && !isType(value, schema.type))
    return problem(
      value === undefined
        ? `must be ${TYPE_LABELS[schema.type]}`
        : `must be ${TYPE_LABELS[schema.type]}, not ${shorten(value)}`,
    );
  if (typeof value === 'string')
    return matchesPattern(value, schema)
      ? []
      : problem(
          `${schema.patternErrorMessage ?? 'must have a valid format'}${value.trim() === '' ? '' : `, not "${value}"`}`,
        );
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      schema.items ? schemaProblems(item, schema.items, `${path}[${index}]`) : [],
    );
  if (typeof value === 'object' && value !== null) return fieldProblems(value as Record<string, unknown>, schema, path);
  return [];
}

function fieldProblems(
  fields: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  path: string,
): string[] {
  const pathOf = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const missing = required
    .filter((key) => fields[key] === undefined)
    .flatMap((key) => schemaProblems(undefined, properties[key] ?? {}, pathOf(key)));
  const invalidFields = Object.entries(fields).flatMap(([key, value]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known) return value === undefined ? [] : schemaProblems(value, known, pathOf(key));
    if (additionalProperties === false) return [unknownKey(key, Object.keys(properties), path)];
    return [
      ...(propertyNames ? schemaProblems(key, propertyNames, pathOf(key)) : []),
      ...(additionalProperties ? schemaProblems(value, additionalProperties, pathOf(key)) : []),
    ];
  });
  return [...missing, ...invalidFields];
}

function unknownKey(key: string, known: readonly string[], path: string): string {
  const nearest = closestMatch(key, known) ?? known.find((name) => name.toLowerCase() === key.toLowerCase());
  const where = path === '' ? '' : ` in "${path}"`;
  return nearest === undefined
    ? `unknown key "${key}"${where}; known keys are ${known.filter((name) => name !== '$schema').join(', ')}`
    : `unknown key "${key}"${where}; did you mean "${nearest}"?`;
}

function isType(value: unknown, type: NonNullable<Schema['type']>): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function matchesPattern(value: string, { pattern, maxLength = Infinity }: Schema): boolean {
  return value.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}

/** Shortens a value for an error message, since a manifest may contain anything. */
function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
