import { mkdtemp, writeFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type HookApi,
  isWpError,
  type RemoteResult,
  type RemoteApi,
  type RemoteArgs,
  WpError,
} from '../../api/index.js';
import { isOutageStatus, recordRemoteOutage } from '../remote-outages.js';
import { sendRequest, type RemoteResponse, BlockedUrlError } from './send-request.js';
import { encodeBody } from './request-body.js';

interface RemoteDeps {
  readonly hooks: HookApi;
  readonly siteUrl: string;
  readonly version: string;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_SECONDS = 60;
const MAX_REDIRECTS = 10;

/** Default values of the request arguments that are passed to hooks. */
const DEFAULT_ARGS = { method: 'GET', timeout: 5, redirection: 5, blocking: true, rejectUnsafeUrls: false } as const;

/**
 * Creates the HTTP client for plugins.
 * @since 0.1.0
 */
export function createRemote({ hooks, siteUrl, version }: RemoteDeps): RemoteApi {
  async function wpRemoteRequest(url: string, options: RemoteArgs = {}): Promise<RemoteResult> {
    const requestArgs: RemoteArgs = {
      ...DEFAULT_ARGS,
      'user-agent': await hooks.applyFilters('http_headers_useragent', `Plinth/${version}; ${siteUrl}`, url),
      ...options,
    };
    const changed = await hooks.applyFilters<RemoteArgs>('http_request_args', requestArgs, url);
    // A callback can make a request safe, but not unsafe.
    const args: RemoteArgs = requestArgs.rejectUnsafeUrls === true ? { ...changed, rejectUnsafeUrls: true } : changed;
    const preResponse = await hooks.applyFilters<RemoteResult | false>('pre_http_request', false, args, url);
    if (preResponse !== false) return preResponse;
    if (args.blocking === false) {
      void sendOnce(url, args);
      return toRemoteResult({ status: 0, message: '', headers: {}, setCookies: [], bytes: Buffer.alloc(0) });
    }
    const response = await sendOnce(url, args);
    await hooks.doAction('http_api_debug', response, 'response', 'Plinth', args, url);
    return isWpError(response) ? response : hooks.applyFilters<RemoteResult>('http_response', response, args, url);
  }

  const createRequestFunction =
    (fixed: RemoteArgs) =>
    (url: string, args: RemoteArgs = {}): Promise<RemoteResult> =>
      wpRemoteRequest(url, {
        ...fixed,
        ...args,
        ...(fixed.rejectUnsafeUrls ? { rejectUnsafeUrls: true } : {}),
        ...(fixed.method === undefined ? {} : { method: fixed.method }),
      });
  const head = { method: 'HEAD', redirection: 0 };
  const safe = { rejectUnsafeUrls: true };
  const wpSafeRemoteGet = createRequestFunction({ method: 'GET', ...safe });

  return {
    wpRemoteRequest,
    wpRemoteGet: createRequestFunction({ method: 'GET' }),
    wpRemotePost: createRequestFunction({ method: 'POST' }),
    wpRemoteHead: createRequestFunction(head),
    wpSafeRemoteRequest: createRequestFunction(safe),
    wpSafeRemoteGet,
    wpSafeRemotePost: createRequestFunction({ method: 'POST', ...safe }),
    wpSafeRemoteHead: createRequestFunction({ ...head, ...safe }),
    wpRemoteRetrieveBody: (response) => (isWpError(response) ? '' : response.body),
    wpRemoteRetrieveResponseCode: (response) => (isWpError(response) ? '' : response.response.code),
    wpRemoteRetrieveResponseMessage: (response) => (isWpError(response) ? '' : response.response.message),
    wpRemoteRetrieveHeader: (response, name) =>
      isWpError(response) ? '' : (response.headers[name.toLowerCase()] ?? ''),
    wpRemoteRetrieveHeaders: (response) => (isWpError(response) ? {} : response.headers),
    wpRemoteRetrieveCookies: (response) => (isWpError(response) ? [] : response.cookies),
    wpRemoteRetrieveCookieValue: (response, name) =>
      isWpError(response) ? '' : (response.cookies.find((cookie) => cookie.name === name)?.value ?? ''),
    async downloadUrl(url, timeout = 300) {
      const response = await wpSafeRemoteGet(url, { timeout });
      if (isWpError(response)) return response;
      if (response.response.code !== 200)
        return new WpError('http_404', `${response.response.code} ${response.response.message}`.trim(), {
          code: response.response.code,
        });
      const folder = await mkdtemp(join(tmpdir(), 'plinth-'));
      const file = join(
        folder,
        basename(new URL(url).pathname)
          .replace(/[^\w.-]/g, '_')
          .slice(-100) || 'file',
      );
      await writeFile(file, response.bytes);
      return file;
    },
  };
}

/** Sends a request. @returns the response, or the error `http_request_failed` */
async function sendOnce(requestUrl: string, args: RemoteArgs): Promise<RemoteResult> {
  if (!URL.canParse(requestUrl)) return requestError('A valid URL was not provided.');
  const {
    method = 'GET',
    timeout = DEFAULT_ARGS.timeout,
    redirection = DEFAULT_ARGS.redirection,
    limitResponseSize,
  } = args;
  const form = encodeBody(args.body);
  try {
    const remoteResponse = await sendRequest({
      url: new URL(requestUrl),
      method: method.toUpperCase(),
      headers: createHeaders(args, form.type),
      body: form.bytes,
      redirects: clamp(redirection, MAX_REDIRECTS),
      maxBytes: Math.min(limitResponseSize ?? MAX_BYTES, MAX_BYTES),
      truncate: limitResponseSize !== undefined,
      safe: args.rejectUnsafeUrls === true,
      signal: AbortSignal.timeout(Math.max(1, clamp(timeout, MAX_SECONDS) * 1000)),
    });
    if (isOutageStatus(remoteResponse.status)) recordRemoteOutage();
    return toRemoteResult(remoteResponse);
  } catch (error) {
    if (error instanceof BlockedUrlError) return requestError(error.message);
    recordRemoteOutage();
    const { name, message } = error instanceof Error ? error : { name: '', message: '' };
    return requestError(
      name === 'TimeoutError' || name === 'AbortError'
        ? `The remote server did not respond within ${timeout} seconds.`
        : message || 'The remote server does not respond.',
    );
  }
}

function createHeaders(args: RemoteArgs, type: string | undefined): Record<string, string> {
  const cookies = Object.entries(args.cookies ?? {})
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  const standard = {
    'user-agent': args['user-agent'] ?? 'Plinth',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(cookies === '' ? {} : { cookie: cookies }),
  };
  const customHeaders = Object.fromEntries(
    Object.entries(args.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return { ...standard, ...customHeaders };
}

function toRemoteResult({ status, message, headers, setCookies, bytes }: Omit<RemoteResponse, 'url'>): RemoteResult {
  const cookies = setCookies
    .map((line) => /^\s*([^=;]+)=([^;]*)/.exec(line) ?? [])
    .flatMap(([, name, value = '']) => (name === undefined ? [] : [{ name: name.trim(), value: decodeValue(value) }]));
  return {
    headers,
    bytes,
    body: bytes.toString('utf8'),
    response: { code: status, message: message || (STATUS_CODES[status] ?? '') },
    cookies,
  };
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(Number.isFinite(value) ? value : max, max));
}

function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function requestError(message: string): WpError {
  return new WpError('http_request_failed', message);
}
