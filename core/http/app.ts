import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { CLIENT_IP, createContext, runInContext } from '../context/index.js';
import type { DeclaredHosts, HookApi } from '../api/index.js';
import type { Authenticate, Rest } from '../rest/index.js';
import { errorPages, plainErrorPage, type RenderError } from './error-pages.js';
import type { Handler } from './handler.js';
import { healthRoutes, requestId, requestTarget, utf8Headers, announceEnd } from './request-target.js';
import type { RestCache } from './rest-cache.js';
import { type AnnounceRest, type BodyLimit, restErrors, restRoute, type Translate } from './rest-route.js';
import { securityHeaders } from './security.js';
import type { Sessions } from './session.js';
import { type Timing, withTimingPanel } from './timing.js';

/** The site's services that the HTTP layer needs. */
export interface AppDeps {
  hooks: Pick<HookApi, 'doAction' | 'hasAction'>;
  rest: Pick<Rest, 'serve' | 'formBytes'>;
  authenticate: Authenticate;
  sessions: Sessions;
  /** Maximum size of a request body sent to the API; one MiB when absent. */
  restBodyLimit?: BodyLimit;
  /** Translates errors raised before the API is reached into the client's language. */
  translate?: Translate;
  fireRequestHooks?: AnnounceRest;
  /** Determines the language of a request, once the visitor is known. */
  language?: RequestHandler;
  /** `/wp-login.php`. */
  login: Handler;
  /** `/wp-admin/admin-ajax.php` and `/wp-admin/admin-post.php`. */
  actions: Handler;
  /** Everything else below `/wp-admin`. */
  admin: Handler;
  /** Every other URL of the site. */
  front: Handler;
  /** Answers with cached pages, before any other work is done. */
  pageCache?: RequestHandler;
  /** Cached API responses. */
  restCache?: RestCache;
  /** Files of themes, plugins and the host; runs before everything that identifies the visitor. */
  assets?: RequestHandler;
  renderError?: RenderError;
  /** Cost of responses, for users who may see it. */
  timing?: Timing;
  checkDatabase: () => Promise<void>;
  onError: (error: unknown, context: string) => void;
  isStopping?: () => boolean;
  /** Work at the start of each request, such as detecting options that another node changed. */
  beforeRequest?: (request: Request) => Promise<void>;
  siteUrl: string;
  /** The hosts declared by the running plugins; the same object until they change. */
  hosts?(): DeclaredHosts;
  /** Number of proxies in front that are trusted for the client's IP address. */
  trustProxy: number;
}

/**
 * Creates the Express application of a site. Every request passes these steps from top to bottom until one answers it.
 * @since 0.1.0
 */
export function createApp(deps: AppDeps): Express {
  const app = createExpress(deps.trustProxy);
  const { timing, hooks, renderError = plainErrorPage } = deps;
  const security = securityHeaders(deps.siteUrl.startsWith('https:'), deps.hosts);

  // 1. Normalize the request's URL and headers.
  app.use(requestTarget, utf8Headers);

  // 2. Answer from the response cache, before any other work.
  if (deps.pageCache) app.use(deps.pageCache);
  if (deps.restCache) app.use(deps.restCache.serveCached);
  app.use(healthRoutes(deps.checkDatabase, deps.isStopping ?? (() => false)));

  // 3. Open the request's context, and set the headers of every response.
  app.use(openContext(deps.trustProxy));
  if (timing) app.use(timing.begin);
  app.use(security.setHeaders, compressed());

  // 4. Send files.
  if (deps.assets) app.use(deps.assets);

  // 5. Load what other processes changed: options, active plugins.
  if (deps.beforeRequest) app.use(before(deps.beforeRequest));
  app.use(security.updateHosts, announceEnd(hooks));

  // 6. Determine the user and the language.
  app.use(deps.sessions.middleware);
  if (timing) app.use(before((_request, response) => timing.report(response)));
  if (deps.language) app.use(deps.language);

  // 7. Answer calls of the REST API.
  app.use(
    restRoute(deps.rest, deps.authenticate, {
      limitOf: deps.restBodyLimit,
      fireRequestHooks: deps.fireRequestHooks,
      cache: deps.restCache,
      beforeReply: timing?.report,
      translate: deps.translate,
    }),
    restErrors(deps.onError),
  );

  // 8. Answer pages: login, admin, and every other URL.
  app.use(linkToRest(deps.siteUrl), adminFolder);
  mount(app, /^\/wp-login\.php$/, deps.login);
  mount(app, /^\/wp-admin\/admin-(?:ajax|post)\.php$/, deps.actions);
  mount(app, /^\/wp-admin(?:\/|$)/, deps.admin);
  mount(app, /^/, deps.front);

  // 9. Answer what nobody did, and what failed.
  app.use(notFound(renderError), errorPages(renderError, deps.onError));
  return app;
}

function createExpress(trustProxy: number): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  // Query strings are parsed with PHP's rules, where they are needed.
  app.set('query parser', false);
  return app;
}

/** Runs the rest of the request in a context of its own. */
function openContext(trustProxy: number): RequestHandler {
  return (request, response, next) => {
    const id = requestId(request, trustProxy);
    response.setHeader('X-Request-Id', id);
    const context = createContext(id);
    context.memo.set(CLIENT_IP, request.ip ?? '');
    runInContext(context, next);
  };
}

/** Waits for work before the next step. */
function before(work: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return async (request, response, next) => {
    await work(request, response);
    next();
  };
}

/** Compresses for clients that accept it; others skip the negotiation. */
function compressed(): RequestHandler {
  const compress = compression();
  return (request, response, next) => {
    if (request.headers['accept-encoding'] !== undefined) return compress(request, response, next);
    // Shared caches must not serve this encoding to other clients.
    response.vary('Accept-Encoding');
    next();
  };
}

/** Links to the REST API from every page (`rest_output_link_header`). */
function linkToRest(siteUrl: string): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Link', `<${siteUrl}/wp-json/>; rel="https://api.w.org/"`);
    next();
  };
}

/** Redirects to the trailing slash, as a web server does for a folder. */
const adminFolder: RequestHandler = (request, response, next) => {
  if (request.path !== '/wp-admin' || request.method !== 'GET') return next();
  response
    .status(301)
    .setHeader('Content-Type', 'text/html; charset=UTF-8')
    .setHeader('Location', request.originalUrl.replace('/wp-admin', '/wp-admin/'))
    .end();
};

function mount(app: Express, path: RegExp, handler: Handler): void {
  app.use(async (request, response, next) => {
    if (!path.test(request.path) || (await handler(request, response)) === false) next();
  });
}

function notFound(renderError: RenderError): RequestHandler {
  return async (request, response) => {
    const html = await renderError(404, request);
    response.status(404).setHeader('Content-Type', 'text/html; charset=UTF-8').end(withTimingPanel(response, html));
  };
}
