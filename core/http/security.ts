import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The policy every page of the site lives under: scripts only from the site, or with the request's nonce. */
export function securityHeaders(secure: boolean): RequestHandler[] {
  return [
    (_request, response, next) => {
      response.locals.cspNonce = randomBytes(16).toString('base64');
      next();
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", (_request, response) => `'nonce-${cspNonce(response)}'`],
          styleSrc: ["'self'", (_request, response) => `'nonce-${cspNonce(response)}'`],
          imgSrc: ["'self'", 'data:', 'https:'],
          fontSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'self'"],
          ...(secure ? { upgradeInsecureRequests: [] } : {}),
        },
      },
      strictTransportSecurity: secure,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // Images and the API are there for other sites too.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
  ];
}

/** The nonce that lets an inline script or style of this answer run. */
export function cspNonce(response: object): string {
  const { locals } = response as { locals?: { cspNonce?: unknown } };
  return typeof locals?.cspNonce === 'string' ? locals.cspNonce : '';
}
