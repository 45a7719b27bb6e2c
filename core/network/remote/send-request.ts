import { lookup } from 'node:dns';
import { type IncomingMessage, request as askPlain } from 'node:http';
import { request as askSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Readable } from 'node:stream';
import { isPublicAddress } from '../private-address.js';

/** One validated request to another site. */
export interface RemoteRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** Maximum number of redirects followed; more are an error. 0: the first response is returned. */
  readonly redirects: number;
  /** Number of redirects followed so far. */
  readonly redirectCount?: number;
  readonly maxBytes: number;
  /** Whether to truncate a longer response instead of rejecting it. */
  readonly truncate: boolean;
  /** Whether to refuse this machine and its network. */
  readonly safe: boolean;
  readonly signal: AbortSignal;
}

/** A response. */
export interface Found {
  /** The URL that responded. */
  readonly url: URL;
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly bytes: Buffer;
}

/** Thrown when a URL must not be requested. */
export class BlockedUrlError extends Error {}

const PORTS = ['', '80', '443', '8080'];
/** Headers that are sent only to the first site. */
const FOR_ONE_SITE = ['authorization', 'cookie', 'host', 'proxy-authorization'];

/** Resolves a name and omits IP addresses that are not public: the address contacted is the one that was checked. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (error || !first) callback(error ?? new Error('The host name does not resolve to a public address.'), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Sends a request, follows redirects, and reads the response within its limits.
 * @throws Refused when a URL must not be requested
 */
export async function sendRequest(request: RemoteRequest): Promise<Found> {
  assertAskable(request);
  const response = await send(request);
  const { statusCode = 0, headers } = response;
  const { redirects, redirectCount = 0 } = request;
  if (redirects > 0 && [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
    response.destroy();
    if (redirectCount >= redirects) throw new BlockedUrlError('Too many redirects.');
    if (!URL.canParse(headers.location, request.url.href))
      throw new BlockedUrlError('The redirect target is not a valid URL.');
    return sendRequest(redirected(request, statusCode, new URL(headers.location, request.url)));
  }
  return {
    url: request.url,
    status: statusCode,
    message: response.statusMessage ?? '',
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
      ),
    ),
    setCookies: headers['set-cookie'] ?? [],
    bytes: request.method === 'HEAD' ? Buffer.alloc(0) : await collect(response, request),
  };
}

function assertAskable({ url, safe }: RemoteRequest): void {
  if (!['http:', 'https:'].includes(url.protocol)) throw new BlockedUrlError('A valid URL was not provided.');
  if (!safe) return;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (
    url.username !== '' ||
    url.password !== '' ||
    !PORTS.includes(url.port) ||
    (isIP(literal) > 0 && !isPublicAddress(literal))
  )
    throw new BlockedUrlError('A valid URL was not provided.');
}

function redirected(request: RemoteRequest, status: number, url: URL): RemoteRequest {
  const asGet = status === 303 || ((status === 301 || status === 302) && request.method === 'POST');
  const isSame = url.origin === request.url.origin;
  const forwardedHeaders = Object.entries(request.headers).filter(
    ([name]) => (isSame || !FOR_ONE_SITE.includes(name.toLowerCase())) && !(asGet && /^content-/i.test(name)),
  );
  return {
    ...request,
    url,
    redirectCount: (request.redirectCount ?? 0) + 1,
    headers: Object.fromEntries(forwardedHeaders),
    ...(asGet ? { method: request.method === 'HEAD' ? 'HEAD' : 'GET', body: undefined } : {}),
  };
}

function send({ url, method, headers, body, safe, signal }: RemoteRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? askSecure : askPlain)(
      url,
      {
        method,
        headers: { ...headers, ...(body ? { 'content-length': String(body.byteLength) } : {}) },
        agent: false,
        signal,
        ...(safe ? { lookup: publicLookup } : {}),
      },
      resolve,
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The limit for compressed content applies to its decompressed size. */
async function collect(response: IncomingMessage, { maxBytes, truncate }: RemoteRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of unpacked(response) as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) continue;
    response.destroy();
    if (!truncate) throw new Error('The response is too large.');
    return Buffer.concat(parts).subarray(0, maxBytes);
  }
  return Buffer.concat(parts);
}

function unpacked(response: IncomingMessage): Readable {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    response.headers['content-encoding'] ?? ''
  ];
  if (!unpack) return response;
  const stream = unpack();
  response.on('error', (error) => stream.destroy(error));
  return response.pipe(stream);
}
