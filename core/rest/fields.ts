import type { RestRequest, RestResponse, RestField, RestSchema, Undo } from '../api/index.js';
import { type Dictionary, entriesOf, listItems, parseList } from './values.js';

/** The fields to include. A field that is included as a whole is true; others list the parts to include. */
type FieldSelection = Map<string, true | FieldSelection>;

/** Returns the names in `_fields`, empty when all fields are requested. */
export function requestedFields(request: RestRequest): string[] {
  const fields = request.getParam('_fields');
  return fields === undefined || fields === null ? [] : parseList(fields).map((field) => String(field).trim());
}

/** Whether a field, `title.rendered` or `title`, is requested (`rest_is_field_included`). */
export function isFieldIncluded(field: string, fields: readonly string[]): boolean {
  if (fields.includes(field)) return true;
  return fields.some((requested) => requested.startsWith(`${field}.`) || field.startsWith(`${requested}.`));
}

/** Reduces the data of a response to the requested fields (`rest_filter_response_fields`). */
export function filterFields(response: RestResponse, request: RestRequest): void {
  const fields = requestedFields(request);
  if (fields.length === 0 || response.isError()) return;
  const data = response.getData();
  // A scalar has no fields.
  if (typeof data !== 'object' || data === null) return;
  const selection = parseSelection(fields);
  const items = listItems(data);
  response.setData(
    items && Array.isArray(data) ? items.map((item) => selectFields(item, selection)) : selectFields(data, selection),
  );
}

function parseSelection(fields: readonly string[]): FieldSelection {
  const root: FieldSelection = new Map();
  for (const field of fields) {
    const parts = field.split('.');
    const last = parts.pop() ?? '';
    let level = root;
    for (const part of parts) {
      const inner = level.get(part);
      // As in WordPress, parsing stops at a part of a field that is already requested as a whole.
      if (inner === true) return root;
      const next = inner ?? new Map<string, true | FieldSelection>();
      level.set(part, next);
      level = next;
    }
    level.set(last, true);
  }
  return root;
}

function selectFields(value: unknown, selection: FieldSelection): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const selected: Dictionary = {};
  for (const [name, item] of entriesOf(value)) {
    const subselection = selection.get(name);
    if (subselection === undefined) continue;
    selected[name] =
      subselection !== true && typeof item === 'object' && item !== null ? selectFields(item, subselection) : item;
  }
  const isList = Array.isArray(value) && Object.keys(selected).every((name, index) => name === String(index));
  return isList ? Object.values(selected) : selected;
}

/** Fields that plugins add to responses, by object type. */
export interface RegisteredFields {
  register(objectType: string | readonly string[], attribute: string, field: RestField): Undo;
  /** Returns the fields of a type, by attribute. */
  fieldsOf(objectType: string): ReadonlyMap<string, RestField>;
  /** Returns their schemas, to be merged into the type's own. */
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
    fieldsOf: (objectType) => fields.get(objectType) ?? new Map<string, RestField>(),
    schemasOf: (objectType) =>
      Object.fromEntries(
        [...(fields.get(objectType) ?? [])].flatMap(([attribute, { schema }]) => (schema ? [[attribute, schema]] : [])),
      ),
  };
}
