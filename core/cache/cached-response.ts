import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';
import type { VersionStamp } from './table-versions.js';

/** A response as sent to every visitor. */
export interface CachedResponse {
  readonly status: number;
  /** Alternating names and values: all headers except those of one response alone. */
  readonly headers: readonly string[];
  readonly etag: string;
  /** Properties of the request that it depends on, besides its key. */
  readonly requestProperties: readonly string[];
  /** By content encoding: those requested so far, the original first. */
  readonly bodies: Map<string, Buffer>;
  /** The table versions it was made from. */
  readonly stamps: readonly VersionStamp[];
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
  /** Value of `state()` when it was made; the response is invalid once that changes. */
  readonly state: number;
}

/** The encoding of an uncompressed body. */
export const IDENTITY = 'identity';
/** Size in bytes below which compression is not worth it. */
const MIN_COMPRESSED = 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress: Readonly<Record<string, ((body: Buffer) => Promise<Buffer>) | undefined>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
};
/** Headers of one response alone. */
const PER_RESPONSE_HEADERS: ReadonlySet<string> = new Set([
  'x-request-id',
  'x-plinth-cache',
  'date',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'server-timing',
  'vary',
]);

/**
 * Returns alternating names and values of the headers that are the same for every visitor.
 * @param changed other values of some headers, by lowercase name
 */
export function sharedHeaders(response: ServerResponse, changed: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries({ ...response.getHeaders(), ...changed }).flatMap(([name, value]) =>
    PER_RESPONSE_HEADERS.has(name) || value === undefined
      ? []
      : [value].flat().flatMap((headerValue) => [name, String(headerValue)]),
  );
}

/** Whether a response forbids shared caching (RFC 9111, 5.2.2). */
export function forbidsCaching(response: ServerResponse): boolean {
  return /no-store|no-cache|private|max-age=0/i.test(String(response.getHeader('cache-control') ?? ''));
}

/** Returns the ETag of a body; weak, since it is the same for each of its encodings. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether a client already has the response, by its `If-None-Match`. */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((entityTag) => entityTag.trim().replace(/^W\//, '') === plain);
}

/** Returns the body of a response in an encoding, compressed once. */
export async function encodedBody(
  { bodies }: Pick<CachedResponse, 'bodies'>,
  encoding: string,
): Promise<{ readonly encoding: string; readonly body: Buffer }> {
  const plain = bodies.get(IDENTITY) ?? Buffer.alloc(0);
  if (encoding === IDENTITY || plain.length < MIN_COMPRESSED) return { encoding: IDENTITY, body: plain };
  const known = bodies.get(encoding);
  if (known) return { encoding, body: known };
  const encode = compress[encoding];
  if (!encode) return { encoding: IDENTITY, body: plain };
  const body = await encode(plain);
  bodies.set(encoding, body);
  return { encoding, body };
}

/** Returns the encoding for a client: Brotli, gzip, or uncompressed. */
export function encodingFor(request: Request): string {
  if (request.headers['accept-encoding'] === undefined) return IDENTITY;
  // Checked one by one: browsers list Brotli last, although it compresses best.
  return request.acceptsEncodings('br') || request.acceptsEncodings('gzip') || IDENTITY;
}

/**
 * Sends a cached response.
 * @param extraHeaders alternating names and values of the headers of this response alone
 */
export async function sendCached(
  request: Request,
  response: ServerResponse,
  cached: CachedResponse,
  extraHeaders: readonly string[],
): Promise<void> {
  const { encoding, body } = await encodedBody(cached, encodingFor(request));
  const coding = encoding === IDENTITY ? [] : ['Content-Encoding', encoding];
  response.writeHead(cached.status, [
    ...cached.headers,
    ...extraHeaders,
    ...coding,
    'Content-Length',
    String(body.length),
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const encoder = new TextEncoder();

/** Encodes text as UTF-8. Pages are concatenated from thousands of pieces, which `Buffer.from` would traverse twice. */
export function utf8Bytes(text: string): Buffer {
  const { buffer, byteOffset, byteLength } = encoder.encode(text);
  return Buffer.from(buffer, byteOffset, byteLength);
}
