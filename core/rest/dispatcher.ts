import { isWpError, PlinthError, type RestResponse, WpError } from '../api/index.js';
import type { Arguments } from './arguments.js';
import { errorToResponse, thrownToResponse, toResponse } from './error-response.js';
import { type Match, matchRequest } from './match.js';
import { Request } from './request.js';
import { authorizationRequiredCode, type RestCore } from './server-parts.js';
import { isEmpty } from './values.js';

export interface Dispatcher {
  /** Handles a request; errors thrown inside become a response too (`WP_REST_Server::dispatch`). */
  dispatch(request: Request): Promise<RestResponse>;
  /** Checks the arguments of an endpoint, in WordPress's order. */
  check(request: Request, match: Match): Promise<WpError | undefined>;
  /**
   * Runs the permission check, the callback and the filters around them, for a request that has been matched and
   * checked.
   */
  respond(request: Request, match: Match, error: WpError | undefined): Promise<RestResponse>;
  /** Applies the last filter of a response, which also adds `Allow` and reduces it to `_fields`. */
  finish(response: unknown, request: Request): Promise<RestResponse>;
}

export function createDispatcher(core: RestCore, args: Arguments): Dispatcher {
  const { deps, table } = core;
  const { hooks } = deps;

  async function check(request: Request, { handler }: Match): Promise<WpError | undefined> {
    return (await args.validateParams(request, handler)) ?? (await args.sanitize(request, handler));
  }

  async function respond(
    request: Request,
    { route, handler }: Match,
    error: WpError | undefined,
  ): Promise<RestResponse> {
    let result: unknown = await hooks.applyFilters<unknown>(
      'rest_request_before_callbacks',
      error ?? null,
      handler,
      request,
    );
    if (!isWpError(result) && handler.permissionCallback)
      result = (await checkPermission(request, handler.permissionCallback)) ?? result;
    if (!isWpError(result)) {
      result = await hooks.applyFilters<unknown>('rest_dispatch_request', null, request, route.pattern, handler);
      result ??= await handler.callback(request);
    }
    result = await hooks.applyFilters<unknown>('rest_request_after_callbacks', result, handler, request);
    const response = toResponse(result);
    response.setMatchedRoute(route.pattern);
    response.setMatchedHandler(handler);
    return response;
  }

  async function checkPermission(
    request: Request,
    permissionCallback: NonNullable<Match['handler']['permissionCallback']>,
  ): Promise<WpError | undefined> {
    const verdict = await permissionCallback(request);
    if (isWpError(verdict)) return verdict;
    if (verdict !== false && verdict !== null && verdict !== undefined) return undefined;
    return forbidden();
  }

  const forbidden = (): WpError =>
    new WpError('rest_forbidden', 'Sorry, you are not allowed to do that.', {
      status: authorizationRequiredCode(deps),
    });

  /** Converts a thrown error; a failed capability check of a plugin is a refusal, as from a permission callback. */
  const toErrorResponse = (error: unknown): RestResponse =>
    error instanceof PlinthError && error.code === 'forbidden' ? errorToResponse(forbidden()) : thrownToResponse(error);

  async function handleRequest(request: Request): Promise<RestResponse> {
    const preResponse = await hooks.applyFilters<unknown>('rest_pre_dispatch', null, core.api, request);
    if (!isEmpty(preResponse)) return toResponse(preResponse);
    const match = matchRequest(table, request);
    if (isWpError(match)) {
      const outage = deps.routeOutage?.(request.getRoute());
      return outage ? thrownToResponse(outage) : errorToResponse(match);
    }
    try {
      return await respond(request, match, await check(request, match));
    } catch (error) {
      deps.onError(error, `${request.getMethod()} ${request.getRoute()}`);
      const response = toErrorResponse(error);
      response.setMatchedRoute(match.route.pattern);
      response.setMatchedHandler(match.handler);
      return response;
    }
  }

  return {
    check,
    respond,

    async dispatch(request) {
      try {
        return await handleRequest(request);
      } catch (error) {
        deps.onError(error, `${request.getMethod()} ${request.getRoute()}`);
        return toErrorResponse(error);
      }
    },

    async finish(response, request) {
      return toResponse(
        await hooks.applyFilters<unknown>('rest_post_dispatch', toResponse(response), core.api, request),
      );
    },
  };
}
