import { type FrontRoute, type HookApi, type PageReply, type Reply, type WpRequest } from '../api/index.js';
import type { Request, Response } from 'express';
import { isNotFound } from '../context/index.js';
import type { OwnedEntry } from '../plugins/scope/registries.js';
import type { Handler } from '../http/handler.js';
import type { DocumentReply, SendPage } from '../http/page-response.js';
import type { MakePageRequest, SitePageRequest } from '../http/page-request.js';
import { requestHost } from '../network/index.js';
import { filterReply } from '../responses/index.js';
import { getReplacementReply } from './wp-die.js';

interface FrontDeps {
  routes(): readonly OwnedEntry<FrontRoute>[];
  /** Handles requests that no plugin handles, with the site's content. */
  pages(request: SitePageRequest, requested: string): Promise<Reply>;
  makeRequest: MakePageRequest;
  hooks: HookApi;
  /**
   * Completes a plugin's page: adds the full title, the robots directives, and the content of the owner's page with the
   * same URL.
   */
  document(reply: PageReply, route: FrontRoute, request: SitePageRequest): Promise<DocumentReply>;
  send: SendPage;
  siteUrl: string;
}

/** Handles the site's URLs: first with the routes of plugins, then with the site's content. */
export function createFront(deps: FrontDeps): Handler {
  const scheme = new URL(deps.siteUrl).protocol;
  return async (http, response) => respond(http, response);

  async function respond(http: Request, response: Response): Promise<true> {
    const matches = ['GET', 'HEAD', 'POST'].includes(http.method)
      ? matchRoutes(deps.routes(), http.path, http.method)
      : [];
    const max = Math.max(0, ...matches.map(({ entry }) => entry.value.maxBytes ?? 0));
    for (const { entry, params, redirect } of matches) {
      const request = await deps.makeRequest(http, params, max);
      const routeReply =
        (await firePageHooks(entry.value.path, http.path)) ?? (await entry.value.handler(request)) ?? undefined;
      if (isNotFound()) break;
      // The handler declined the request, so the next matching route is tried.
      if (!routeReply) continue;
      if (redirect === undefined)
        await deps.send(request, http, response, entry.owner, await completeReply(routeReply, entry.value, request));
      else
        response.redirect(
          301,
          redirect + (http.originalUrl.includes('?') ? http.originalUrl.slice(http.originalUrl.indexOf('?')) : ''),
        );
      return true;
    }
    const request = await deps.makeRequest(http);
    const reply = await deps.pages(
      request,
      `${scheme}//${requestHost(http.headers.host) ?? new URL(deps.siteUrl).host}${http.originalUrl}`,
    );
    await deps.send(request, http, response, '', await filterRedirect(reply));
    return true;
  }

  /** Returns the complete document of a page, or the redirect after the filters of plugins. */
  async function completeReply(reply: Reply, route: FrontRoute, request: SitePageRequest): Promise<Reply> {
    return reply.kind === 'page' ? await deps.document(reply, route, request) : await filterRedirect(reply);
  }

  async function filterRedirect(reply: Reply): Promise<Reply> {
    return reply.kind === 'redirect' ? await filterReply(deps.hooks, reply) : reply;
  }

  /**
   * Fires the hooks of a page before the plugin renders it.
   * @returns the reply of a callback that replaces it
   */
  async function firePageHooks(matchedRule: string, path: string): Promise<Reply | undefined> {
    const wp: WpRequest = { request: path.replace(/^\/+|\/+$/g, ''), queryVars: {}, matchedRule };
    await deps.hooks.doAction('parse_request', wp);
    await deps.hooks.doAction('send_headers', wp);
    await deps.hooks.doAction('wp', wp);
    await deps.hooks.doAction('template_redirect');
    return getReplacementReply();
  }
}

interface RouteMatch {
  readonly entry: OwnedEntry<FrontRoute>;
  readonly params: Record<string, string>;
  /** The URL with a trailing slash, if the route has one and the request does not. */
  readonly redirect?: string;
}

/** Returns the routes that match a URL. Routes with fewer placeholders come first, then in order of registration. */
function matchRoutes(routes: readonly OwnedEntry<FrontRoute>[], path: string, method: string): RouteMatch[] {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method;
  const pathParts = path.split('/').filter(Boolean).map(decode);
  const matches: RouteMatch[] = [];
  for (const entry of routes) {
    if (!(entry.value.methods ?? DEFAULT_METHODS).includes(effectiveMethod as 'GET' | 'POST')) continue;
    const params = matchPath(getParts(entry.value), pathParts);
    if (!params) continue;
    const needsSlash = entry.value.path.endsWith('/') && !path.endsWith('/');
    // The redirect starts with a single slash, so that it never leads to another host.
    matches.push({
      entry,
      params,
      ...(needsSlash && effectiveMethod === 'GET' ? { redirect: `${path.replace(/^[/\\]+/, '/')}/` } : {}),
    });
  }
  return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
}

const DEFAULT_METHODS = ['GET', 'POST'] as const;
/** The segments of the paths of routes, which are split only once. */
const partsByRoute = new WeakMap<FrontRoute, readonly string[]>();

function getParts(route: FrontRoute): readonly string[] {
  let cachedParts = partsByRoute.get(route);
  if (!cachedParts) partsByRoute.set(route, (cachedParts = route.path.split('/').filter(Boolean)));
  return cachedParts;
}

function matchPath(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const value = parts[index];
    if (value === undefined) return undefined;
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
