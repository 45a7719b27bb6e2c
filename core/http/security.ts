import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Stands in the policy where each answer has a nonce of its own. */
const NONCE = 'NONCE';

/** The policy every page of the site lives under: scripts only from the site, or with the request's nonce. */
export function securityHeaders(secure: boolean): RequestHandler {
  const { fixed, policy } = headersOf(secure);
  return (_request, response, next) => {
    const nonce = newNonce();
    response.locals.cspNonce = nonce;
    for (const [name, value] of fixed) response.setHeader(name, value);
    response.setHeader('Content-Security-Policy', policy.replaceAll(NONCE, nonce));
    next();
  };
}

/** Chance is asked for many at once: each question costs more than what is made of it. So many bytes make a text that no template has to escape. */
const NONCE_BYTES = 18;
const NONCES = 256;
let chance = Buffer.alloc(0);

function newNonce(): string {
  if (chance.length === 0) chance = randomBytes(NONCE_BYTES * NONCES);
  const nonce = chance.subarray(0, NONCE_BYTES).toString('base64');
  chance = chance.subarray(NONCE_BYTES);
  return nonce;
}

/** What helmet says, asked once: it is the same for every answer, but for the nonce. */
function headersOf(secure: boolean): { readonly fixed: readonly (readonly [string, string])[]; readonly policy: string } {
  const fixed = new Map<string, string>();
  const answer = { setHeader: (name: string, value: string) => void fixed.set(name, value), removeHeader: (name: string) => void fixed.delete(name) };
  const script = ["'self'", `'nonce-${NONCE}'`];
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: script,
        styleSrc: script,
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
  })({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  const policy = fixed.get('Content-Security-Policy') ?? '';
  fixed.delete('Content-Security-Policy');
  return { fixed: [...fixed], policy };
}

/** The nonce that lets an inline script or style of this answer run. */
export function cspNonce(response: object): string {
  const { locals } = response as { locals?: { cspNonce?: unknown } };
  return typeof locals?.cspNonce === 'string' ? locals.cspNonce : '';
}
