import type { RestResponse } from '../api/index.js';
import type { Request } from './request.js';
import type { RestCore } from './server-parts.js';

/** Returns the methods of a route that the visitor may use for this request (`rest_send_allow_header`). */
export async function allowedMethods(core: RestCore, pattern: string, request: Request): Promise<string[]> {
  const allowed = new Map<string, boolean>();
  for (const handler of core.table.get(pattern)?.handlers ?? []) {
    const permitted =
      handler.permissionCallback === undefined || (await isPermitted(core, handler.permissionCallback, request));
    for (const verb of handler.verbs) allowed.set(verb, permitted);
  }
  return [...allowed].filter(([, permitted]) => permitted).map(([verb]) => verb);
}

/** Adds the `Allow` header to the response of a route. */
export async function addAllowHeader(core: RestCore, response: RestResponse, request: Request): Promise<void> {
  const pattern = response.getMatchedRoute();
  if (pattern === '') return;
  const methods = await allowedMethods(core, pattern, request);
  if (methods.length > 0) response.header('Allow', methods.join(', '));
}

/** Whether a permission check grants access; a check that throws denies it. */
async function isPermitted(
  core: RestCore,
  callback: (request: Request) => unknown,
  request: Request,
): Promise<boolean> {
  try {
    return (await callback(request)) === true;
  } catch (error) {
    core.deps.onError(error, `permission of ${request.getRoute()}`);
    return false;
  }
}
