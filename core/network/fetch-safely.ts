import { posix } from 'node:path';
import { WpError } from '../api/index.js';
import { sendRequest } from './remote/send-request.js';

/** A file that was downloaded from another site. */
export interface FetchedFile {
  /** The last segment of the URL's path. */
  readonly name: string;
  readonly type: string;
  readonly data: Buffer;
}

const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;

/**
 * Downloads a URL of another site, with limits for time and size, and only from standard ports. Addresses of this
 * machine and its network are rejected, also after DNS queries and redirects.
 */
export async function fetchSafely(requestedUrl: string): Promise<FetchedFile | WpError> {
  const failure = (message: string): WpError => new WpError('http_request_failed', message);
  if (!URL.canParse(requestedUrl)) return failure('A valid URL was not provided.');
  try {
    const { url, status, headers, bytes } = await sendRequest({
      url: new URL(requestedUrl),
      method: 'GET',
      headers: { 'user-agent': 'Plinth' },
      body: undefined,
      redirects: MAX_REDIRECTS,
      maxBytes: MAX_BYTES,
      truncate: false,
      safe: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status !== 200) return new WpError('http_404', `The remote server responded with status ${status}.`);
    return {
      name: posix.basename(decodePath(url.pathname)) || 'file',
      type: headers['content-type'] ?? '',
      data: bytes,
    };
  } catch (error) {
    return failure(error instanceof Error ? error.message : 'The remote server does not respond.');
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
