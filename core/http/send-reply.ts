import type { Response } from 'express';
import type { Reply } from '../api/index.js';
import { localTarget } from './local-target.js';

/** Sends what a page handler answered; pages must have become HTML before. */
export function sendReply(response: Response, reply: Exclude<Reply, { kind: 'page' }>, siteUrl: string): void {
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
    response.setHeader('X-Redirect-By', 'Plinth');
    response.setHeader('Content-Type', 'text/html; charset=UTF-8');
    response.setHeader('Location', localTarget(reply.location, siteUrl) ?? `${siteUrl}/`);
    response.status(reply.status ?? 302).end();
    return;
  }
  response.setHeader('Content-Type', reply.type);
  response.status(reply.status ?? 200).end(reply.body);
}
