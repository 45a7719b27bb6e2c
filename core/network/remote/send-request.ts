import { lookup } from 'node:dns';
import { type IncomingMessage, request as askPlain } from 'node:http';
import { request as askSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Readable } from 'node:stream';
import { isPublicAddress } from '../private-address.js';

/** A request to another site. */
export interface RemoteRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** Maximum number of redirects; more are an error. With 0, the first response is returned. */
  readonly redirects: number;
  /** Number of redirects that were already followed. */
  readonly redirectCount?: number;
  readonly maxBytes: number;
  /** Whether a response that is too long is truncated instead of rejected. */
  readonly truncate: boolean;
  /** Whether addresses of this machine and its network are rejected. */
  readonly safe: boolean;
  readonly signal: AbortSignal;
}

/** The response of another site. */
export interface RemoteResponse {
  /** The URL that responded. */
  readonly url: URL;
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly bytes: Buffer;
}

/** Thrown if a URL must not be requested. */
export class BlockedUrlError extends Error {}

const ALLOWED_PORTS = ['', '80', '443', '8080'];
/** Headers that are not sent to other sites after a redirect. */
const SAME_ORIGIN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization'];

/** Resolves a hostname to public IP addresses. The request uses the address that was checked here. */
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
 * Sends a request, follows redirects, and reads the response within the limits.
 * @throws BlockedUrlError if a URL must not be requested
 */
export async function sendRequest(request: RemoteRequest): Promise<RemoteResponse> {
  assertAllowedUrl(request);
  const response = await openRequest(request);
  const { statusCode = 0, headers } = response;
  const { redirects, redirectCount = 0 } = request;
  if (redirects > 0 && [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
    response.destroy();
    if (redirectCount >= redirects) throw new BlockedUrlError('Too many redirects.');
    if (!URL.canParse(headers.location, request.url.href))
      throw new BlockedUrlError('The redirect target is not a valid URL.');
    return sendRequest(toRedirectRequest(request, statusCode, new URL(headers.location, request.url)));
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
    bytes: request.method === 'HEAD' ? Buffer.alloc(0) : await readBody(response, request),
  };
}

function assertAllowedUrl({ url, safe }: RemoteRequest): void {
  if (!['http:', 'https:'].includes(url.protocol)) throw new BlockedUrlError('A valid URL was not provided.');
  if (!safe) return;
  const hostAddress = url.hostname.replace(/^\[|\]$/g, '');
  if (
    url.username !== '' ||
    url.password !== '' ||
    !ALLOWED_PORTS.includes(url.port) ||
    (isIP(hostAddress) > 0 && !isPublicAddress(hostAddress))
  )
    throw new BlockedUrlError('A valid URL was not provided.');
}

function toRedirectRequest(request: RemoteRequest, status: number, url: URL): RemoteRequest {
  const asGet = status === 303 || ((status === 301 || status === 302) && request.method === 'POST');
  const isSame = url.origin === request.url.origin;
  const forwardedHeaders = Object.entries(request.headers).filter(
    ([name]) => (isSame || !SAME_ORIGIN_HEADERS.includes(name.toLowerCase())) && !(asGet && /^content-/i.test(name)),
  );
  return {
    ...request,
    url,
    redirectCount: (request.redirectCount ?? 0) + 1,
    headers: Object.fromEntries(forwardedHeaders),
    ...(asGet ? { method: request.method === 'HEAD' ? 'HEAD' : 'GET', body: undefined } : {}),
  };
}

function openRequest({ url, method, headers, body, safe, signal }: RemoteRequest): Promise<IncomingMessage> {
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

/** Reads the body of a response. For compressed content, the limit applies to the size after decompression. */
async function readBody(response: IncomingMessage, { maxBytes, truncate }: RemoteRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of decompress(response) as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) continue;
    response.destroy();
    if (!truncate) throw new Error('The response is too large.');
    return Buffer.concat(parts).subarray(0, maxBytes);
  }
  return Buffer.concat(parts);
}

function decompress(response: IncomingMessage): Readable {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    response.headers['content-encoding'] ?? ''
  ];
  if (!unpack) return response;
  const stream = unpack();
  response.on('error', (error) => stream.destroy(error));
  return response.pipe(stream);
}
