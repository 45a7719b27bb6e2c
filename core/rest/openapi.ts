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
    for (const verb of handler.verbs) operations[verb.toLowerCase()] ??= createOperation(route, handler, verb);
  }
  return operations;
}

function createOperation(route: Route, handler: Handler, verb: string): Dictionary {
  const pathNames = new Set([...route.pattern.matchAll(/\(\?P<(\w+)>/g)].flatMap(([, name]) => name ?? []));
  const hasBody = verb === 'POST' || verb === 'PUT' || verb === 'PATCH';
  const otherArgs = Object.entries(handler.args).filter(([name]) => !pathNames.has(name));
  const parameters = [
    ...[...pathNames].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: toJsonSchema(handler.args[name] ?? { type: 'string' }),
    })),
    ...(hasBody ? [] : otherArgs.map(([name, arg]) => queryParameter(name, arg))),
  ];
  const content = {
    'application/json': {
      schema: { type: 'object', properties: toProperties(otherArgs), required: requiredNames(otherArgs) },
    },
  };
  const responseSchema = typeof route.schema === 'function' ? route.schema() : route.schema;
  return {
    operationId: `${verb.toLowerCase()}_${pathOf(route.pattern).replaceAll(/\W+/g, '_').replaceAll(/^_|_$/g, '')}`,
    tags: [route.namespace === '' ? 'site' : route.namespace],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody && otherArgs.length > 0 ? { requestBody: { content } } : {}),
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

function toProperties(args: readonly [string, RestSchema][]): Dictionary {
  return Object.fromEntries(args.map(([name, schema]) => [name, toJsonSchema(schema)]));
}

function requiredNames(args: readonly [string, RestSchema][]): string[] {
  return args.filter(([, { required: isRequired }]) => isRequired === true).map(([name]) => name);
}

/** Converts WordPress's draft 4 with boolean `required` to the 2020-12 dialect of OpenAPI 3.1. */
function toJsonSchema(schema: RestSchema): Dictionary {
  const jsonSchema: Dictionary = schema.type === undefined ? {} : { type: schema.type };
  for (const [keyword, value] of Object.entries(schema))
    if (SHARED_KEYWORDS.has(keyword) && value !== undefined) jsonSchema[keyword] = value;
  if (schema.readonly === true) jsonSchema.readOnly = true;
  if (schema.exclusiveMinimum === true) moveBound(jsonSchema, 'minimum', 'exclusiveMinimum');
  if (schema.exclusiveMaximum === true) moveBound(jsonSchema, 'maximum', 'exclusiveMaximum');
  if (schema.items) jsonSchema.items = toJsonSchema(schema.items);
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    jsonSchema.properties = toProperties(entries);
    const names = Array.isArray(schema.required) ? (schema.required as readonly string[]) : requiredNames(entries);
    if (names.length > 0) jsonSchema.required = names;
  }
  if (schema.patternProperties) jsonSchema.patternProperties = toProperties(Object.entries(schema.patternProperties));
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined)
    jsonSchema.additionalProperties = isDictionary(additionalProperties)
      ? toJsonSchema(additionalProperties)
      : additionalProperties;
  for (const keyword of ['oneOf', 'anyOf'] as const)
    if (schema[keyword]) jsonSchema[keyword] = schema[keyword].map(toJsonSchema);
  return jsonSchema;
}

function moveBound(jsonSchema: Dictionary, from: string, to: string): void {
  jsonSchema[to] = jsonSchema[from];
  delete jsonSchema[from];
}

function pathOf(pattern: string): string {
  return pattern.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, '{$1}').replaceAll(/\(\?:|\)\?|\)/g, '');
}
