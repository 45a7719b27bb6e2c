import {
  type FrontRoute,
  type HookApi,
  type MaybePromise,
  type PageReply,
  type Reply,
  type WpRequest,
} from '../api/index.js';
import type { Request, Response } from 'express';
import { isNotFound } from '../context/index.js';
import type { OwnedEntry } from '../plugins/scope/registries.js';
import type { Handler } from '../http/handler.js';
import type { DocumentReply, SendPage } from '../http/page-response.js';
import type { MakePageRequest, SitePageRequest } from '../http/page-request.js';
import { visitedHost } from '../network/index.js';
import { filteredReply } from '../responses/index.js';
import { replyInstead } from './wp-die.js';

interface FrontDeps {
  routes(): readonly OwnedEntry<FrontRoute>[];
  /** Handles requests that no plugin handles: the site's content at its URLs. */
  pages(request: SitePageRequest, requested: string): MaybePromise<Reply>;
  makeRequest: MakePageRequest;
  hooks: HookApi;
  /**
   * Completes a plugin's page: the full title, robots directives, and the content of the owner's page with the same
   * URL.
   */
  document(reply: PageReply, route: FrontRoute, request: SitePageRequest): Promise<DocumentReply>;
  send: SendPage;
  siteUrl: string;
}

/** Handles the site's URLs: first the routes registered by plugins, then the site's content. */
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
        (await announce(entry.value.path, http.path)) ?? (await entry.value.handler(request)) ?? undefined;
      if (isNotFound()) break;
      // The route declined; the next matching one is tried, of any plugin.
      if (!routeReply) continue;
      if (redirect === undefined)
        await deps.send(request, http, response, entry.owner, await finished(routeReply, entry.value, request));
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
      `${scheme}//${visitedHost(http.headers.host) ?? new URL(deps.siteUrl).host}${http.originalUrl}`,
    );
    await deps.send(request, http, response, '', await sendable(reply));
    return true;
  }

  /** Returns the complete document of a page, or the redirect after the filters of plugins. */
  async function finished(reply: Reply, route: FrontRoute, request: SitePageRequest): Promise<Reply> {
    return reply.kind === 'page' ? await deps.document(reply, route, request) : await sendable(reply);
  }

  async function sendable(reply: Reply): Promise<Reply> {
    return reply.kind === 'redirect' ? await filteredReply(deps.hooks, reply) : reply;
  }

  /**
   * Fires the hooks of a page before the plugin renders it.
   * @returns the reply of a callback that replaces it
   */
  async function announce(matchedRule: string, path: string): Promise<Reply | undefined> {
    const wp: WpRequest = { request: path.replace(/^\/+|\/+$/g, ''), queryVars: {}, matchedRule };
    await deps.hooks.doAction('parse_request', wp);
    await deps.hooks.doAction('send_headers', wp);
    await deps.hooks.doAction('wp', wp);
    await deps.hooks.doAction('template_redirect');
    return replyInstead();
  }
}

interface RouteMatch {
  readonly entry: OwnedEntry<FrontRoute>;
  readonly params: Record<string, string>;
  /** The URL with the trailing slash that the route has and this one lacks. */
  readonly redirect?: string;
}

/** Returns the routes that match a URL: literal paths before placeholders, otherwise in order of registration. */
function matchRoutes(routes: readonly OwnedEntry<FrontRoute>[], path: string, method: string): RouteMatch[] {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method;
  const pathParts = path.split('/').filter(Boolean).map(decode);
  const matches: RouteMatch[] = [];
  for (const entry of routes) {
    if (!(entry.value.methods ?? BOTH).includes(effectiveMethod as 'GET' | 'POST')) continue;
    const params = matchPath(partsOf(entry.value), pathParts);
    if (!params) continue;
    const slash = entry.value.path.endsWith('/') && !path.endsWith('/');
    // A single leading slash, so that the target is never another host.
    matches.push({
      entry,
      params,
      ...(slash && effectiveMethod === 'GET' ? { redirect: `${path.replace(/^[/\\]+/, '/')}/` } : {}),
    });
  }
  return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
}

const BOTH = ['GET', 'POST'] as const;
/** The segments of a route's path, split once. */
const parts = new WeakMap<FrontRoute, readonly string[]>();

function partsOf(route: FrontRoute): readonly string[] {
  let known = parts.get(route);
  if (!known) parts.set(route, (known = route.path.split('/').filter(Boolean)));
  return known;
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
