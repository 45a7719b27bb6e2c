import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';

/** A page as it goes out to everybody who asks for it. */
export interface CachedPage {
  readonly status: number;
  /** Names and values in turns: all headers but those of a single answer, and the content type last. */
  readonly headers: readonly string[];
  readonly etag: string;
  /** Headers of the request that it depends on, besides those that every page does. */
  readonly asked: readonly string[];
  /** By content encoding: what was asked for so far, the page itself first. */
  readonly bodies: Map<string, Buffer>;
  /** The generations that it was made of. */
  readonly stamps: readonly (readonly [name: string, generation: number])[];
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Of the process, that it was made in; see {@link PageCacheDeps.state}. */
  readonly state: number;
}

/** The encoding of a page as it was made. */
export const IDENTITY = 'identity';
/** Bytes below which compressing is not worth it. */
const SHORT = 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress: Readonly<Record<string, ((body: Buffer) => Promise<Buffer>) | undefined>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
};

/** The tag of a body; weak, since it is the same for each of its encodings. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether a client has the page already, by its `If-None-Match`. */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === plain);
}

/** The page in an encoding, made once. */
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

/** The encoding for a client: Brotli, gzip, or the page as it is. */
export function encodingFor(request: Request): string {
  if (request.headers['accept-encoding'] === undefined) return IDENTITY;
  // Asked one by one: browsers name Brotli last, though it is the tightest.
  return request.acceptsEncodings('br') || request.acceptsEncodings('gzip') || IDENTITY;
}

const encoder = new TextEncoder();

/** A text as bytes. Pages are put together of thousands of pieces, which `Buffer.from` goes through twice. */
export function utf8Bytes(text: string): Buffer {
  const { buffer, byteOffset, byteLength } = encoder.encode(text);
  return Buffer.from(buffer, byteOffset, byteLength);
}
