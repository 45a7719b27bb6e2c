import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { CLIENT_IP, createContext, runInContext } from '../context/index.js';
import type { DeclaredHosts, HookApi, MaybePromise } from '../api/index.js';
import type { Authenticate, Rest } from '../rest/index.js';
import { errorPages, plainErrorPage, type RenderError } from './error-pages.js';
import { healthRoutes, requestId, requestTarget, utf8Headers, announceEnd } from './request-target.js';
import type { RestCache } from './rest-cache.js';
import { type AnnounceRest, type BodyLimit, restErrors, restRoute, type Translate } from './rest-route.js';
import { securityHeaders } from './security.js';
import type { Sessions } from './session.js';
import type { Timing } from './timing.js';

/** Handles a request, or passes it on by returning false without a response. */
export type Handler = (request: Request, response: Response) => Promise<boolean | void>;

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
  beforeRequest?: (request: Request) => MaybePromise<void>;
  siteUrl: string;
  /** The hosts declared by the running plugins; the same object until they change. */
  hosts?(): DeclaredHosts;
  /** Number of proxies in front that are trusted for the client's IP address. */
  trustProxy: number;
}

/**
 * Creates the Express application of a site.
 * @since 0.1.0
 */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', deps.trustProxy);
  // Query strings are parsed with PHP's rules, where they are needed.
  app.set('query parser', false);
  app.use(requestTarget);
  app.use(utf8Headers);
  if (deps.pageCache) app.use(deps.pageCache);
  if (deps.restCache) app.use(deps.restCache.serveCached);
  app.use(healthRoutes(deps.checkDatabase, deps.isStopping ?? (() => false)));
  app.use((request, response, next) => {
    const id = requestId(request, deps.trustProxy);
    response.setHeader('X-Request-Id', id);
    const context = createContext(id);
    context.memo.set(CLIENT_IP, request.ip ?? '');
    runInContext(context, next);
  });
  if (deps.timing) app.use(deps.timing.begin);
  const security = securityHeaders(deps.siteUrl.startsWith('https:'), deps.hosts);
  app.use(security.setHeaders);
  app.use(compressed());
  if (deps.assets) app.use(deps.assets);
  if (deps.beforeRequest) {
    const { beforeRequest } = deps;
    app.use((request, _response, next) => {
      const work = beforeRequest(request);
      if (work instanceof Promise) work.then(() => next(), next);
      else next();
    });
  }
  app.use(security.updateHosts);
  app.use(announceEnd(deps.hooks));
  app.use(deps.sessions.middleware);
  if (deps.timing) app.use(deps.timing.show);
  if (deps.language) app.use(deps.language);
  app.use(
    restRoute(deps.rest, deps.authenticate, {
      limitOf: deps.restBodyLimit,
      fireRequestHooks: deps.fireRequestHooks,
      cache: deps.restCache,
      translate: deps.translate,
    }),
  );
  app.use(restErrors(deps.onError));
  app.use((_request, response, next) => {
    response.setHeader('Link', `<${deps.siteUrl}/wp-json/>; rel="https://api.w.org/"`);
    next();
  });
  app.use((request, response, next) => {
    // Redirects to the trailing slash, as a web server does for a folder.
    if (request.path === '/wp-admin' && request.method === 'GET')
      response
        .status(301)
        .setHeader('Content-Type', 'text/html; charset=UTF-8')
        .setHeader('Location', request.originalUrl.replace('/wp-admin', '/wp-admin/'))
        .end();
    else next();
  });
  mount(app, /^\/wp-login\.php$/, deps.login);
  mount(app, /^\/wp-admin\/admin-(?:ajax|post)\.php$/, deps.actions);
  mount(app, /^\/wp-admin(?:\/|$)/, deps.admin);
  mount(app, /^/, deps.front);
  const renderError = deps.renderError ?? plainErrorPage;
  app.use((request: Request, response: Response, next) => {
    Promise.resolve(renderError(404, request)).then(
      (html) => response.status(404).setHeader('Content-Type', 'text/html; charset=UTF-8').end(html),
      next,
    );
  });
  app.use(errorPages(renderError, deps.onError));
  return app;
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

function mount(app: Express, path: RegExp, handler: Handler): void {
  app.use((request, response, next) => {
    if (!path.test(request.path)) return next();
    handler(request, response).then((handled) => {
      if (handled === false) next();
    }, next);
  });
}
