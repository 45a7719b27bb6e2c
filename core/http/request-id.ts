import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The id of a request: that of a proxy, when a proxy is believed, otherwise a new one. */
export function requestId(request: IncomingMessage, trustProxy: number): string {
  const given = trustProxy > 0 ? request.headers['x-request-id'] : undefined;
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
