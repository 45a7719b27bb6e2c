import type { RestField, RestSchema, Undo } from '../api/index.js';

/** The fields that plugins add to answers, by object type. */
export interface RegisteredFields {
  register(objectType: string | readonly string[], attribute: string, field: RestField): Undo;
  /** The fields of a type, by attribute. */
  of(objectType: string): ReadonlyMap<string, RestField>;
  /** Their schemas, for the type's own. */
  schemasOf(objectType: string): Record<string, RestSchema>;
}

export function createRegisteredFields(): RegisteredFields {
  const fields = new Map<string, Map<string, RestField>>();
  return {
    register(objectType, attribute, field) {
      const types = typeof objectType === 'string' ? [objectType] : objectType;
      for (const type of types) fields.set(type, new Map(fields.get(type)).set(attribute, field));
      return () => {
        for (const type of types) if (fields.get(type)?.get(attribute) === field) fields.get(type)?.delete(attribute);
      };
    },
    of: (objectType) => fields.get(objectType) ?? new Map<string, RestField>(),
    schemasOf: (objectType) =>
      Object.fromEntries(
        [...(fields.get(objectType) ?? [])].flatMap(([attribute, { schema }]) => (schema ? [[attribute, schema]] : [])),
      ),
  };
}
