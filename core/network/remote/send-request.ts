import { lookup } from 'node:dns';
import { type IncomingMessage, request as askPlain } from 'node:http';
import { request as askSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Readable } from 'node:stream';
import { isPublicAddress } from '../private-address.js';

/** One question to another site, checked and complete. */
export interface RemoteRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** How many redirects are followed; when there are more, nothing is answered. 0: the first is the answer. */
  readonly redirects: number;
  /** How many were. */
  readonly followed?: number;
  readonly maxBytes: number;
  /** Cut an answer that is longer, in place of refusing it. */
  readonly cut: boolean;
  /** Asks this machine and its network nothing. */
  readonly safe: boolean;
  readonly signal: AbortSignal;
}

/** What came back. */
export interface Found {
  /** The address that answered. */
  readonly url: URL;
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly bytes: Buffer;
}

/** Why an address is not asked. */
export class Refused extends Error {}

const PORTS = ['', '80', '443', '8080'];
/** Headers that are for the site that was asked first alone. */
const FOR_ONE_SITE = ['authorization', 'cookie', 'host', 'proxy-authorization'];

/** Looks a name up, and leaves out what is not on the internet: the address that is asked is the one that was looked at. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (error || !first) callback(error ?? new Error('The name leads to no public address.'), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Asks, follows redirects, and reads the answer within its bounds.
 * @throws Refused when an address is not to be asked
 */
export async function ask(question: RemoteRequest): Promise<Found> {
  assertAskable(question);
  const answer = await send(question);
  const { statusCode = 0, headers } = answer;
  const { redirects, followed = 0 } = question;
  if (redirects > 0 && [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
    answer.destroy();
    if (followed >= redirects) throw new Refused('Too many redirects.');
    if (!URL.canParse(headers.location, question.url.href)) throw new Refused('The answer leads to no address.');
    return ask(redirected(question, statusCode, new URL(headers.location, question.url)));
  }
  return {
    url: question.url,
    status: statusCode,
    message: answer.statusMessage ?? '',
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
      ),
    ),
    setCookies: headers['set-cookie'] ?? [],
    bytes: question.method === 'HEAD' ? Buffer.alloc(0) : await collect(answer, question),
  };
}

function assertAskable({ url, safe }: RemoteRequest): void {
  if (!['http:', 'https:'].includes(url.protocol)) throw new Refused('A valid URL was not provided.');
  if (!safe) return;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (
    url.username !== '' ||
    url.password !== '' ||
    !PORTS.includes(url.port) ||
    (isIP(literal) > 0 && !isPublicAddress(literal))
  )
    throw new Refused('A valid URL was not provided.');
}

function redirected(question: RemoteRequest, status: number, url: URL): RemoteRequest {
  const asGet = status === 303 || ((status === 301 || status === 302) && question.method === 'POST');
  const isSame = url.origin === question.url.origin;
  const kept = Object.entries(question.headers).filter(
    ([name]) => (isSame || !FOR_ONE_SITE.includes(name.toLowerCase())) && !(asGet && /^content-/i.test(name)),
  );
  return {
    ...question,
    url,
    followed: (question.followed ?? 0) + 1,
    headers: Object.fromEntries(kept),
    ...(asGet ? { method: question.method === 'HEAD' ? 'HEAD' : 'GET', body: undefined } : {}),
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

/** What is packed is bounded by its size when it is unpacked. */
async function collect(answer: IncomingMessage, { maxBytes, cut }: RemoteRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of unpacked(answer) as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) continue;
    answer.destroy();
    if (!cut) throw new Error('The answer is too large.');
    return Buffer.concat(parts).subarray(0, maxBytes);
  }
  return Buffer.concat(parts);
}

function unpacked(answer: IncomingMessage): Readable {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    answer.headers['content-encoding'] ?? ''
  ];
  if (!unpack) return answer;
  const stream = unpack();
  answer.on('error', (error) => stream.destroy(error));
  return answer.pipe(stream);
}
