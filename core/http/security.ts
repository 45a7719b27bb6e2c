import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { DeclaredHosts } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { ANY_HOST } from '../network/index.js';

const NO_HOSTS: DeclaredHosts = {};
/** Stands in the policy where each answer has a nonce of its own. */
const NONCE = 'NONCE';

/**
 * The policy every page of the site lives under: scripts only from the site, with the request's nonce, or from the hosts that plugins declare.
 * @param hosts those of the plugins that run; the same object for as long as they are the same
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
    begin(request, response, next) {
      const nonce = newNonce();
      response.locals.cspNonce = nonce;
      currentContext()?.memo.set('cspNonce', nonce);
      for (const [name, value] of fixed) response.setHeader(name, value);
      void allow(request, response, next);
    },
    follow(request, response, next) {
      const now = hosts();
      if (now === of) return next();
      of = now;
      ({ fixed, policy } = headersOf(secure, of));
      void allow(request, response, next);
    },
  };
}

/** The headers as a request meets them. */
interface SecurityHeaders {
  readonly begin: RequestHandler;
  /** Comes when it is known which plugins run for this request. */
  readonly follow: RequestHandler;
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
function headersOf(
  secure: boolean,
  hosts: DeclaredHosts,
): { readonly fixed: readonly (readonly [string, string])[]; readonly policy: string } {
  const fixed = new Map<string, string>();
  const answer = {
    setHeader: (name: string, value: string) => void fixed.set(name, value),
    removeHeader: (name: string) => void fixed.delete(name),
  };
  const own = ["'self'", `'nonce-${NONCE}'`];
  const { script = [], style = [], frame = [], connect = [], form = [], redirect = [] } = hosts;
  // Browsers hold a form's target to the policy also where its answer leads on to another host.
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
        // A style names its fonts, and who may bring the one may bring the other.
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

/** The hosts that an answer may send its visitor to, besides this site. */
export function redirectHosts(response: object): readonly string[] {
  const { locals } = response as { locals?: { redirectHosts?: readonly string[] } };
  return locals?.redirectHosts ?? [];
}
