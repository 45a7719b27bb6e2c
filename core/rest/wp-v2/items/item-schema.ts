import { type RestArg, type RestRequest, RestResponse, type RestSchema } from '../../../api/index.js';
import { isFieldIncluded, requestedFields } from '../../fields.js';
import type { Rest } from '../../rest.js';
import { type Dictionary, isDictionary, listItems, omit } from '../../values.js';

/** A property of an item, with overrides for its parameter. */
export interface ItemProperty extends RestSchema {
  argOptions?: Partial<RestArg>;
}

/** The schema of an endpoint's items. */
export interface ItemSchema extends RestSchema {
  title: string;
  properties: Record<string, ItemProperty>;
}

/** Keywords that a parameter copies from its property; required and default only apply to creation. */
const COPIED_KEYWORDS = new Set(
  `title description type format enum items properties additionalProperties patternProperties minProperties maxProperties minimum maximum
   exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems anyOf oneOf`.split(
    /\s+/,
  ),
);

/** Returns the parameters for writing an item (`rest_get_endpoint_args_for_schema`). */
export function writeArgs(rest: Rest, schema: ItemSchema, creating: boolean): Record<string, RestArg> {
  const args: Record<string, RestArg> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (property.readonly) continue;
    const { argOptions = {} } = property;
    const { required: optionRequired, default: optionDefault, ...options } = argOptions;
    const required = property.required === true || optionRequired === true;
    const fallback = property.default ?? optionDefault;
    args[name] = {
      ...Object.fromEntries(Object.entries(property).filter(([keyword]) => COPIED_KEYWORDS.has(keyword))),
      validateCallback: rest.restValidateRequestArg,
      sanitizeCallback: rest.restSanitizeRequestArg,
      ...options,
      ...(creating && required ? { required: true } : {}),
      ...(creating && fallback !== undefined ? { default: fallback } : {}),
    };
  }
  return args;
}

/** Returns the schema as shown by `OPTIONS`, with the fields of plugins and without server-only keywords. */
export function publicSchema(rest: Rest, schema: ItemSchema): RestSchema {
  const properties: Record<string, RestSchema> = {};
  for (const [name, property] of Object.entries(schema.properties)) properties[name] = omit(property, 'argOptions');
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    ...schema,
    type: 'object',
    properties: { ...properties, ...rest.fields.schemasOf(schema.title) },
  };
}

/** Creates the parameter `context`, with the schema's contexts (`get_context_param`). */
export function contextArg(rest: Rest, schema: ItemSchema, fallback?: string): RestArg {
  const contexts = [...new Set(Object.values(schema.properties).flatMap((property) => property.context ?? []))]
    .sort()
    .reverse();
  return {
    description: 'Scope under which the request is made; determines fields present in response.',
    type: 'string',
    ...(contexts.length > 0 ? { enum: contexts } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    // With its own callbacks, the default is not validated against the schema.
    sanitizeCallback: (value) => value,
    validateCallback: rest.restValidateRequestArg,
  };
}

/** Returns the requested context. */
export function contextOf(request: RestRequest): string {
  const context = request.getParam('context');
  return typeof context === 'string' && context !== '' ? context : 'view';
}

/** Returns the requested fields of an item, by the top-level names in `_fields`. */
export function pickRequestedFields(data: Dictionary, request: RestRequest): Dictionary {
  const fields = requestedFields(request);
  return fields.length === 0
    ? data
    : Object.fromEntries(Object.entries(data).filter(([name]) => isFieldIncluded(name, fields)));
}

/** Whether the links of a response are requested. */
export function wantsLinks(request: RestRequest): boolean {
  const fields = requestedFields(request);
  return fields.length === 0 || isFieldIncluded('_links', fields) || isFieldIncluded('_embedded', fields);
}

/** Creates the response for an item: its requested fields, filtered by the context. */
export function itemResponse(data: Dictionary, schema: ItemSchema, request: RestRequest): RestResponse {
  return responseInContext(pickRequestedFields(data, request), schema, request);
}

/** Creates the response for an item, filtered by the context. */
export function responseInContext(data: Dictionary, schema: ItemSchema, request: RestRequest): RestResponse {
  return new RestResponse(filterByContext(data, { ...schema, type: 'object' }, contextOf(request)));
}

/** Removes the properties that a context does not include (`rest_filter_response_by_context`). */
export function filterByContext(data: unknown, schema: RestSchema, context: string): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const types = [schema.type ?? (schema.properties ? 'object' : [])].flat() as string[];
  if (types.includes('array') && listItems(data) && !(types.includes('object') && isDictionary(data)))
    return filterItems(data, schema, context);
  if (!types.includes('object') || !isDictionary(data)) return data;
  const filtered: Dictionary = {};
  for (const [name, value] of Object.entries(data)) {
    const additional = isDictionary(schema.additionalProperties) ? schema.additionalProperties : undefined;
    const property = schema.properties?.[name] ?? additional;
    if (!property?.context) filtered[name] = value;
    else if (property.context.includes(context)) filtered[name] = filterByContext(value, property, context);
  }
  return filtered;
}

function filterItems(data: object, schema: RestSchema, context: string): unknown {
  const { items } = schema;
  if (!items?.context || !Array.isArray(data)) return data;
  return items.context.includes(context) ? data.map((item) => filterByContext(item, items, context)) : [];
}
