import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response, RequestHandler } from 'express';
import type { HookApi } from '../api/index.js';

/**
 * Extracts the path from a target in absolute form, as sent to a proxy (RFC 9112, 3.2); rejects a target without a
 * path.
 */
export function requestTarget(request: Request, response: Response, next: NextFunction): void {
  if (!request.url.startsWith('/')) {
    const path = /^https?:\/\/[^/?#]+(.*)$/i.exec(request.url)?.[1];
    if (path === undefined) {
      response.status(400).end();
      return;
    }
    request.url = path.startsWith('/') ? path : `/${path}`;
    request.originalUrl = request.url;
  }
  next();
}

const NOT_ASCII = /[\u0080-\u00ff]/;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes headers whose bytes are UTF-8: Node.js decodes all of them as Latin-1. Others stay as they are. */
export function utf8Headers(request: Request, _response: Response, next: NextFunction): void {
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && NOT_ASCII.test(value)) request.headers[name] = fromUtf8(value);
  next();
}

function fromUtf8(latin: string): string {
  try {
    return UTF8.decode(Buffer.from(latin, 'latin1'));
  } catch {
    return latin;
  }
}

/** Returns the id of a request: that of a trusted proxy, otherwise a new one. */
export function requestId(request: IncomingMessage, trustProxy: number): string {
  const forwardedId = trustProxy > 0 ? request.headers['x-request-id'] : undefined;
  return typeof forwardedId === 'string' && /^[\w.-]{1,64}$/.test(forwardedId) ? forwardedId : randomUUID();
}

/** Fires `shutdown` once a response has been sent, or its client has disconnected. */
export function announceEnd(hooks: Pick<HookApi, 'doAction' | 'hasAction'>): RequestHandler {
  return (_request, response, next) => {
    // The listener runs in the context of the request.
    if (hooks.hasAction('shutdown'))
      response.once(
        'close',
        AsyncResource.bind(() => void hooks.doAction('shutdown')),
      );
    next();
  };
}

/** `/healthz`: the process responds. `/readyz`: it can also reach its database and is not stopping. */
export function healthRoutes(checkDatabase: () => Promise<void>, isStopping: () => boolean): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const send = (status: number, text: string): void => {
      response
        .status(status)
        .set({ 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-store' })
        .end(`${text}\n`);
    };
    if (request.path === '/healthz') return send(200, 'ok');
    if (request.path !== '/readyz') return next();
    if (isStopping()) return send(503, 'stopping');
    checkDatabase().then(
      () => send(200, 'ok'),
      () => send(503, 'database'),
    );
  };
}
