import type { RestRequest, RestResponse, RestSchema } from './rest.js';
import type { WpError } from './wp-error.js';

/**
 * Helpers for REST endpoints (WordPress: rest-api.php).
 * @since 0.1.0
 */
export interface RestSchemaApi {
  /** Validates a value against a schema; returns true or the first error (`rest_validate_value_from_schema`). */
  restValidateValueFromSchema(value: unknown, schema: RestSchema, param?: string): true | WpError;
  /** Sanitizes a value according to a schema (`rest_sanitize_value_from_schema`). */
  restSanitizeValueFromSchema(value: unknown, schema: RestSchema, param?: string): unknown;
  /** Validates a parameter of a route against its schema (`rest_validate_request_arg`). */
  restValidateRequestArg(value: unknown, request: RestRequest, param: string): true | WpError;
  /** Sanitizes a parameter of a route according to its schema (`rest_sanitize_request_arg`). */
  restSanitizeRequestArg(value: unknown, request: RestRequest, param: string): unknown;
  /** Wraps data in a response; responses and errors are returned unchanged (`rest_ensure_response`). */
  restEnsureResponse(data: unknown): RestResponse | WpError;
  /**
   * Returns the status for missing permissions: 401 for anonymous visitors, 403 for others
   * (`rest_authorization_required_code`).
   */
  restAuthorizationRequiredCode(): 401 | 403;
}
