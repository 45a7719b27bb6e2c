import type { RestRequest, RestResponse, RestSchema } from './rest.js';
import type { WpError } from './wp-error.js';

/** Pieces of answering programs (WordPress: rest-api.php). @since 0.2.0 */
export interface RestSchemaApi {
  /** Checks a value against a schema: true, or the first thing that is wrong (`rest_validate_value_from_schema`). */
  restValidateValueFromSchema(value: unknown, schema: RestSchema, param?: string): true | WpError;
  /** Cleans a value by a schema (`rest_sanitize_value_from_schema`). */
  restSanitizeValueFromSchema(value: unknown, schema: RestSchema, param?: string): unknown;
  /** Checks a parameter of a route against its schema (`rest_validate_request_arg`). */
  restValidateRequestArg(value: unknown, request: RestRequest, param: string): true | WpError;
  /** Cleans a parameter of a route by its schema (`rest_sanitize_request_arg`). */
  restSanitizeRequestArg(value: unknown, request: RestRequest, param: string): unknown;
  /** A response around data; a response, or an error, as it is (`rest_ensure_response`). */
  restEnsureResponse(data: unknown): RestResponse | WpError;
  /** The status for who may not: 401 for visitors, 403 for others (`rest_authorization_required_code`). */
  restAuthorizationRequiredCode(): 401 | 403;
}
