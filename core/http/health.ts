import type { RequestHandler } from 'express';

/** `/healthz`: the process answers. `/readyz`: it can also reach its database and is not stopping. */
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
