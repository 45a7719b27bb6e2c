import { lookup } from 'node:dns';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { posix } from 'node:path';
import { WpError } from '../api/index.js';
import { isPublicAddress } from './private-address.js';

/** Something fetched from another site. */
export interface Fetched {
  /** The end of its address. */
  readonly name: string;
  readonly type: string;
  readonly data: Buffer;
}

const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 20_000;
const MOST_REDIRECTS = 3;
const PORTS = ['', '80', '443', '8080'];

/** Looks a name up, and leaves out what is not on the internet: the address that is asked is the one that was looked at. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (error || !first) callback(error ?? new Error('The name leads to no public address.'), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Fetches what stands at an address of another site (`wp_safe_remote_get`): within time and size, over the usual ports, and never from
 * this machine or its network, whatever a name or a redirect says.
 */
export async function fetchSafely(address: string, redirects = 0): Promise<Fetched | WpError> {
  const refuse = (message: string): WpError => new WpError('http_request_failed', message);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '' || !PORTS.includes(url.port)) return refuse('A valid URL was not provided.');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) > 0 && !isPublicAddress(literal)) return refuse('A valid URL was not provided.');
  try {
    const response = await open(url);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy();
      if (redirects >= MOST_REDIRECTS || !URL.canParse(headers.location, url.href)) return refuse('Too many redirects.');
      return await fetchSafely(new URL(headers.location, url).href, redirects + 1);
    }
    if (statusCode !== 200) {
      response.destroy();
      return new WpError('http_404', `The other site answered ${statusCode}.`);
    }
    return { name: posix.basename(decoded(url.pathname)) || 'file', type: headers['content-type'] ?? '', data: await collect(response) };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'The other site does not answer.');
  }
}

function open(url: URL): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getSecure : getPlain;
    const request = get(url.href, { lookup: publicLookup, agent: false, signal: AbortSignal.timeout(MOST_MS), headers: { 'user-agent': 'Plinth' } }, resolve);
    request.on('error', reject);
  });
}

async function collect(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) {
      response.destroy();
      throw new Error('The file is too large.');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
