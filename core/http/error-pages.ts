import type { ErrorRequestHandler, Request } from 'express';
import { PlinthError } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { INSUFFICIENT_STORAGE, storageFailure } from '../uploads/index.js';
import { withTimingPanel } from './timing.js';

/** Renders the page for a failed request without revealing internal details. */
export type RenderError = (status: number, request: Request) => Promise<string> | string;

const TITLES: Record<number, string> = {
  400: 'Invalid URL',
  403: 'You are not allowed to do that',
  404: 'Page not found',
  413: 'Request too large',
  429: 'Too many attempts',
  503: 'The site is temporarily unavailable',
  507: 'The disk is full or read-only',
};

/** Returns the error page used when no view could be rendered. */
export function plainErrorPage(status: number, _request: Request): string {
  const title = TITLES[status] ?? 'Something went wrong';
  const id = currentContext()?.id ?? '';
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>Error ${status}${id === '' ? '' : `, request ${id.replaceAll(/[^\w-]/g, '')}`}.</p><p><a href="/">Home</a></p></main></body>
</html>
`;
}

/** Handles a request whose handler threw. */
export function errorPages(
  render: RenderError,
  onError: (error: unknown, context: string) => void,
): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = statusOf(error);
    if (status >= 500) onError(error, `${request.method} ${request.path}`);
    // An incomplete response must not look complete, and the framework would print the error.
    if (response.headersSent) return void request.socket.destroy();
    if (status === 503 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '30');
    Promise.resolve()
      .then(() => render(status, request))
      .catch(() => plainErrorPage(status, request))
      .then((html) =>
        response
          .status(status)
          .setHeader('Content-Type', 'text/html; charset=UTF-8')
          .setHeader('Cache-Control', 'no-store')
          .end(withTimingPanel(response, html)),
      )
      .catch(next);
  };
}

/** Returns the HTTP status for an error. */
export function statusOf(error: unknown): number {
  if (storageFailure(error)) return INSUFFICIENT_STORAGE;
  if (error instanceof PlinthError) return error.status;
  // Express's own errors, such as a path that cannot be decoded.
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
