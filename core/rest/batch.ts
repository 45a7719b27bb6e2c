import {
  isWpError,
  type RestEndpoint,
  type RestRequest,
  RestResponse,
  type RestSchema,
  WpError,
} from '../api/index.js';
import type { Dispatcher } from './dispatcher.js';
import { errorToResponse } from './error-response.js';
import type { Links } from './links.js';
import { type Match, matchRequest } from './match.js';
import { parsePhpQuery } from './php-query.js';
import { Request } from './request.js';
import { embeddedHeaders } from './serve.js';
import type { RestCore } from './server-parts.js';
import { type Dictionary, entriesOf, isDictionary, toText } from './values.js';

/** Maximum number of requests in a batch. */
const MAX_BATCH = 25;

const REQUEST_SCHEMA: RestSchema = {
  type: 'object',
  properties: {
    method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
    path: { type: 'string', required: true },
    body: { type: 'object', properties: {}, additionalProperties: true },
    headers: {
      type: 'object',
      properties: {},
      additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
    },
  },
};

/** Matches a URL with an empty host. */
const EMPTY_HOST = /^(?:[a-z][a-z\d+.-]*:\/\/[/:]|:)/i;
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i;

interface BatchItem {
  request: Request | undefined;
  match: Match | undefined;
  error: WpError | undefined;
}

/** Creates the endpoint that runs several requests in one (`serve_batch_request_v1`). */
export function batchEndpoint(core: RestCore, dispatcher: Dispatcher, links: Links): RestEndpoint {
  async function prepare(args: Dictionary): Promise<BatchItem> {
    const request = readRequest(args);
    if (!request)
      return {
        request,
        match: undefined,
        error: new WpError('parse_path_failed', 'Could not parse the path.', { status: 400 }),
      };
    const match = matchRequest(core.table, request);
    if (isWpError(match)) return { request, match: undefined, error: match };
    if (match.route.allowBatch?.v1 !== true) {
      return {
        request,
        match,
        error: new WpError('rest_batch_not_allowed', 'The requested route does not support batch requests.', {
          status: 400,
        }),
      };
    }
    return { request, match, error: await dispatcher.check(request, match) };
  }

  async function processItem({ request, match, error }: BatchItem): Promise<RestResponse> {
    if (!request) return errorToResponse(error ?? new WpError());
    if (!match) return dispatcher.finish(errorToResponse(error ?? new WpError()), request);
    return dispatcher.finish(await dispatcher.respond(request, match, error), request);
  }

  return {
    methods: 'POST',
    args: {
      validation: { type: 'string', enum: ['require-all-validate', 'normal'], default: 'normal' },
      requests: { required: true, type: 'array', maxItems: MAX_BATCH, items: REQUEST_SCHEMA },
    },
    callback: async (batch: RestRequest) => {
      const items: BatchItem[] = [];
      for (const [, args] of entriesOf(batch.getParam('requests')))
        items.push(await prepare(isDictionary(args) ? args : {}));
      if (batch.getParam('validation') === 'require-all-validate' && items.some(({ error }) => error)) {
        const responses = await Promise.all(
          items.map(({ error }) => (error ? envelope(links, errorToResponse(error)) : Promise.resolve(null))),
        );
        return new RestResponse({ failed: 'validation', responses }, 207);
      }
      const responses: Dictionary[] = [];
      for (const item of items) responses.push(await envelope(links, await processItem(item)));
      return new RestResponse({ responses }, 207);
    },
  };
}

async function envelope(links: Links, response: RestResponse): Promise<Dictionary> {
  return {
    body: await links.toData(response, false),
    status: response.getStatus(),
    headers: embeddedHeaders(response),
  };
}

function readRequest(args: Dictionary): Request | undefined {
  const target = toText(args.path);
  if (EMPTY_HOST.test(target) || !URL.canParse(target, 'http://batch.invalid')) return undefined;
  const [withoutHash = ''] = target.split('#', 1);
  const [path = '', ...query] = withoutHash.split('?');
  const request = new Request(args.method === undefined ? 'POST' : toText(args.method), path.replace(ORIGIN, ''));
  request.setQueryParams(parsePhpQuery(query.join('?')));
  if (isDictionary(args.body)) request.setBodyParams(args.body);
  for (const [name, value] of entriesOf(args.headers))
    request.setHeader(name, Array.isArray(value) ? value.map(toText).join(',') : toText(value));
  return request;
}
