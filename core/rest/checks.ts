import { isWpError, type RestChecksApi, RestResponse } from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Rest } from './rest.js';

/** The pieces of answering programs that plugins get. @since 0.2.0 */
export function createRestChecks(
  rest: Pick<
    Rest,
    'restValidateRequestArg' | 'restSanitizeRequestArg' | 'restValidateValueFromSchema' | 'restSanitizeValueFromSchema'
  >,
): RestChecksApi {
  return {
    restValidateValueFromSchema: (value, schema, param) =>
      rest.restValidateValueFromSchema(value, schema, param) ?? true,
    restSanitizeValueFromSchema: rest.restSanitizeValueFromSchema,
    restValidateRequestArg: rest.restValidateRequestArg,
    restSanitizeRequestArg: rest.restSanitizeRequestArg,
    restEnsureResponse: (data) => (isWpError(data) || data instanceof RestResponse ? data : new RestResponse(data)),
    restAuthorizationRequiredCode: () => ((currentContext()?.userId ?? 0) > 0 ? 403 : 401),
  };
}
