import { type RestRequest, WpError } from 'plinth';

/** Creates a 400 error that names every invalid parameter. */
export function invalidParams(params: Readonly<Record<string, string>>): WpError {
  return new WpError('rest_invalid_param', `Invalid parameter(s): ${Object.keys(params).join(', ')}`, {
    status: 400,
    params,
    details: {},
  });
}

/** Creates a 400 error that lists missing parameters. */
export function missingParams(names: readonly string[]): WpError {
  return new WpError('rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    status: 400,
    params: names,
  });
}

export type JsonBody = Readonly<Record<string, unknown>>;

/** Returns the JSON object of a request; an absent body counts as an empty object, anything else is refused. */
export function readBody(request: RestRequest): JsonBody | WpError {
  if (!request.isJsonContentType()) {
    const hasBody =
      request.getBody() !== '' ||
      request.getContentType()?.type === 'multipart' ||
      Object.keys(request.getBodyParams()).length > 0;
    return hasBody
      ? new WpError('rest_invalid_json', 'The body must be JSON, sent as application/json.', { status: 400 })
      : {};
  }
  if (request.getBody().trim() === '') return {};
  // Not covered by the type: a body may be an array or a scalar.
  const body: unknown = request.getJsonParams();
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return invalidParams({ body: 'The body must be a JSON object.' });
  return body as JsonBody;
}
