import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { DeclaredHosts } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { ANY_HOST } from '../network/index.js';

const NO_HOSTS: DeclaredHosts = {};
/** Placeholder in the policy for the nonce of each response. */
const NONCE = 'NONCE';

/**
 * Creates the policy headers of every page of the site: scripts only from the site, with the request's nonce, or from
 * the hosts that plugins declare.
 * @param hosts hosts of the running plugins; the same object until they change
 */
export function securityHeaders(secure: boolean, hosts: () => DeclaredHosts = () => NO_HOSTS): SecurityHeaders {
  let of = hosts();
  let { fixed, policy } = headersOf(secure, of);
  const allow: RequestHandler = (_request, response, next) => {
    response.locals.redirectHosts = of.redirect ?? [];
    response.setHeader('Content-Security-Policy', policy.replaceAll(NONCE, cspNonce(response)));
    next();
  };
  return {
    setHeaders(request, response, next) {
      const nonce = newNonce();
      response.locals.cspNonce = nonce;
      currentContext()?.memo.set('cspNonce', nonce);
      for (const [name, value] of fixed) response.setHeader(name, value);
      void allow(request, response, next);
    },
    updateHosts(request, response, next) {
      const now = hosts();
      if (now === of) return next();
      of = now;
      ({ fixed, policy } = headersOf(secure, of));
      void allow(request, response, next);
    },
  };
}

/** The middleware that sets the headers. */
interface SecurityHeaders {
  readonly setHeaders: RequestHandler;
  /** Runs once it is known which plugins run for this request. */
  readonly updateHosts: RequestHandler;
}

/**
 * Random bytes are drawn for many nonces at once, since each call costs more than its result. This number of bytes
 * encodes without characters that templates escape.
 */
const NONCE_BYTES = 18;
const NONCES = 256;
let chance = Buffer.alloc(0);

function newNonce(): string {
  if (chance.length === 0) chance = randomBytes(NONCE_BYTES * NONCES);
  const nonce = chance.subarray(0, NONCE_BYTES).toString('base64');
  chance = chance.subarray(NONCE_BYTES);
  return nonce;
}

/** Helmet's headers, computed once: they are the same for every response except for the nonce. */
function headersOf(
  secure: boolean,
  hosts: DeclaredHosts,
): { readonly fixed: readonly (readonly [string, string])[]; readonly policy: string } {
  const fixed = new Map<string, string>();
  const responseStub = {
    setHeader: (name: string, value: string) => void fixed.set(name, value),
    removeHeader: (name: string) => void fixed.delete(name),
  };
  const own = ["'self'", `'nonce-${NONCE}'`];
  const { script = [], style = [], frame = [], connect = [], form = [], redirect = [] } = hosts;
  // Browsers also apply the policy for form targets to redirects of the response.
  const targets = redirect.includes(ANY_HOST) ? ['https:', 'http:'] : redirect;
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [...own, ...script],
        styleSrc: [...own, ...style],
        ...(frame.length > 0 ? { frameSrc: ["'self'", ...frame] } : {}),
        ...(connect.length > 0 ? { connectSrc: ["'self'", ...connect] } : {}),
        imgSrc: ["'self'", 'data:', 'https:', ...(hosts.img ?? []).filter((origin) => !origin.startsWith('https:'))],
        // A stylesheet names its fonts, so a host allowed for one is allowed for the other.
        fontSrc: ["'self'", ...style],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'", ...new Set([...form, ...targets])],
        frameAncestors: ["'self'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Images and the API may be used by other sites.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })({} as IncomingMessage, responseStub as unknown as ServerResponse, () => undefined);
  const policy = fixed.get('Content-Security-Policy') ?? '';
  fixed.delete('Content-Security-Policy');
  return { fixed: [...fixed], policy };
}

/** Returns the nonce that allows inline scripts and styles of this response. */
export function cspNonce(response: object): string {
  const { locals } = response as { locals?: { cspNonce?: unknown } };
  return typeof locals?.cspNonce === 'string' ? locals.cspNonce : '';
}

/** Returns the hosts besides this site to which a response may redirect. */
export function redirectHosts(response: object): readonly string[] {
  const { locals } = response as { locals?: { redirectHosts?: readonly string[] } };
  return locals?.redirectHosts ?? [];
}
