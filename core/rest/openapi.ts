import type { RestArg, RestSchema } from '../api/index.js';
import type { Handler, Route } from './routes.js';
import type { RestCore } from './server-parts.js';
import { type Dictionary, isDictionary, toText } from './values.js';

/** Keywords with the same meaning in OpenAPI 3.1; the others are WordPress's own or written differently. */
const SHARED_KEYWORDS = new Set(
  `title description default enum format minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties multipleOf minimum maximum`.split(
    ' ',
  ),
);

/**
 * Describes the site's REST API as an OpenAPI 3.1 document, from the registered routes (decision in docs/decisions).
 * @param site the site's name and URL, as in the index
 */
export function openApiDocument(core: RestCore, site: Dictionary): Dictionary {
  const paths: Dictionary = {};
  for (const route of core.table.all()) {
    const operations = operationsOf(route);
    if (Object.keys(operations).length > 0) paths[pathOf(route.pattern)] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: `${toText(site.name)} REST API`, version: '1' },
    servers: [{ url: core.api.restUrl().replace(/\/$/, '') }],
    paths,
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { type: 'string' }, message: { type: 'string' }, data: {} },
        },
      },
      securitySchemes: {
        applicationPassword: { type: 'http', scheme: 'basic' },
        nonce: { type: 'apiKey', in: 'header', name: 'X-WP-Nonce' },
      },
    },
  };
}

function operationsOf(route: Route): Dictionary {
  const operations: Dictionary = {};
  for (const handler of route.handlers) {
    if (!handler.showInIndex) continue;
    for (const verb of handler.verbs) operations[verb.toLowerCase()] ??= operation(route, handler, verb);
  }
  return operations;
}

function operation(route: Route, handler: Handler, verb: string): Dictionary {
  const inPath = new Set([...route.pattern.matchAll(/\(\?P<(\w+)>/g)].flatMap(([, name]) => name ?? []));
  const takesBody = verb === 'POST' || verb === 'PUT' || verb === 'PATCH';
  const others = Object.entries(handler.args).filter(([name]) => !inPath.has(name));
  const parameters = [
    ...[...inPath].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: toJsonSchema(handler.args[name] ?? { type: 'string' }),
    })),
    ...(takesBody ? [] : others.map(([name, arg]) => queryParameter(name, arg))),
  ];
  const content = {
    'application/json': { schema: { type: 'object', properties: properties(others), required: required(others) } },
  };
  const responseSchema = typeof route.schema === 'function' ? route.schema() : route.schema;
  return {
    operationId: `${verb.toLowerCase()}_${pathOf(route.pattern).replaceAll(/\W+/g, '_').replaceAll(/^_|_$/g, '')}`,
    tags: [route.namespace === '' ? 'site' : route.namespace],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody && others.length > 0 ? { requestBody: { content } } : {}),
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: responseSchema ? toJsonSchema(responseSchema) : {} } },
      },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function queryParameter(name: string, arg: RestArg): Dictionary {
  const deep = arg.type === 'object' ? { style: 'deepObject', explode: true } : {};
  return {
    name,
    in: 'query',
    required: arg.required === true,
    ...(arg.description === undefined ? {} : { description: arg.description }),
    ...deep,
    schema: toJsonSchema(arg),
  };
}

function properties(args: readonly [string, RestSchema][]): Dictionary {
  return Object.fromEntries(args.map(([name, schema]) => [name, toJsonSchema(schema)]));
}

function required(args: readonly [string, RestSchema][]): string[] {
  return args.filter(([, { required: isRequired }]) => isRequired === true).map(([name]) => name);
}

/** Converts WordPress's draft 4 with boolean `required` to the 2020-12 dialect of OpenAPI 3.1. */
function toJsonSchema(schema: RestSchema): Dictionary {
  const written: Dictionary = schema.type === undefined ? {} : { type: schema.type };
  for (const [keyword, value] of Object.entries(schema))
    if (SHARED_KEYWORDS.has(keyword) && value !== undefined) written[keyword] = value;
  if (schema.readonly === true) written.readOnly = true;
  if (schema.exclusiveMinimum === true) moveBound(written, 'minimum', 'exclusiveMinimum');
  if (schema.exclusiveMaximum === true) moveBound(written, 'maximum', 'exclusiveMaximum');
  if (schema.items) written.items = toJsonSchema(schema.items);
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    written.properties = properties(entries);
    const names = Array.isArray(schema.required) ? (schema.required as readonly string[]) : required(entries);
    if (names.length > 0) written.required = names;
  }
  if (schema.patternProperties) written.patternProperties = properties(Object.entries(schema.patternProperties));
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined)
    written.additionalProperties = isDictionary(additionalProperties)
      ? toJsonSchema(additionalProperties)
      : additionalProperties;
  for (const keyword of ['oneOf', 'anyOf'] as const)
    if (schema[keyword]) written[keyword] = schema[keyword].map(toJsonSchema);
  return written;
}

function moveBound(written: Dictionary, from: string, to: string): void {
  written[to] = written[from];
  delete written[from];
}

function pathOf(pattern: string): string {
  return pattern.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, '{$1}').replaceAll(/\(\?:|\)\?|\)/g, '');
}
