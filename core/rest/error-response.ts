import { isWpError, PlinthError, RestResponse, type WpError } from '../api/index.js';
import { INSUFFICIENT_STORAGE, storageFailure, storageMessage } from '../uploads/index.js';
import { isDictionary } from './values.js';

/** Converts an error to the response for the client (`rest_convert_error_to_response`). */
export function errorToResponse(error: WpError): RestResponse {
  let status = 500;
  for (const data of error.getAllErrorData()) {
    if (isDictionary(data) && data.status !== undefined && data.status !== null) status = Number(data.status);
  }
  const errors = error.getErrorCodes().flatMap((code) => {
    const all = error.getAllErrorData(code);
    const data = all.at(-1) ?? null;
    const earlier = all.slice(0, -1);
    return error.getErrorMessages(code).map((message) => ({
      code,
      message,
      data,
      ...(earlier.length > 0 ? { additional_data: earlier } : {}),
    }));
  });
  const [first, ...more] = errors;
  return new RestResponse(first && more.length > 0 ? { ...first, additional_errors: more } : (first ?? null), status);
}

/** Converts the result of a callback or filter to a response, errors included. */
export function toResponse(result: unknown): RestResponse {
  if (isWpError(result)) return errorToResponse(result);
  return result instanceof RestResponse ? result : new RestResponse(result ?? null);
}

/** Error codes for an open circuit breaker, and for hooks that fail closed. */
const CLOSED_CODES: ReadonlySet<string> = new Set(['temporarily_closed', 'hook_failed_closed']);
/** `Retry-After` in seconds; a circuit breaker stays open for at least a minute. */
const BREAKER_RETRY_SECONDS = '60';
/** `Retry-After` in seconds; an outage may end sooner. */
const OUTAGE_RETRY_SECONDS = '30';

/**
 * Converts a thrown error to a response: a {@link PlinthError} below 500 with its own message, a disk that cannot store
 * anything with the reason, everything else without details.
 */
export function thrownToResponse(thrown: unknown): RestResponse {
  if (thrown instanceof PlinthError && thrown.status < 500) {
    return new RestResponse(
      { code: thrown.code, message: thrown.message, data: { ...thrown.details, status: thrown.status } },
      thrown.status,
    );
  }
  const diskFailure = storageFailure(thrown);
  if (diskFailure) {
    const data = { status: INSUFFICIENT_STORAGE };
    return new RestResponse({ code: diskFailure, message: storageMessage(diskFailure), data }, data.status);
  }
  const status = thrown instanceof PlinthError ? thrown.status : 500;
  if (thrown instanceof PlinthError && CLOSED_CODES.has(thrown.code)) {
    const response = new RestResponse(
      {
        code: 'temporarily_closed',
        message: 'This part of the site is temporarily unavailable. Please try again later.',
        data: { status },
      },
      status,
    );
    response.header('Retry-After', BREAKER_RETRY_SECONDS);
    return response;
  }
  if (status === 503) return outageResponse();
  const message = 'There has been a critical error on this website.';
  return new RestResponse({ code: 'internal_server_error', message, data: { status } }, status);
}

/** Creates the response for an unavailable database or other service. */
function outageResponse(): RestResponse {
  const message = 'The site is temporarily unavailable.';
  const response = new RestResponse({ code: 'service_unavailable', message, data: { status: 503 } }, 503);
  response.header('Retry-After', OUTAGE_RETRY_SECONDS);
  return response;
}
