import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { type Reply, type HookApi } from '../api/index.js';
import { isOnHost, redirectTarget, requestOrigin } from '../network/index.js';
import { filterReply } from '../responses/index.js';
import type { Handler } from './handler.js';
import type { MakePageRequest, SitePageRequest } from './page-request.js';
import { saveSession } from './running-session.js';
import { redirectHosts } from './security.js';
import { withTimingPanel } from './timing.js';

/**
 * Sends the reply of a page handler; pages must be rendered to HTML before.
 * @throws PlinthError `session_unavailable`, `redirect_refused` when a redirect leads to a host that no plugin declares
 */
export async function sendReply(
  response: Response,
  reply: Exclude<Reply, { kind: 'page' }>,
  siteUrl: string,
): Promise<void> {
  await saveSession(response.req);
  return sendNow(response, reply, siteUrl);
}

async function sendNow(response: Response, reply: Exclude<Reply, { kind: 'page' }>, siteUrl: string): Promise<void> {
  const location =
    reply.kind === 'redirect'
      ? redirectTarget(reply.location, siteUrl, [...redirectHosts(response), ...visited(response, siteUrl)])
      : '';
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  for (const { name, value, maxAge } of reply.cookies ?? []) {
    response.cookie(name, value, {
      httpOnly: true,
      sameSite: 'lax',
      secure: siteUrl.startsWith('https:'),
      path: '/',
      ...(maxAge === undefined ? {} : { maxAge: maxAge * 1000 }),
    });
  }
  if (reply.kind === 'redirect') {
    if (reply.headers?.['X-Redirect-By'] === undefined) response.setHeader('X-Redirect-By', 'Plinth');
    else if (reply.headers['X-Redirect-By'] === '') response.removeHeader('X-Redirect-By');
    response.setHeader('Content-Type', 'text/html; charset=UTF-8');
    response.setHeader('Location', location);
    // When the visitor used a host name that is not the site's, the redirect must not be cached for others, whatever
    // the page's caching headers say.
    if (isElsewhere(location, siteUrl, redirectHosts(response))) response.setHeader('Cache-Control', 'no-store');
    response.status(reply.status ?? 302).end();
    return;
  }
  response.setHeader('Content-Type', reply.type);
  response.status(reply.status ?? 200);
  if (typeof reply.body === 'string' || Buffer.isBuffer(reply.body)) response.end(finalBody(response, reply.body));
  else if (response.req.method === 'HEAD') response.end();
  else return sendPieces(response, reply.body);
}

/** Adds the timing panel to a page. */
function finalBody(response: Response, body: string | Buffer): string | Buffer {
  const isPage = String(response.getHeader('Content-Type')).startsWith('text/html') && response.req.method !== 'HEAD';
  return isPage && response.locals.timingPanel !== undefined ? withTimingPanel(response, body.toString()) : body;
}

/** Whether a redirect leads to a host other than the site's own and the declared ones. */
function isElsewhere(location: string, siteUrl: string, declared: readonly string[]): boolean {
  return URL.canParse(location) && !isOnHost(new URL(location), [new URL(siteUrl).origin, ...declared]);
}

/**
 * Returns the host name the visitor used: not a foreign host, since a visitor can only set it for their own request.
 */
function visited({ req }: Response, siteUrl: string): string[] {
  const origin = requestOrigin(req.headers.host, siteUrl);
  return origin === undefined ? [] : [origin];
}

/**
 * Sends a streamed body. A client that disconnects ends the work; an error cuts the response off, so that it is not
 * taken for complete.
 */
async function sendPieces(response: Response, chunks: AsyncIterable<string | Buffer>): Promise<void> {
  const rest = chunks[Symbol.asyncIterator]();
  // An error before the first piece can still become an error page.
  const first = await rest.next();
  try {
    await pipeline(() => after(first, rest), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* after<T>(first: IteratorResult<T, unknown>, rest: AsyncIterator<T, unknown>): AsyncGenerator<T> {
  try {
    for (let step = first; !step.done; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}

/**
 * Creates an Express handler from a page handler that returns finished replies, with the filters of WordPress's own
 * screens applied.
 */
export function pageHandler(
  makeRequest: MakePageRequest,
  siteUrl: string,
  hooks: Pick<HookApi, 'applyFilters' | 'hasFilter'>,
  respond: (request: SitePageRequest) => Promise<Reply>,
): Handler {
  return async (request, response) => {
    const reply = await filterReply(hooks, await respond(await makeRequest(request)));
    if (reply.kind === 'page') throw new TypeError('A page reply requires a layout before it can be sent.');
    await sendReply(response, reply, siteUrl);
    return true;
  };
}
