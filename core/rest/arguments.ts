import { isWpError, type RestArg, type RestRequest, WpError } from '../api/index.js';
import { errorToResponse } from './error-response.js';
import type { Request } from './request.js';
import type { Handler } from './routes.js';
import type { Sanitizer } from './schema/sanitize.js';
import type { Validator } from './schema/validate.js';
import { type Invoke, schemaOf } from './server-parts.js';

/** Checks of a request's parameters, and the callbacks that plugins may use for individual ones. */
export interface Arguments {
  /** Reports missing parameters first, then all that their validation callback rejects (`has_valid_params`). */
  validateParams: (request: Request, handler: Handler) => Promise<WpError | undefined>;
  /** Sanitizes every parameter in place; typed ones without a callback are also validated here (`sanitize_params`). */
  sanitize: (request: Request, handler: Handler) => Promise<WpError | undefined>;
  /** Validates a parameter against its schema (`rest_validate_request_arg`). */
  restValidateRequestArg: (value: unknown, request: RestRequest, param: string) => true | WpError;
  /** Sanitizes a parameter by its schema (`rest_sanitize_request_arg`). */
  restSanitizeRequestArg: (value: unknown, request: RestRequest, param: string) => unknown;
  /** Validates, then sanitizes a parameter (`rest_parse_request_arg`). */
  restParseRequestArg: (value: unknown, request: RestRequest, param: string) => unknown;
}

export function createArguments(validate: Validator, sanitizeValue: Sanitizer, invoke: Invoke): Arguments {
  const argOf = (request: RestRequest, param: string): RestArg | undefined => {
    const args = request.getAttributes().args ?? {};
    return Object.hasOwn(args, param) ? args[param] : undefined;
  };

  function restValidateRequestArg(value: unknown, request: RestRequest, param: string): true | WpError {
    const arg = argOf(request, param);
    return (arg && validate(value, schemaOf(arg), param)) ?? true;
  }

  function restSanitizeRequestArg(value: unknown, request: RestRequest, param: string): unknown {
    const arg = argOf(request, param);
    return arg ? sanitizeValue(value, schemaOf(arg), param) : value;
  }

  function restParseRequestArg(value: unknown, request: RestRequest, param: string): unknown {
    const valid = restValidateRequestArg(value, request, param);
    return isWpError(valid) ? valid : restSanitizeRequestArg(value, request, param);
  }

  return {
    restValidateRequestArg,
    restSanitizeRequestArg,
    restParseRequestArg,

    async validateParams(request, handler) {
      const jsonError = request.jsonError();
      if (jsonError) return jsonError;
      const missing = Object.entries(handler.args)
        .filter(([name, arg]) => arg.required === true && (request.getParam(name) ?? null) === null)
        .map(([name]) => name);
      if (missing.length > 0) {
        return new WpError('rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`, {
          status: 400,
          params: missing,
        });
      }
      const invalidParams = new InvalidParams();
      for (const [name, { validateCallback }] of Object.entries(handler.args)) {
        const value = request.getParam(name) ?? null;
        if (value === null || !validateCallback) continue;
        const verdict = await invoke(handler.owner, `validation of ${name}`, () =>
          validateCallback(value, request, name),
        );
        if (verdict === false) invalidParams.add(name, 'Invalid parameter.');
        if (isWpError(verdict)) invalidParams.addError(name, verdict);
      }
      return invalidParams.toError();
    },

    async sanitize(request, handler) {
      const invalidParams = new InvalidParams();
      for (const source of request.order()) {
        const params = request.source(source);
        for (const [name, value] of Object.entries(params)) {
          const arg = Object.hasOwn(handler.args, name) ? handler.args[name] : undefined;
          if (!arg) continue;
          const { sanitizeCallback, type } = arg;
          const callback =
            sanitizeCallback === undefined && type !== undefined ? restParseRequestArg : sanitizeCallback;
          if (!callback) continue;
          const clean = await invoke(handler.owner, `sanitizing of ${name}`, () => callback(value, request, name));
          if (isWpError(clean)) invalidParams.addError(name, clean);
          else params[name] = clean;
        }
      }
      return invalidParams.toError();
    },
  };
}

/** Invalid parameters, with the reasons. */
class InvalidParams {
  private readonly params: Record<string, string> = {};
  private readonly details: Record<string, unknown> = {};

  add(name: string, message: string): void {
    this.params[name] = message;
  }

  addError(name: string, error: WpError): void {
    this.params[name] = error.getErrorMessages().join(' ');
    this.details[name] = errorToResponse(error).getData();
  }

  toError(): WpError | undefined {
    const names = Object.keys(this.params);
    if (names.length === 0) return undefined;
    return new WpError('rest_invalid_param', `Invalid parameter(s): ${names.join(', ')}`, {
      status: 400,
      params: this.params,
      details: this.details,
    });
  }
}
