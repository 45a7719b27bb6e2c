import { closestMatch } from '../api/closest-match.js';
import type { Schema } from './manifest-schema.js';

const KINDS: Readonly<Record<NonNullable<Schema['type']>, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  boolean: 'true or false',
};

/** Returns all errors of a value as sentences that begin with the location; empty when it is valid. */
export function schemaProblems(value: unknown, schema: Schema, place = ''): string[] {
  const wrong = (what: string): string[] => [`${place === '' ? 'it' : `"${place}"`} ${what}`];
  if (schema.anyOf)
    return schema.anyOf.some((one) => schemaProblems(value, one, place).length === 0)
      ? []
      : wrong(schema.errorMessage ?? 'has an invalid type');
  if (schema.type && !isKind(value, schema.type))
    return wrong(
      value === undefined ? `must be ${KINDS[schema.type]}` : `must be ${KINDS[schema.type]}, not ${shown(value)}`,
    );
  if (typeof value === 'string')
    return fits(value, schema)
      ? []
      : wrong(
          `${schema.patternErrorMessage ?? 'must have a valid format'}${value.trim() === '' ? '' : `, not "${value}"`}`,
        );
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      schema.items ? schemaProblems(item, schema.items, `${place}[${index}]`) : [],
    );
  if (typeof value === 'object' && value !== null)
    return fieldProblems(value as Record<string, unknown>, schema, place);
  return [];
}

function fieldProblems(
  fields: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  place: string,
): string[] {
  const at = (key: string): string => (place === '' ? key : `${place}.${key}`);
  const missing = required
    .filter((key) => fields[key] === undefined)
    .flatMap((key) => schemaProblems(undefined, properties[key] ?? {}, at(key)));
  const given = Object.entries(fields).flatMap(([key, value]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known) return value === undefined ? [] : schemaProblems(value, known, at(key));
    if (additionalProperties === false) return [unknownKey(key, Object.keys(properties), place)];
    return [
      ...(propertyNames ? schemaProblems(key, propertyNames, at(key)) : []),
      ...(additionalProperties ? schemaProblems(value, additionalProperties, at(key)) : []),
    ];
  });
  return [...missing, ...given];
}

function unknownKey(key: string, known: readonly string[], place: string): string {
  const nearest = closestMatch(key, known) ?? known.find((name) => name.toLowerCase() === key.toLowerCase());
  const where = place === '' ? '' : ` in "${place}"`;
  return nearest === undefined
    ? `unknown key "${key}"${where}; known keys are ${known.filter((name) => name !== '$schema').join(', ')}`
    : `unknown key "${key}"${where}; did you mean "${nearest}"?`;
}

function isKind(value: unknown, type: NonNullable<Schema['type']>): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function fits(value: string, { pattern, maxLength = Infinity }: Schema): boolean {
  return value.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}

/** Shortened, since a manifest may contain anything. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
