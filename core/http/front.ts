import type { FrontRoute, Reply } from '../api/index.js';
import type { Owned } from '../plugins/registries.js';
import type { Handler } from './app.js';
import type { SendPage } from './page-answer.js';
import type { MakePageRequest, SitePageRequest } from './page-request.js';

export interface FrontDeps {
  routes(): readonly Owned<FrontRoute>[];
  /** Answers what no plugin does: the site's content, at its addresses. */
  pages(request: SitePageRequest, requested: string): Promise<Reply>;
  makeRequest: MakePageRequest;
  send: SendPage;
  siteUrl: string;
}

/** Answers the site's addresses: the pages that plugins registered, and then the site's content. */
export function createFront(deps: FrontDeps): Handler {
  const scheme = new URL(deps.siteUrl).protocol;
  return async (http, response) => {
    const route = ['GET', 'HEAD', 'POST'].includes(http.method) ? matchRoute(deps.routes(), http.path, http.method) : undefined;
    if (route?.redirect) {
      response.redirect(301, route.redirect + (http.originalUrl.includes('?') ? http.originalUrl.slice(http.originalUrl.indexOf('?')) : ''));
      return true;
    }
    const request = await deps.makeRequest(http, route?.params ?? {});
    const answered = route ? await route.entry.value.handler(request) : undefined;
    const reply = answered ?? (await deps.pages(request, `${scheme}//${http.get('host') ?? new URL(deps.siteUrl).host}${http.originalUrl}`));
    await deps.send(request, http, response, route && answered ? route.entry.owner : '', reply);
    return true;
  };
}

interface RouteMatch {
  entry: Owned<FrontRoute>;
  params: Record<string, string>;
  redirect?: string;
}

function matchRoute(routes: readonly Owned<FrontRoute>[], path: string, method: string): RouteMatch | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  for (const entry of routes) {
    if (!(entry.value.methods ?? ['GET', 'POST']).includes(wanted as 'GET' | 'POST')) continue;
    const params = matchPath(entry.value.path, path);
    if (!params) continue;
    const slash = entry.value.path.endsWith('/') && !path.endsWith('/');
    // One leading slash only, so that the target is never another host.
    return { entry, params, ...(slash && wanted === 'GET' ? { redirect: `${path.replace(/^[/\\]+/, '/')}/` } : {}) };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decode(given[index]);
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
