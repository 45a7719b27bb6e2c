import type { NextFunction, Request, Response } from 'express';

/** Takes the path out of a target that names a host besides, as for a proxy (RFC 9112, 3.2); what is no path is refused. */
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
