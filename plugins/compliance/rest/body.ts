import { type RestRequest, WpError } from 'plinth';

/** A 400 that names every bad parameter. */
export function invalidParams(params: Readonly<Record<string, string>>): WpError {
  return new WpError('rest_invalid_param', `Invalid parameter(s): ${Object.keys(params).join(', ')}`, {
    status: 400,
    params,
    details: {},
  });
}

/** A 400 that lists what is missing. */
export function missingParams(names: readonly string[]): WpError {
  return new WpError('rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    status: 400,
    params: names,
  });
}

export type JsonBody = Readonly<Record<string, unknown>>;

/** The JSON object of a request; an absent body is an empty one, anything else is refused. */
export function readBody(request: RestRequest): JsonBody | WpError {
  if (!request.isJsonContentType()) {
    const sent =
      request.getBody() !== '' ||
      request.getContentType()?.type === 'multipart' ||
      Object.keys(request.getBodyParams()).length > 0;
    return sent
      ? new WpError('rest_invalid_json', 'The body must be JSON, sent as application/json.', { status: 400 })
      : {};
  }
  if (request.getBody().trim() === '') return {};
  // What the type leaves out: a body may be a list or a scalar.
  const body: unknown = request.getJsonParams();
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return invalidParams({ body: 'The body must be a JSON object.' });
  return body as JsonBody;
}
