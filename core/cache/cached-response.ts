import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';

/** A page as sent to every visitor. */
export interface CachedPage {
  readonly status: number;
  /** Alternating names and values: all headers except those of a single response, with the content type last. */
  readonly headers: readonly string[];
  readonly etag: string;
  /** Headers of the request that it depends on, beyond those of every page. */
  readonly varyHeaders: readonly string[];
  /** By content encoding: those requested so far, the original first. */
  readonly bodies: Map<string, Buffer>;
  /** The table versions it was made from. */
  readonly tableVersions: readonly (readonly [name: string, generation: number])[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** State of the process in which it was made; see {@link PageCacheDeps.state}. */
  readonly state: number;
}

/** The encoding of an uncompressed page. */
export const IDENTITY = 'identity';
/** Size in bytes below which compression is not worth it. */
const SHORT = 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress: Readonly<Record<string, ((body: Buffer) => Promise<Buffer>) | undefined>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
};

/** Returns the ETag of a body; weak, since it is the same for each of its encodings. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether a client already has the page, by its `If-None-Match`. */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === plain);
}

/** Returns the page in an encoding, compressed once. */
export async function bodyIn(
  page: Pick<CachedPage, 'bodies'>,
  encoding: string,
): Promise<{ readonly encoding: string; readonly body: Buffer }> {
  const plain = page.bodies.get(IDENTITY) ?? Buffer.alloc(0);
  if (encoding === IDENTITY || plain.length < SHORT) return { encoding: IDENTITY, body: plain };
  const known = page.bodies.get(encoding);
  if (known) return { encoding, body: known };
  const encode = compress[encoding];
  if (!encode) return { encoding: IDENTITY, body: plain };
  const body = await encode(plain);
  page.bodies.set(encoding, body);
  return { encoding, body };
}

/** Returns the encoding for a client: Brotli, gzip, or uncompressed. */
export function encodingFor(request: Request): string {
  if (request.headers['accept-encoding'] === undefined) return IDENTITY;
  // Checked one by one: browsers list Brotli last, although it compresses best.
  return request.acceptsEncodings('br') || request.acceptsEncodings('gzip') || IDENTITY;
}

const encoder = new TextEncoder();

/** Encodes text as UTF-8. Pages are concatenated from thousands of pieces, which `Buffer.from` would traverse twice. */
export function utf8Bytes(text: string): Buffer {
  const { buffer, byteOffset, byteLength } = encoder.encode(text);
  return Buffer.from(buffer, byteOffset, byteLength);
}
